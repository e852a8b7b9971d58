import Glibc
import HeadwayCore
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// This terminal at a task's: keys and size to its supervisor, its output here, until one of them
/// ends it.
final class AttachLoop {
  enum Outcome {
    case detached
    case ended(AttachEnding)
    /// The supervisor went without a word.
    case lost
    /// This process is to die of it.
    case signalled(CInt)
  }

  private let connection: AttachConnection
  private let signals: SignalQueue
  private let terminal = AttachedTerminal()
  private var detaching: DetachState
  private var poller = Poller()
  /// What remains to be done once all output is shown.
  private var last: Outcome?

  private static let routed = SignalSet([
    SIGWINCH, SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT,
  ])
  private static let welcomePatience: Duration = .seconds(2)

  init(_ connection: AttachConnection, keys: DetachKeys) throws(SystemError) {
    self.connection = connection
    detaching = DetachState(keys)
    signals = try SignalQueue(blocking: Self.routed, queued: Self.routed)
  }

  /// Returns once the terminal is given back, whatever happened. `greeting` is a line above all else.
  func run(saying greeting: String) throws -> Outcome {
    defer {
      terminal.release()
      signals.originalMask.blockAlone()
    }
    if let outcome = try awaitWelcome(saying: greeting) { return outcome }
    tellSize()
    while true {
      if let last, !terminal.hasPending { return last }
      wait()
      if let outcome = takeSignals() ?? takeKeys() { return outcome }
      try takeFrames()
    }
  }

  /// Takes the terminal once it comes. A supervisor that is stopped, as by Ctrl-Z in its shell, says
  /// nothing.
  private func awaitWelcome(saying greeting: String) throws -> Outcome? {
    let limit = SystemClocks.awake + Self.welcomePatience
    while SystemClocks.awake < limit {
      poller.begin()
      poller.watch(signals.raw, .readable)
      poller.watch(connection.descriptor, .readable)
      poller.wait(until: limit)
      if let outcome = takeSignals() { return outcome }
      guard let frames = try connection.receive() else { return .lost }
      var isWelcome = false
      for frame in frames {
        if frame.isWelcome {
          isWelcome = true
          try terminal.take()
          terminal.show(Array("\(greeting)\r\n".utf8))
        } else {
          try take(frame)
        }
      }
      if isWelcome { return nil }
    }
    throw AttachError.silent
  }

  private func wait() {
    poller.begin()
    poller.watch(signals.raw, .readable)
    if last == nil {
      let reads: Readiness = terminal.hasPending ? [] : .readable
      poller.watch(connection.descriptor, connection.wantsWrite ? reads.union(.writable) : reads)
    }
    poller.watch(terminal.inputDescriptor, connection.takesKeys ? .readable : [])
    if terminal.hasPending { poller.watch(terminal.outputDescriptor, .writable) }
    poller.wait(until: nil)
  }

  private func takeFrames() throws {
    if terminal.hasPending { terminal.flush() }
    guard last == nil, poller.readiness(of: connection.descriptor).isAny else { return }
    connection.flush()
    guard !terminal.hasPending else { return }
    guard let frames = try connection.receive() else {
      last = .lost
      return
    }
    for frame in frames { try take(frame) }
  }

  private func take(_ frame: AttachFrame) throws {
    switch frame {
    case .output(let bytes): terminal.show(bytes)
    // What was cut off in the middle must not swallow what follows (ECMA-48, CAN).
    case .skipped: terminal.show([0x18])
    case .ended(let ending): last = .ended(ending)
    case .refused(let reason): throw AttachError.refused(reason)
    case .hello, .welcome, .size, .input, .typed: break
    }
  }

  private func takeKeys() -> Outcome? {
    let readiness = poller.readiness(of: terminal.inputDescriptor)
    guard readiness.isAny, connection.takesKeys || readiness.isGone else { return nil }
    guard let keys = terminal.keys() else { return .signalled(SIGHUP) }
    let (passed, detaches) = detaching.take(keys)
    if !passed.isEmpty { connection.send(.input(passed)) }
    return detaches ? .detached : nil
  }

  private func tellSize() { if let size = terminal.size { connection.send(.size(size)) } }

  private func takeSignals() -> Outcome? {
    guard poller.readiness(of: signals.raw).isAny else { return nil }
    while let signal = signals.next() {
      switch signal.number {
      case SIGWINCH: tellSize()
      case SIGTSTP: suspend()
      case SIGCONT: resume()
      default: return .signalled(signal.number)
      }
    }
    return nil
  }

  private func suspend() {
    terminal.release()
    OwnProcess.stop(by: SIGTSTP)
    resume()
  }

  private func resume() {
    try? terminal.take()
    tellSize()
  }
}

extension AttachFrame {
  fileprivate var isWelcome: Bool {
    if case .welcome = self { true } else { false }
  }
}
