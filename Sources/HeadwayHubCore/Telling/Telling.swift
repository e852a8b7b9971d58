internal import HeadwayModel

/// Decides about hooks and notifications. Each event runs its hook. Notifications are gathered for
/// a second, and people get one for all of them.
struct Telling: Sendable {
  /// The monitors that a person looks at now.
  private var focusedMonitors: Set<ConnectionID> = []
  /// The number of ends since the hub started, by their reason.
  private(set) var ends: [EndWord: Int] = [:]
  /// The news for the next notification.
  private var gathered: [TaskNews] = []
  /// The last line about a group that a failure paused, for the next notification.
  private var pause: SanitisedText?

  /// The time for which the hub gathers news before it notifies.
  private static let gatheringTime: Duration = .seconds(1)

  /// Runs the hook of a question, and gathers the news for a notification.
  mutating func tellOfQuestion(_ key: TaskKey, in hub: inout HubContext) {
    guard let news = news(.stall, of: key, in: hub) else { return }
    if let hook = hook(for: news, in: hub) { hub.perform(.runHook(hook)) }
    gather(news, in: &hub)
  }

  /// Runs the hook of an end once the record has the end, and gathers the news for a notification.
  mutating func tellOfEnd(_ key: TaskKey, in hub: inout HubContext) {
    noteEnd(of: key, in: &hub)
    guard let task = hub.tasks[key], mayTell(.finish, of: task, in: hub),
      isWorthTelling(task, in: hub), let news = news(.finish, of: key, in: hub)
    else { return }
    if let hook = hook(for: news, in: hub) { hub.confirm(key, then: [.runHook(hook)]) }
    gather(news, in: &hub)
  }

  private mutating func noteEnd(of key: TaskKey, in hub: inout HubContext) {
    if let reason = hub.tasks[key]?.end?.ending.reason { ends[reason.word, default: 0] += 1 }
    guard hub.settings.telling.journal, let task = hub.tasks[key],
      let entry = JournalEntry(of: task.snapshot(at: hub.now))
    else { return }
    hub.perform(.noteInJournal(entry))
  }

  /// Runs the hook of a wait for input, or of what a program says of itself, and gathers the news for
  /// a notification, once a person at the terminal had time to answer.
  ///
  /// The record keeps that the hub told of the wait, so that a later hub doesn't tell of it again.
  mutating func tellOfInput(_ key: TaskKey, in hub: inout HubContext) {
    guard let due = hub.tasks[key]?.tellsOfInputAt, due <= hub.now.awake else { return }
    guard let task = hub.tasks[key], let event = task.input.news else { return }
    // What nobody is told of doesn't put the next news off.
    let toldAt = mayTell(event, of: task, in: hub) ? hub.now.awake : task.input.toldAt
    hub.change(key) { ($0.input.isTold, $0.input.toldAt) = (true, toldAt) }
    guard let news = news(event, of: key, in: hub) else { return }
    hub.save(key, then: hook(for: news, in: hub).map { [.runHook($0)] } ?? [])
    gather(news, in: &hub)
  }

  /// Whether a hook or a channel may want the event. The hub doesn't make the news of other events.
  private func mayTell(
    _ event: TaskNews.Event, of task: TrackedTask, in hub: HubContext
  ) -> Bool {
    let telling = hub.settings.telling
    return telling.hook(for: event) != nil || task.description.notifiesOfEnd
      || telling.notifiesOfAll
  }

  private func news(
    _ event: TaskNews.Event, of key: TaskKey, in hub: HubContext
  ) -> TaskNews? {
    hub.tasks[key].map { task in
      TaskNews(
        event, task.snapshot(at: hub.now), launch: task.description.launch,
        isRequested: task.description.notifiesOfEnd)
    }
  }

