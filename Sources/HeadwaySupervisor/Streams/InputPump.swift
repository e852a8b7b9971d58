internal import HeadwaySystem

/// Moves keys from the outer terminal to the pty, while the outer terminal is held.
final class InputPump {
  private let terminal: CInt
  private let master: OwnedDescriptor
  private var buffer: [UInt8] = []

  init(from terminal: CInt, to master: OwnedDescriptor) {
    self.terminal = terminal
    self.master = master
  }

  enum Outcome: Hashable {
    case nothing
    case passed(TypedSignals)
    /// Read refused or at its end: gone, or no longer in the foreground.
    case failed
  }

  func watch(_ poller: inout Poller, isReading: Bool) {
    if !buffer.isEmpty {
      poller.watch(master.raw, .writable)
    } else if isReading {
      poller.watch(terminal, .readable)
    }
  }

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
