import HeadwayCore
package import HeadwaySystem
package import HeadwayWire

/// A connection that comes back: for clients that outlive hubs. Never blocks; confined to one
/// thread. Poll `descriptor`, call `step` when it is ready or `nextDeadline` has come.
package final class HubSession {
  package enum Event: Sendable {
    /// Connected and greeted: say everything again.
    case opened
    /// In the order in which they came.
    case messages([HubMessage])
    case closed(saidGoodbye: Bool)
  }

  private enum State {
    case waiting(until: Duration)
    case open(HubConnection)
    /// The versions don't meet, or the hub is another user's: trying again can't help.
    case refused
  }

  private let paths: HeadwayPaths
  private let role: ClientRole
  private let mayStart: Bool
  private var state = State.waiting(until: .zero)
  /// However often hubs die, the next one is found within a second.
  private var backoff = Backoff(longest: .milliseconds(700))
  private var generator = SystemRandomNumberGenerator()
  private var saidGoodbye = false
  /// This hub has said something: losing it is news, and no reason to wait.
  private var wasHeard = false
  private var startAttempts = 0
  /// A session that just began is what a person wants. Later starts share the pauses of all.
  private var hasStarted = false
  /// Before that time no hub is started, as the latest ones died; nil for no such pause.
  private var heldBack: (until: Duration, death: HubDeath)?
  /// Why there is no connection now; nil while there is one or none was tried.
  package private(set) var trouble: LinkError?

  private static let quickAttempts = 12

  /// With `mayStart` a hub is started where there is none, unless the last one said goodbye.
  package init(paths: HeadwayPaths, role: ClientRole, mayStart: Bool) {
    self.paths = paths
    self.role = role
    self.mayStart = mayStart
  }

  package var descriptor: CInt? {
    if case .open(let connection) = state { return connection.descriptor }
    return nil
  }

  package var wantsWrite: Bool {
    if case .open(let connection) = state { return connection.wantsWrite }
    return false
  }

  /// Connected, and everything sent so far is with the kernel: room for the latest state.
  package var isClear: Bool { descriptor != nil && !wantsWrite }

  package var isRefused: Bool {
    if case .refused = state { return true }
    return false
  }

  package var nextDeadline: Duration? {
    if case .waiting(let until) = state { return until }
    return nil
  }

  /// Somebody wants to know whether there is a hub: where there is no connection, the next step looks.
  package func hurry() {
    if case .waiting = state { state = .waiting(until: .zero) }
  }

  /// Sends, or drops where there is no connection: whoever reconnects says everything again.
  package func send(_ body: some MessageBody) {
    guard case .open(let connection) = state else { return }
    connection.send(body)
  }

  /// Like `send`, for a batch: `flush` follows.
  package func queue(_ body: some MessageBody) {
    guard case .open(let connection) = state else { return }
    connection.queue(body)
  }

  package func flush() {
    guard case .open(let connection) = state else { return }
    connection.flush()
  }

  /// Does what can be done at `now` without blocking.
  package func step(now: Duration) -> [Event] {
    switch state {
    case .refused: return []
    case .waiting(let until): return now < until ? [] : connect(now: now)
    case .open(let connection): return exchange(connection, now: now)
    }
  }

  private func connect(now: Duration) -> [Event] {
    do {
      let connection = try HubConnection(to: paths, mayStart: mayStart && !saidGoodbye)
      connection.send(ClientHello(role: role))
      state = .open(connection)
      (trouble, saidGoodbye, startAttempts) = (nil, false, 0)
      (wasHeard, heldBack, hasStarted) = (false, nil, true)
      return [.opened]
    } catch {
      take(error, now: now)
      return []
    }
  }

  private func take(_ error: LinkError, now: Duration) {
    trouble = error
    if case .foreignHub = error {
      state = .refused
      return
    }
    if error == .noHub, mayStart, !saidGoodbye { start(now: now) }
    state = .waiting(until: now + nextPause())
  }

  /// Looks for a hub as often as ever, also while none is to be started: a person may start one.
  private func start(now: Duration) {
    if let heldBack, now < heldBack.until {
      trouble = .hubDied(heldBack.death)
      return
    }
    do {
      let urgency: HubLauncher.Urgency = hasStarted ? .background : .command(ownStarts: 0)
      switch try HubLauncher.startIfAbsent(paths, for: urgency) {
      case .started:
        hasStarted = true
        startAttempts += 1
      case .unneeded: startAttempts += 1
      case .heldBack(let death, let pause):
        hasStarted = true
        startAttempts = 0
        heldBack = (now + pause, death)
        trouble = .hubDied(death)
      }
    } catch {
      trouble = error
    }
  }

  /// A hub that is being started listens within milliseconds: the first looks come quickly.
  private func nextPause() -> Duration {
    if (1...Self.quickAttempts).contains(startAttempts), trouble == .noHub {
      return .milliseconds(2 + startAttempts)
    }
    let pause = backoff.pause(using: &generator)
    // After a goodbye the next hub comes when a person wants one.
    return saidGoodbye ? pause * 3 : pause
  }

  private func exchange(_ connection: HubConnection, now: Duration) -> [Event] {
    do {
      connection.flush()
      let messages = try connection.receive()
      messages.forEach(notice)
      guard !messages.isEmpty else { return [] }
      backoff.reset()
      wasHeard = true
      return [.messages(messages)]
    } catch {
      if !isRefused {
        state = .waiting(until: wasHeard && !saidGoodbye ? now : now + nextPause())
      }
      if trouble == nil { trouble = error }
      return [.closed(saidGoodbye: saidGoodbye)]
    }
  }

  private func notice(_ message: HubMessage) {
    switch message {
    case .goodbye: saidGoodbye = true
    case .error(let error) where error.code == ErrorCode.version.rawValue:
      trouble = .refused(code: error.code, message: error.message)
      state = .refused
    case .error, .hello, .ok, .begun, .submitted, .turn, .ended, .cancel, .pause, .resume,
      .question, .assertionAwaited, .terminal, .selection, .task, .snapshotEnd, .cleaned,
      .change, .step, .removed, .summary, .notification, .unknown:
      break
    }
  }
}
