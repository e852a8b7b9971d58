package import HeadwayModel
package import HeadwaySystem
package import HeadwayWire

/// A connection that is made again after each loss, for clients that outlive hubs.
///
/// The owner polls ``descriptor`` and calls ``step(now:)`` when the descriptor is ready or
/// ``nextDeadline`` has come. No function blocks. One thread may use a session. All times are those
/// of the awake clock.
///
/// ```swift
/// for event in session.step(now: SystemClocks.awake) {
///   if case .opened = event { sendWholeState() }
/// }
/// ```
package final class HubSession: LinkSession {
  /// The events that ``step(now:)`` returns.
  package enum Event: Sendable {
    /// The session has connected and sent its hello. The owner must send its whole state again.
    case opened
    /// Messages of the hub, in the order in which they arrived.
    case messages([HubMessage])
    /// The connection was lost. `saidGoodbye` is true if the hub left on purpose.
    case closed(saidGoodbye: Bool)
  }

  /// The states of the connection.
  private enum State {
    case waiting(until: AwakeTime)
    case open(HubConnection)
    /// The connection has failed for good: no common protocol version, or a hub of another user.
    case refused
  }

  private let paths: HeadwayPaths
  private let role: ClientRole
  private let mayStart: Bool
  private var state = State.waiting(until: .origin)
  /// The pauses between attempts. Their limit lets the session find a new hub within a second.
  private var backoff = Backoff(longest: .milliseconds(700))
  private var generator = SystemRandomNumberGenerator()
  private var saidGoodbye = false
  /// Whether the current hub has sent anything. The loss of such a hub is news, so the first
  /// attempt to reconnect isn't delayed.
  private var wasHeard = false
  /// The number of starts since the last connection.
  private var startAttempts = 0
  /// Whether this session has started a hub or connected to one.
  ///
  /// The first start of a session counts as a person's command. Later starts share the pauses of
  /// all processes.
  private var hasStarted = false
  /// The time before which no hub is started, with the death that caused the pause; nil without a
  /// pause.
  private var heldBack: (until: AwakeTime, death: HubDeath)?
  /// The reason why there is no connection; nil while there is one and before the first attempt.
  package private(set) var trouble: LinkError?

  /// The number of attempts in quick succession after a start.
  private static let quickAttempts = 12

  /// Makes a session that connects on the first ``step(now:)``.
  ///
  /// - Parameter mayStart: true if the session starts a hub where none runs. A hub that said
  ///   goodbye is never replaced.
  package init(paths: HeadwayPaths, role: ClientRole, mayStart: Bool) {
    self.paths = paths
    self.role = role
    self.mayStart = mayStart
  }

  /// The socket, for poll(2); nil without a connection.
  package var descriptor: CInt? {
    if case .open(let connection) = state { return connection.descriptor }
    return nil
  }

  /// Whether bytes wait until the socket is writable.
  package var wantsWrite: Bool {
    if case .open(let connection) = state { return connection.wantsWrite }
    return false
  }

  /// Whether the session is connected and the kernel has taken everything.
  ///
  /// The owner then sends its latest state. Until then newer states replace older ones, so a slow
  /// hub doesn't make the queue grow.
  package var isClear: Bool { descriptor != nil && !wantsWrite }

  package var isOpen: Bool { descriptor != nil }

  package var greeting: BridgeGreeting? { nil }

  /// Whether the connection has failed for good.
  package var isRefused: Bool {
    if case .refused = state { return true }
    return false
  }

  /// The time of the next attempt to connect; nil while connected and after a failure for good.
  package var nextDeadline: AwakeTime? {
    if case .waiting(let until) = state { return until }
    return nil
  }

  /// Makes the next step try to connect without a pause.
  package func hurry() {
    if case .waiting = state { state = .waiting(until: .origin) }
  }

  /// Sends a message. Without a connection the message is dropped, because the owner sends its
  /// whole state after the next ``Event/opened``.
  package func send(_ body: some MessageBody) {
    guard case .open(let connection) = state else { return }
    connection.send(body)
  }

  /// Queues a message of a batch; ``flush()`` sends the batch.
  package func queue(_ body: some MessageBody) {
    guard case .open(let connection) = state else { return }
    connection.queue(body)
  }

  package func flush() {
    guard case .open(let connection) = state else { return }
    connection.flush()
  }

  /// Does what is possible at `now` without blocking: connects, sends and receives.
  package func step(now: AwakeTime) -> [Event] {
    switch state {
    case .refused: return []
    case .waiting(let until): return now < until ? [] : connect(now: now)
    case .open(let connection): return exchange(connection, now: now)
    }
  }

  private func connect(now: AwakeTime) -> [Event] {
    do {
      let connection = try HubConnection(to: paths, mayStart: mayStart && !saidGoodbye)
      connection.send(ClientHello(role: role))
      state = .open(connection)
      (trouble, saidGoodbye, startAttempts) = (nil, false, 0)
      (wasHeard, heldBack, hasStarted) = (false, nil, true)
      return [.opened]
    } catch {
      handle(error, now: now)
      return []
    }
  }

  /// Notes a failed attempt, and starts a hub if the session may.
  private func handle(_ error: LinkError, now: AwakeTime) {
    trouble = error
    if case .foreignHub = error {
      state = .refused
      return
    }
    if error == .noHub, mayStart, !saidGoodbye { start(now: now) }
    state = .waiting(until: now + nextPause())
  }

  /// Starts a hub, unless a pause after failed starts is running.
  ///
  /// The session looks for a hub as often as ever during the pause: a person may start one.
  private func start(now: AwakeTime) {
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

  /// Returns the pause before the next attempt. A hub that is being started listens within
  /// milliseconds, so the first attempts after a start follow quickly.
  private func nextPause() -> Duration {
    if (1...Self.quickAttempts).contains(startAttempts), trouble == .noHub {
      return .milliseconds(2 + startAttempts)
    }
    let pause = backoff.pause(using: &generator)
    // After a goodbye the next hub comes only when a person wants one, so the session looks less
    // often.
    return saidGoodbye ? pause * 3 : pause
  }

  /// Sends and receives; a loss of the connection becomes an event.
  private func exchange(_ connection: HubConnection, now: AwakeTime) -> [Event] {
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

  /// Notes a goodbye and a refusal of the protocol version.
  private func notice(_ message: HubMessage) {
    switch message {
    case .goodbye: saidGoodbye = true
    case .error(let error) where error.code == ErrorCode.version.rawValue:
      trouble = .refused(code: error.code, message: error.message)
      state = .refused
    case .error, .hello, .ok, .begun, .submitted, .turn, .ended, .cancel, .pause, .resume,
      .question, .assertionAwaited, .terminal, .selection, .task, .snapshotEnd, .group, .cleaned,
      .environment, .metrics,
      .change, .step, .removed, .summary, .notification, .settings, .unknown:
      break
    }
  }
}

/// Growing, jittered pauses between attempts: many clients of one hub don't come back at once.
package struct Backoff: Hashable, Sendable {
  private let first: Duration
  private let longest: Duration
  private var next: Duration

  package init(first: Duration = .milliseconds(50), longest: Duration = .seconds(2)) {
    self.first = first
    self.longest = longest
    next = first
  }

  /// The pause before the next attempt: half fixed, half random.
  package mutating func pause(using generator: inout some RandomNumberGenerator) -> Duration {
    let half = next / 2
    next = min(next * 2, longest)
    return half + half * Double.random(in: 0...1, using: &generator)
  }

  package mutating func reset() { next = first }
}
