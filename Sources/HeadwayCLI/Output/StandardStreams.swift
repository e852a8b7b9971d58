import Glibc
import HeadwayModel
import HeadwaySystem

/// Standard output and standard error of the command-line tools, written in whole lines.
///
/// A reader that has gone ends the program quietly, as SIGPIPE does. Any other error on standard
/// output ends the program with a message, so that a full disk isn't mistaken for success.
enum StandardStreams {
  /// Prints a line. Doesn't return if the line can't be written.
  static func print(_ line: String) { put(line + "\n") }

  /// Prints the number of a task that the hub has stored. See ``print(numbers:)``.
  static func print(_ number: TaskNumber) { print(numbers: number.value...number.value) }

  /// Prints the numbers of tasks that the hub has stored, such as `7` or `12-111`.
  ///
  /// Doesn't return if the numbers can't be written. The message then tells them, because the tasks
  /// exist. A reader that has gone ends the program quietly here too.
  static func print(numbers: ClosedRange<Int>) {
    let (first, last) = (numbers.lowerBound, numbers.upperBound)
    put(first == last ? "\(first)\n" : "\(first)-\(last)\n") { reason in
      first == last
        ? String(
          localized: """
            task \(first) is stored, but standard output can't be written: \(reason); see: headway \
            show \(first)
            """)
        : String(
          localized: """
            tasks \(first)-\(last) are stored, but standard output can't be written: \(reason); \
            see: headway list
            """)
    }
  }

  /// Writes a text that has its line breaks. Doesn't return if the text can't be written.
  static func write(_ text: String) { put(text) }

  /// Reads standard input to its end, or `limit` bytes of it.
  static func input(atMost limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let piece = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(0, read(STDIN_FILENO, buffer.baseAddress, buffer.count))
      }
      if piece.isEmpty { break }
      bytes += piece
    }
    return Array(bytes.prefix(limit))
  }

  /// Prints a question without a line break; the person types behind it.
  static func prompt(_ question: String) { put(question) }

  /// Writes to standard output, or exits with ``HeadwayProgram/ExitStatus/outputLost``.
  ///
  /// - Parameter complaint: returns the error for a reason.
  private static func put(
    _ text: String,
    orComplain complaint: (String) -> String = { reason in
      String(localized: "standard output can't be written: \(reason); check where it goes")
    }
  ) {
    do {
      try write(text, to: 1)
    } catch {
      complain(complaint(error.reason))
      exit(HeadwayProgram.ExitStatus.outputLost.rawValue)
    }
  }

  /// Prints a line of an error: `headway: what happened; what to do`. Command lines in it name the
  /// machine that the command is for (``HostHint``). Ignores a failure, because nothing is left to
  /// report it to.
  static func complain(_ message: String) {
    // Writing to a file at its size limit (RLIMIT_FSIZE) raises SIGXFSZ, which must not end the
    // program.
    let action = signal(SIGXFSZ, SIG_IGN)
    defer { signal(SIGXFSZ, action) }
    _ = try? write("headway: \(HostHint.naming(message))\n", to: 2)
  }

  /// Shows what a long command has done so far, in place of the text before; an empty text removes it.
  /// Shows nothing unless standard error is a terminal.
  static func showInterim(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    _ = try? write("\r\u{1B}[K\(text)", to: 2)
  }

  /// Writes everything, and waits if a non-blocking descriptor takes no more.
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

  /// Waits until the descriptor takes more bytes.
  private static func awaitRoom(_ descriptor: CInt) {
    var poller = Poller()
    poller.watch(descriptor, .writable)
    poller.wait(until: nil)
  }
}
