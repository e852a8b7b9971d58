internal import HeadwayRecognition
internal import HeadwaySystem

/// Moves keys from the outer terminal to the command's pty, while this process holds the outer
/// terminal.
///
/// The pump holds one buffer. The terminal isn't read again before the pty has taken all of the
/// buffer.
final class InputPump {
  private let terminal: CInt
  private let master: OwnedDescriptor
  private var buffer: [UInt8] = []
  private var answers = ProgramStatusAnswerFilter()

  /// Whether the terminal has answered that it knows the Program Status Protocol.
  var knowsStatus: Bool { answers.hasAnswer }

  /// Creates a pump that reads the descriptor `terminal` and writes to `master`.
  init(from terminal: CInt, to master: OwnedDescriptor) {
    self.terminal = terminal
    self.master = master
  }

  /// The result of one ``step(_:isReading:)``.
  enum Outcome: Hashable {
    case nothing
    /// Keys were read. The value says which signals they mean.
    case passed(TypedSignals)
    /// The terminal refused to be read or is at its end: it is gone, or this process isn't the
    /// foreground job any more.
    case failed
  }

  /// Watches the pty while keys wait to be written, otherwise the terminal. `isReading` is whether
  /// the terminal is held.
  func watch(_ poller: inout Poller, isReading: Bool) {
    if !buffer.isEmpty {
      poller.watch(master.raw, .writable)
    } else if isReading {
      poller.watch(terminal, .readable)
    }
  }

  /// Writes waiting keys, or reads new ones, without blocking.
  func step(_ poller: borrowing Poller, isReading: Bool) -> Outcome {
    if !buffer.isEmpty {
      if poller.readiness(of: master.raw).contains(.writable) { flush() }
      return .nothing
    }
    guard isReading, poller.readiness(of: terminal).isAny else { return .nothing }
    return read()
  }

  private func read() -> Outcome {
    var outcome = Outcome.failed
    buffer = [UInt8](unsafeUninitializedCapacity: 4096) { free, count in
      count = 0
      switch Transfer.read(terminal, into: UnsafeMutableRawBufferPointer(free)) {
      case .bytes(let read):
        count = read
        outcome = .passed(TypedSignals())
      case .wouldBlock: outcome = .nothing
      case .ended, .failed: outcome = .failed
      }
    }
    guard case .passed = outcome else { return outcome }
    buffer = answers.pass(buffer)
    guard !buffer.isEmpty else { return .nothing }
    let typed = TypedSignals(buffer, at: master)
    flush()
    return .passed(typed)
  }

  private func flush() {
    switch buffer.withUnsafeBytes({ Transfer.write(master.raw, $0) }) {
    case .bytes(let count): buffer.removeFirst(count)
    case .wouldBlock: break
    case .ended, .failed: buffer = []
    }
  }
}
