import Glibc
import HeadwaySystem

/// Whole lines to standard output and standard error. A reader that went away ends the program
/// quietly, as SIGPIPE does others.
enum StandardStreams {
  /// Ends the program where the line can't be written: nobody takes it for said.
  static func print(_ line: String) { put(line + "\n") }

  /// Prints a question; the answer is typed behind it.
  static func prompt(_ question: String) { put(question) }

  private static func put(_ text: String) {
    do {
      try write(text, to: 1)
    } catch {
      complain("standard output can't be written: \(error.errno); look where it goes")
      exit(HeadwayProgram.ExitStatus.outputLost.rawValue)
    }
  }

  /// One line of an error: `headway: what happened; what to do`.
  static func complain(_ message: String) {
    // A file that is full by its limit (RLIMIT_FSIZE) must not end the program.
    let action = signal(SIGXFSZ, SIG_IGN)
    defer { signal(SIGXFSZ, action) }
    _ = try? write("headway: \(message)\n", to: 2)
  }

  /// Waits where a descriptor that doesn't block takes no more.
  private static func write(_ text: String, to descriptor: CInt) throws(SystemError) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      switch bytes.withUnsafeBytes({ Transfer.write(descriptor, .init(rebasing: $0[written...])) })
      {
      case .bytes(let count): written += count
      case .wouldBlock: awaitRoom(descriptor)
      case .failed(let error): throw error
      case .ended: return
      }
    }
  }

  private static func awaitRoom(_ descriptor: CInt) {
    var poller = Poller()
    poller.watch(descriptor, .writable)
    poller.wait(until: nil)
  }
}