  /// Whether the end is worth a hook and a notification. A queued task that a person cancelled
  /// isn't, nor is a subtask whose parent is live.
  private func isWorthTelling(_ task: TrackedTask, in hub: HubContext) -> Bool {
    if task.awaitsBegin, task.end?.ending.reason == .cancelled(by: .user) { return false }
    return !hub.tasks.ancestors(of: task.key).contains(where: \.isLive)
  }

  private func hook(for news: TaskNews, in hub: HubContext) -> HookCommand? {
    hub.settings.telling.hook(for: news.event).map { HookCommand($0, for: news) }
  }

  private mutating func gather(_ news: TaskNews, in hub: inout HubContext) {
    let telling = hub.settings.telling
    guard NewsChannel.allCases.contains(where: { telling.tells(of: news, on: $0) }) else { return }
    gathered.append(news)
    if gathered.count == 1, pause == nil { hub.perform(.gatherNews(within: Self.gatheringTime)) }
  }

  /// Sends the gathered news, except questions and waits that are over by now.
  ///
  /// The hub sends nothing if a person looks at a monitor, or in quiet hours.
  ///
  /// - Parameter time: the user's time of day.
  mutating func notify(at time: TimeOfDay, in hub: inout HubContext) {
    let news = gathered.filter { isStillTrue($0, in: hub) }
    let pause = pause
    (gathered, self.pause) = ([], nil)
    let telling = hub.settings.telling
    guard focusedMonitors.isEmpty, telling.quiet?.contain(time) != true else { return }
    for channel in NewsChannel.allCases {
      // The user's own command is a program, and programs get English.
      let catalog = channel == .command ? nil : hub.catalog
      if let pause, telling.notifiesOfAll(on: channel) {
        send(Self.worded(by: catalog) { .init(pause: pause) }, on: channel, in: &hub)
      }
      let told = news.filter { telling.tells(of: $0, on: channel) }
      guard let notification = Self.worded(by: catalog, { NewsNotification(told) }) else {
        continue
      }
      send(notification, on: channel, in: &hub)
    }
  }

  private static func worded<Result>(
    by catalog: MessageCatalog?, _ notification: () -> Result
  ) -> Result {
    catalog.map { $0.during(notification) } ?? notification()
  }

  private func isStillTrue(_ news: TaskNews, in hub: HubContext) -> Bool {
    switch news.event {
    case .finish: true
    case .stall: hub.tasks[news.task.key]?.stall.question != nil
    case .input, .done, .error: hub.tasks[news.task.key]?.input.news == news.event
    }
  }

  private func send(
    _ notification: NewsNotification, on channel: NewsChannel, in hub: inout HubContext
  ) {
    switch channel {
    case .desktop: hub.perform(.showOnDesktop(notification))
    case .tmux: hub.perform(.showInTmux(notification))
    case .terminal: hub.perform(.showInMonitors(notification))
    case .command:
      guard let command = hub.settings.telling.command else { return }
      hub.perform(.runHook(HookCommand(command, for: notification)))
    }
  }

  /// Notes whether a person looks at a monitor.
  mutating func noteFocus(_ connection: ConnectionID, _ isFocused: Bool, in hub: HubContext) {
    if isFocused, hub.connections[connection] != nil {
      focusedMonitors.insert(connection)
    } else {
      focusedMonitors.remove(connection)
    }
  }
}

extension NewsNotification {
  /// The notification about a group that a failure paused.
  fileprivate init(pause line: SanitisedText) {
    self.init(
      summary: String(localized: "Queue paused"), body: line.localized, isUrgent: true)
  }
}

// Paused groups.
extension Telling {
  /// Says in the hub's log that a failure paused a group, and notifies on the channels that show all
  /// tasks.
  mutating func tellOfPause(_ line: SanitisedText, in hub: inout HubContext) {
    hub.perform(.log(line.string))
    guard hub.settings.telling.notifiesOfAll else { return }
    if gathered.isEmpty, pause == nil { hub.perform(.gatherNews(within: Self.gatheringTime)) }
    pause = line
  }
}
