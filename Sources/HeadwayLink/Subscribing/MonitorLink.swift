package import HeadwayCore
package import HeadwaySystem
package import HeadwayWire

/// A monitor's side of the wire: a snapshot after every connect, then changes. Never blocks;
/// confined to one thread.
package final class MonitorLink {
  package enum Event: Sendable {
    /// The hub has greeted: one that is stopped takes connections, but says nothing.
    case connected
    case disconnected(saidGoodbye: Bool)
    /// Hubs die at start: another try comes later. Said once, until a hub greets again.
    case failing
    /// The hub is there but doesn't answer, or answers again.
    case silenced
    case resumed
    indirect case changed(TaskSnapshot)
    /// Of tasks that were told of before, in the order in which they came.
    case stepped([TaskStep])
    case snapshotEnded
    case removed(TaskKey)
    case requestFailed(String)
    case summary(SummaryMessage)
    /// For a person who isn't looking.
    case told(NewsNotification)
  }

  /// What it subscribes to.
  package enum Subject: Sendable {
    /// Tasks, of which those in view are told of often.
    case tasks
    case everyTask
    case summary
  }

  private let session: HubSession
  private let subject: Subject
  private var view: [TaskKey] = []
  private var pulse: Pulse?
  private var hasSaidFailing = false

  /// Something is shown that changes with time: a hub that hangs is then noticed within seconds. Left
  /// off, nobody wakes up for it.
  package var mindsSilence = false

  /// The summary comes along with tasks. To be set before the first step.
  package var followsSummary = false

  package init(paths: HeadwayPaths, subject: Subject, mayStartHub: Bool) {
    self.subject = subject
    session = HubSession(paths: paths, role: .monitor, mayStart: mayStartHub)
  }

  package var descriptor: CInt? { session.descriptor }
  package var wantsWrite: Bool { session.wantsWrite }
  package var nextDeadline: Duration? {
    session.nextDeadline ?? (mindsSilence ? pulse?.deadline : nil)
  }
  package var trouble: LinkError? { session.trouble }

  package func step(now: Duration) -> [Event] {
    var events: [Event] = []
    for event in session.step(now: now) {
      switch event {
      case .opened:
        subscribe()
        pulse = Pulse(at: now)
      case .closed(let saidGoodbye):
        pulse = nil
        events.append(.disconnected(saidGoodbye: saidGoodbye))
      case .messages(let messages):
        if pulse?.hear(at: now) == true { events.append(.resumed) }
        Self.add(messages, to: &events)
      }
    }
    noteFailing(&events)
    return events + takePulse(now: now)
  }

  private func noteFailing(_ events: inout [Event]) {
    if session.descriptor != nil { hasSaidFailing = false }
    guard case .hubDied = session.trouble, !hasSaidFailing else { return }
    hasSaidFailing = true
    events.append(.failing)
  }

  private func takePulse(now: Duration) -> [Event] {
    guard mindsSilence else { return [] }
    switch pulse?.check(at: now) {
    case .isDue: session.send(SummaryRequest())
    case .isSilent: return [.silenced]
    case nil: break
    }
    return []
  }

  /// `isFocused` is nil where nobody knows.
  package func setInterest(
    _ keys: [TaskKey], selected: TaskKey? = nil, isFocused: Bool? = nil
  ) {
    view = keys
    session.send(InterestMessage(view: keys, selected: selected, focused: isFocused))
  }

  package func cancel(_ key: TaskKey, force: Bool) {
    session.send(CancelMessage(task: .key(key), force: force, request: 1))
  }

  package func pause(_ key: TaskKey) { session.send(PauseMessage(task: .key(key), request: 1)) }

  package func resume(_ key: TaskKey) { session.send(ResumeMessage(task: .key(key), request: 1)) }

  package func restart(_ key: TaskKey) {
    session.send(RestartMessage(task: .key(key), request: 1))
  }

  package func answer(_ key: TaskKey, _ answer: StallAnswer) {
    session.send(AnswerMessage(task: .key(key), answer: answer, request: 1))
  }

  private func subscribe() {
    switch subject {
    case .tasks:
      session.send(SubscribeMessage(view: view, steps: true))
      if followsSummary { session.send(SummaryRequest(follow: true)) }
    case .everyTask: session.send(SubscribeMessage(view: nil))
    case .summary: session.send(SummaryRequest(follow: true))
    }
  }

  /// Most of what a hub says is steps: as many as come side by side are one event.
  private static func add(_ messages: [HubMessage], to events: inout [Event]) {
    var steps: [TaskStep] = []
    for message in messages {
      if case .step(let message) = message {
        steps.append(message.step)
        continue
      }
      if !steps.isEmpty { events.append(.stepped(steps)) }
      steps = []
      if let event = event(of: message) { events.append(event) }
    }
    if !steps.isEmpty { events.append(.stepped(steps)) }
  }

  /// Of any but a step.
  private static func event(of message: HubMessage) -> Event? {
    switch message {
    case .task(let item): .changed(item.task)
    case .change(let change): .changed(change.task)
    case .snapshotEnd: .snapshotEnded
    case .removed(let removed): .removed(removed.key)
    case .error(let error): .requestFailed(error.message)
    case .summary(let summary): .summary(summary)
    case .notification(let message): .told(message.notification)
    case .hello: .connected
    case .step, .ok, .begun, .submitted, .turn, .ended, .cancel, .pause, .resume, .question,
      .assertionAwaited, .terminal, .selection, .goodbye, .cleaned, .unknown:
      nil
    }
  }
}
