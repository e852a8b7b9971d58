internal import HeadwayConfig
import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// The event loop of `headway attach`. It passes keys and the window size to the task's supervisor,
/// and shows the task's output, until either side ends.
final class AttachLoop {
  /// The reason for the end of the loop.
  enum Outcome {
    /// The person typed the detach keys.
    case detached
    /// The task ended.
    case ended(AttachEnding)
    /// The supervisor closed the connection without saying that the task ended.
    case lost
    /// A signal must end this process. The terminal is restored already, and the caller dies of the
    /// signal.
    case signalled(CInt)
  }

  private let connection: AttachConnection
  private let signals: SignalQueue
  private let terminal = AttachedTerminal()
  private var detaching: DetachState
  private var poller = Poller()
  /// The outcome to return once all output is on screen.
  private var last: Outcome?

  /// The signals that the loop reads from a queue, so that the terminal is always restored.
  private static let routed = SignalSet([
    SIGWINCH, SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT,
  ])
  /// The time within which the supervisor must answer.
  private static let welcomePatience: Duration = .seconds(2)

  /// Creates a loop for a connection. The person detaches by typing `keys`.
  init(_ connection: AttachConnection, keys: DetachKeys) throws(SystemError) {
    self.connection = connection
    detaching = DetachState(keys)
    signals = try SignalQueue(blocking: Self.routed, queued: Self.routed)
  }

  /// Runs until the attachment ends, and restores the terminal in every case. Shows `greeting` as
  /// the first line.
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
      if let outcome = handleSignals() ?? readKeys() { return outcome }
      try handleFrames()
    }
  }

  /// Waits for the supervisor's welcome, then makes the terminal raw and returns nil. Returns an
  /// outcome if the attachment ends first. Throws ``AttachError/silent`` if the supervisor doesn't
  /// answer in time, for example because Ctrl-Z in its shell has stopped it.
  private func awaitWelcome(saying greeting: String) throws -> Outcome? {
    let limit = SystemClocks.awake + Self.welcomePatience
    while SystemClocks.awake < limit {
      poller.begin()
      poller.watch(signals.raw, .readable)
      poller.watch(connection.descriptor, .readable)
      poller.wait(until: limit)
      if let outcome = handleSignals() { return outcome }
      guard let frames = try connection.receive() else { return .lost }
      var isWelcome = false
      for frame in frames {
        if frame.isWelcome {
          isWelcome = true
          try terminal.enterRawMode()
          terminal.show(Array("\(greeting)\r\n".utf8))
        } else {
          try handle(frame)
        }
      }
      if isWelcome { return nil }
    }
    throw AttachError.silent
  }

  /// Sleeps until a key is typed, output or a signal arrives, or the terminal has room for output.
  /// While output waits for the terminal, the loop reads nothing from the supervisor. So a stopped
  /// terminal (Ctrl-S) needs no memory.
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

  /// Shows the output that has arrived.
  private func handleFrames() throws {
    if terminal.hasPending { terminal.flush() }
    guard last == nil, poller.readiness(of: connection.descriptor).isAny else { return }
    connection.flush()
    guard !terminal.hasPending else { return }
    guard let frames = try connection.receive() else {
      last = .lost
      return
    }
    for frame in frames { try handle(frame) }
  }

  /// Handles a frame from the supervisor.
  private func handle(_ frame: AttachFrame) throws {
    switch frame {
    case .output(let bytes): terminal.show(bytes)
    // A control sequence that was cut off must not swallow the output that follows (ECMA-48, CAN).
    case .skipped: terminal.show([0x18])
    case .ended(let ending): last = .ended(ending)
    case .refused(let reason): throw AttachError.refused(reason)
    case .hello, .welcome, .size, .input, .typed: break
    }
  }

  /// Sends the typed keys, and looks for the detach keys among them. A terminal that is gone counts
  /// as a hangup.
  private func readKeys() -> Outcome? {
    let readiness = poller.readiness(of: terminal.inputDescriptor)
    guard readiness.isAny, connection.takesKeys || readiness.isGone else { return nil }
    guard let keys = terminal.keys() else { return .signalled(SIGHUP) }
    let (passed, detaches) = detaching.filter(keys)
    if !passed.isEmpty { connection.send(.input(passed)) }
    return detaches ? .detached : nil
  }

  /// Sends the size of this terminal. The latest terminal to type sets the size of the task's
  /// terminal.
  private func tellSize() { if let size = terminal.size { connection.send(.size(size)) } }

  /// Handles the queued signals.
  private func handleSignals() -> Outcome? {
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

  /// Restores the terminal, stops this process as Ctrl-Z would, and takes the terminal again once
  /// continued.
  private func suspend() {
    terminal.release()
    OwnProcess.stop(by: SIGTSTP)
    resume()
  }

  /// Makes the terminal raw again. Its size may have changed meanwhile.
  private func resume() {
    try? terminal.enterRawMode()
    tellSize()
  }
}

extension AttachFrame {
  /// Whether the supervisor accepts the attachment.
  fileprivate var isWelcome: Bool {
    if case .welcome = self { true } else { false }
  }
}
