package import HeadwayModel
package import HeadwaySystem
package import HeadwayWire

/// The connection of a monitor: a snapshot after each connect, then changes.
///
/// `headway status --follow` and the push to tmux use the class too. No function blocks. One thread
/// may use a link; the owner polls ``descriptor`` and calls ``step(now:)``.
///
/// ```swift
/// for event in link.step(now: SystemClocks.awake) {
///   if case .changed(let task) = event { update(task) }
/// }
/// ```
package final class MonitorLink {
  /// The events that ``step(now:)`` returns.
  package enum Event: Sendable {
    /// The hub has sent its hello. A hub that is stopped accepts connections and sends nothing.
    case connected
    /// The connection was lost. `saidGoodbye` is true if the hub left on purpose.
    case disconnected(saidGoodbye: Bool)
    /// Hubs die at start, and the link will try again later. Sent once, until a hub greets again.
    case failing
    /// The hub is connected but has sent nothing for this long.
    case silenced(for: Duration)
    /// Another machine can't be reached. Sent once for each reason.
    case unreachable(HostTrouble)
    /// The far end of a bridge has greeted. Comes before ``connected``.
    case greeted(BridgeGreeting)
    /// The hub answers again after it was silent.
    case resumed
    /// A task of the snapshot, or a new or changed task.
    indirect case changed(TaskSnapshot)
    /// Steps of tasks that were sent before, in the order in which they arrived.
    case stepped([TaskStep])
    /// The snapshot is complete.
    case snapshotEnded
    /// A task has left the live list.
    case removed(TaskKey)
    /// The hub refused a request, with a line for people.
    case requestFailed(String)
    case summary(SummaryMessage)
    /// A notification for a person who isn't looking.
    case told(NewsNotification)
    /// The hub has read its config again.
    case settingsChanged
  }

  /// The subject of the subscription.
  package enum Subject: Sendable {
    /// All tasks; the changes of tasks in view are sent often.
    case tasks
    /// All tasks, each treated as in view.
    case everyTask
    /// The summary only.
    case summary
  }

  private let session: any LinkSession
  private let subject: Subject
  private var view: [TaskKey] = []
  /// The watch over the hub's silence; nil without a connection.
  private var pulse: Pulse?
  private var hasSaidFailing = false
  /// The reason that was sent last.
  private var toldTrouble: HostTrouble?
  /// The requests without an answer: what each asks for.
  private var pending: [Int: String] = [:]
  private var lastRequest = 0
  private let patience: Duration

  /// The greatest number of requests that are remembered.
  private static let pendingLimit = 1000

  /// Whether the link notices within seconds that the hub hangs.
  ///
  /// A monitor sets the property while it shows anything that changes with time. Otherwise the
  /// property stays false, so that an idle monitor isn't woken.
  package var mindsSilence = false

  /// Whether the summary is sent together with the tasks. Must be set before the first step.
  package var followsSummary = false

  package init(paths: HeadwayPaths, subject: Subject, mayStartHub: Bool) {
    self.subject = subject
    session = HubSession(paths: paths, role: .monitor, mayStart: mayStartHub)
    patience = Pulse.patience
  }

  /// Makes a link to another machine.
  package init(over session: HostSession, subject: Subject) {
    (self.session, self.subject, patience) = (session, subject, Pulse.farPatience)
    mindsSilence = true
  }

  /// Makes a link to a hub that a broker tells about. The hub itself isn't asked for signs of life.
  package init(overBroker session: any LinkSession, subject: Subject) {
    (self.session, self.subject, patience) = (session, subject, Pulse.farPatience)
  }

  package var descriptor: CInt? { session.descriptor }
  package var wantsWrite: Bool { session.wantsWrite }
  package var nextDeadline: AwakeTime? {
    [session.nextDeadline, mindsSilence ? pulse?.deadline : nil].compactMap { $0 }.min()
  }
  /// The reason why there is no connection; nil while there is one.
  package var trouble: LinkError? { session.trouble }

  /// Does what is possible without blocking, and returns the events.
  package func step(now: AwakeTime) -> [Event] {
    var events: [Event] = []
    for event in session.step(now: now) {
      switch event {
      case .opened:
        subscribe()
        pulse = Pulse(at: now, patience: patience)
        toldTrouble = nil
        if let greeting = session.greeting { events.append(.greeted(greeting)) }
      case .closed(let saidGoodbye):
        pulse = nil
        events.append(.disconnected(saidGoodbye: saidGoodbye))
        giveUpPending(&events)
      case .messages(let messages):
        if pulse?.hear(at: now) == true { events.append(.resumed) }
        events += Self.events(of: messages.filter(noteAnswer))
      }
    }
    noteFailing(&events)
    if case .host(let trouble) = session.trouble, trouble != toldTrouble {
      toldTrouble = trouble
      events.append(.unreachable(trouble))
    }
    return events + handlePulse(now: now)
  }

  /// Whether a request has no answer yet.
  package var hasPending: Bool { !pending.isEmpty }

  /// Forgets the request that a message answers. Returns false for an error of another machine's hub
  /// that answers nothing.
  private func noteAnswer(_ message: HubMessage) -> Bool {
    switch message {
    case .ok(let ok):
      if let request = ok.request { pending[request] = nil }
      return true
    case .error(let error):
      let isAnswer = error.request.map { pending.removeValue(forKey: $0) != nil } ?? false
      return isAnswer || session.greeting == nil
    default: return true
    }
  }

  /// Says which requests have no answer, because nobody knows whether they were carried out.
  private func giveUpPending(_ events: inout [Event]) {
    guard !pending.isEmpty else { return }
    let words = pending.sorted { $0.key < $1.key }.map(\.value)
    pending = [:]
    let some = Self.named(words)
    let sentence = String(
      localized: "the hub was lost before it answered (\(some)); look whether it happened")
    events.append(.requestFailed(sentence))
  }

  /// The words about requests that have no answer yet.
  private static func lateWords(_ pending: [Int: String]) -> String {
    let some = named(Array(pending.values))
    return String(localized: "no answer yet (\(some)); it may still happen")
  }

  /// The only request, or the number of requests.
  private static func named(_ words: [String]) -> String {
    let count = words.count
    if count == 1 { return words[0] }
    return String(localized: count, one: "\(count) request", many: "\(count) requests")
  }

  /// Returns the number of a new request that asks for `words`.
  private func request(_ words: Phrase) -> Int {
    lastRequest += 1
    if session.isOpen, pending.count < Self.pendingLimit { pending[lastRequest] = words.text }
    return lastRequest
  }

  /// Adds ``Event/failing`` once per series of deaths.
  private func noteFailing(_ events: inout [Event]) {
    if session.isOpen { hasSaidFailing = false }
    guard case .hubDied = session.trouble, !hasSaidFailing else { return }
    hasSaidFailing = true
    events.append(.failing)
  }

  /// Asks a quiet hub for its summary, as a sign of life, and notices its silence.
  private func handlePulse(now: AwakeTime) -> [Event] {
    guard mindsSilence else { return [] }
    switch pulse?.check(at: now) {
    case .isDue: session.send(SummaryRequest())
    case .isSilent:
      let late = pending.isEmpty ? [] : [Event.requestFailed(Self.lateWords(pending))]
      return [.silenced(for: patience * 2)] + late
    case nil: break
    }
    return []
  }

  /// Changes the tasks in view.
  ///
  /// - Parameters:
  ///   - keys: the tasks in view.
  ///   - selected: the task that the person has selected; nil for none.
  ///   - isFocused: whether a person looks at the monitor; nil if that isn't known.
  package func setInterest(
    _ keys: [TaskKey], selected: TaskKey? = nil, isFocused: Bool? = nil
  ) {
    view = keys
    session.send(InterestMessage(view: keys, selected: selected, focused: isFocused))
  }

  package func cancel(_ key: TaskKey, force: Bool) {
    session.send(CancelMessage(task: .key(key), force: force, request: request(.cancel)))
  }

  package func pause(_ key: TaskKey) {
    session.send(PauseMessage(task: .key(key), request: request(.pause)))
  }

  package func resume(_ key: TaskKey) {
    session.send(ResumeMessage(task: .key(key), request: request(.resume)))
  }

  /// Acknowledges the ends of `keys`, in portions that fit a line.
  package func acknowledge(_ keys: [TaskKey]) {
    for portion in AcknowledgeMessage.portions(of: keys.map(TaskReference.key)) {
      session.send(AcknowledgeMessage(tasks: portion, request: request(.dismiss)))
    }
  }

  package func restart(_ key: TaskKey) {
    session.send(RestartMessage(task: .key(key), request: request(.restart)))
  }

  package func answer(_ key: TaskKey, _ answer: StallAnswer) {
    session.send(AnswerMessage(task: .key(key), answer: answer, request: request(.answer)))
  }

  /// Sends the subscription again after each connect.
  private func subscribe() {
    switch subject {
    case .tasks:
      session.send(SubscribeMessage(view: view, steps: true))
      if followsSummary { session.send(SummaryRequest(follow: true)) }
    case .everyTask: session.send(SubscribeMessage(view: nil))
    case .summary: session.send(SummaryRequest(follow: true))
    }
  }

  /// Converts messages to events. Most messages are steps, so adjacent steps become one event.
  package static func events(of messages: [HubMessage]) -> [Event] {
    var events: [Event] = []
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
    return events
  }

  /// The event of a message that isn't a step; nil for a message that a monitor doesn't use.
  private static func event(of message: HubMessage) -> Event? {
    switch message {
    case .task(let item): .changed(item.task)
    case .change(let change): .changed(change.task)
    case .snapshotEnd: .snapshotEnded
    case .removed(let removed): .removed(removed.key)
    case .error(let error): .requestFailed(error.message)
    case .summary(let summary): .summary(summary)
    case .notification(let message): .told(message.notification)
    case .settings: .settingsChanged
    case .hello: .connected
    case .step, .ok, .begun, .submitted, .turn, .ended, .cancel, .pause, .resume, .question,
      .assertionAwaited, .terminal, .selection, .goodbye, .group, .cleaned, .environment, .metrics,
      .unknown:
      nil
    }
  }
}

// The words for requests.
extension Phrase {
  fileprivate static let cancel = Phrase("cancel", context: "request")
  fileprivate static let pause = Phrase("pause", context: "request")
  fileprivate static let resume = Phrase("resume", context: "request")
  fileprivate static let dismiss = Phrase("dismiss", context: "request")
  fileprivate static let restart = Phrase("restart", context: "request")
  fileprivate static let answer = Phrase("answer", context: "request")
}
