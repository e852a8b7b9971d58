import Glibc
import HeadwayModel
import HeadwaySystem

/// A command on a terminal of its own, whose master is read here.
final class TerminalChild {
  let started: AwakeTime
  private let words: [String]
  let process: CInt
  private let master: OwnedDescriptor
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 4096)

  enum Output {
    case bytes(UnsafeRawBufferPointer)
    /// Nothing until the deadline.
    case nothing
    /// No process has the terminal open any more.
    case ended
  }

  init(_ words: [String], rows: UInt16 = 24, columns: UInt16 = 80) throws {
    let terminal = try PseudoTerminal()
    try WindowSize(rows: rows, columns: columns).apply(to: terminal.master.raw)
    self.words = words
    started = SystemClocks.awake
    // The slave is closed here: the end of output shows once the child has let go of it, too.
    process = try Child(command: words, terminal: terminal).start()
    master = terminal.master
  }

  deinit { buffer.deallocate() }

  /// What is there, or comes before `deadline`; valid until the next call.
  func read(until deadline: AwakeTime) -> Output {
    while true {
      switch Transfer.read(master.raw, into: buffer) {
      case .bytes(let count): return .bytes(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      case .ended, .failed: return .ended
      case .wouldBlock: if !Self.waitForInput(master.raw, until: deadline) { return .nothing }
      }
    }
  }

  func type(_ text: String) {
    var text = text
    text.withUTF8 { _ = Transfer.write(master.raw, UnsafeRawBufferPointer($0)) }
  }

  /// Reads what still comes and waits for the process.
  func finish() throws {
    let limit = SystemClocks.awake + .seconds(5)
    while case .bytes = read(until: limit) {}
    if SystemClocks.awake >= limit { kill(process, SIGKILL) }
    try Child(command: words).check(Child.wait(for: process))
  }

  private static func waitForInput(_ descriptor: CInt, until deadline: AwakeTime) -> Bool {
    var poller = Poller()
    poller.watch(descriptor, .readable)
    poller.wait(until: deadline)
    return poller.readiness(of: descriptor) != []
  }
}
