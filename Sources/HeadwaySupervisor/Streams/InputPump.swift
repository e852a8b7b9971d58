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
    case passed(interrupted: Bool)
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
        outcome = .passed(interrupted: false)
      case .wouldBlock: outcome = .nothing
      case .ended, .failed: outcome = .failed
      }
    }
    guard case .passed = outcome else { return outcome }
    let interrupted = interrupts(buffer, at: master)
    flush()
    return .passed(interrupted: interrupted)
  }

  private func flush() {
    switch buffer.withUnsafeBytes({ Transfer.write(master.raw, $0) }) {
    case .bytes(let count): buffer.removeFirst(count)
    case .wouldBlock: break
    case .ended, .failed: buffer = []
    }
  }
}

/// Whether `keys` hold the byte that means SIGINT to the pty as it is now: none in raw mode.
func interrupts(_ keys: [UInt8], at master: OwnedDescriptor) -> Bool {
  guard let byte = (try? TerminalModes(of: master.raw))?.interruptByte else { return false }
  return keys.contains(byte)
}
