internal import HeadwayModel

// Who is told of what happens to tasks: hooks at once, people of all that happens together.
extension HubState {
  /// A task has ended, asks or waits: its hook runs, and the news are gathered where somebody is to
  /// be notified.
  mutating func tell(_ event: TaskNews.Event, of key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let news = news(event, of: key, at: now) else { return [] }
    return (hook(for: news).map { [.runHook($0)] } ?? []) + gather(news)
  }

  /// The effects of `tell` for an end. The hook runs once the record has the end.
  mutating func tellOfEnd(
    of key: TaskKey, at now: Moment
  ) -> (hook: [AfterCommit], effects: [HubEffect]) {
    guard let task = tasks[key], mayTell(.finish, of: task), isWorthANote(task),
      let news = news(.finish, of: key, at: now)
    else { return ([], []) }
    return (hook(for: news).map { [.runHook($0)] } ?? [], gather(news))
  }

  /// Whether anybody could hear of the event, so that its news are worth gathering.
  private func mayTell(_ event: TaskNews.Event, of task: TrackedTask) -> Bool {
    settings.telling.hook(for: event) != nil || task.description.notifiesOfEnd
      || settings.telling.notifiesOfAll
  }

  private func news(_ event: TaskNews.Event, of key: TaskKey, at now: Moment) -> TaskNews? {
    tasks[key].map { task in
      TaskNews(
        event, task.snapshot(at: now), launch: task.description.launch,
        isRequested: task.description.notifiesOfEnd)
    }
  }

  /// Whether the end is worth a notification. A person's removal from the queue isn't, nor is the
  /// end of a subtask whose parent goes on.
  private func isWorthANote(_ task: TrackedTask) -> Bool {
    if task.awaitsBegin, task.ending?.reason == .cancelled(by: .user) { return false }
    return !lineage(of: task.key).dropFirst().contains { tasks[$0]?.isLive == true }
  }

  private func hook(for news: TaskNews) -> HookCommand? {
    settings.telling.hook(for: news.event).map { HookCommand($0, for: news) }
  }

  private mutating func gather(_ news: TaskNews) -> [HubEffect] {
    let isTold = NewsChannel.allCases.contains { settings.telling.tells(of: news, on: $0) }
    guard isTold, pendingNotifications.gather(news) else { return [] }
    return [.gatherNews(within: PendingNotifications.gatheringTime)]
  }

  /// Sends the gathered news that still count, unless somebody sees them anyway or quiet hours
  /// apply.
  mutating func notify(at time: TimeOfDay) -> [HubEffect] {
    let news = pendingNotifications.takeAll().filter { isStillTrue($0) }
    guard pendingNotifications.focusedMonitors.isEmpty,
      settings.telling.quiet?.contain(time) != true
    else {
      return []
    }
    return NewsChannel.allCases.compactMap { channel in
      let told = news.filter { settings.telling.tells(of: $0, on: channel) }
      return NewsNotification(told).flatMap { effect($0, on: channel) }
    }
  }

  private func isStillTrue(_ news: TaskNews) -> Bool {
    switch news.event {
    case .finish: true
    case .stall: tasks[news.task.key]?.stall.question != nil
    case .input: tasks[news.task.key]?.inputWait != nil
    }
  }

  private func effect(_ notification: NewsNotification, on channel: NewsChannel) -> HubEffect? {
    switch channel {
    case .desktop: .showOnDesktop(notification)
    case .tmux: .showInTmux(notification)
    case .terminal: .showInMonitors(notification)
    case .command:
      settings.telling.command.map { .runHook(HookCommand($0, for: notification)) }
    }
  }

  mutating func noteFocus(_ connection: ConnectionID, _ isFocused: Bool) -> [HubEffect] {
    guard peers[connection] != nil else { return [] }
    if isFocused {
      pendingNotifications.focusedMonitors.insert(connection)
    } else {
      pendingNotifications.focusedMonitors.remove(connection)
    }
    return []
  }

  /// Notifies of a task that has waited at its terminal for longer than somebody who sits there
  /// takes. The record keeps that, so that a later hub doesn't notify again.
  mutating func tellOfInput(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let due = tasks[key]?.tellsOfInputAt, due <= now.awake else { return [] }
    tasks[key]?.isInputTold = true
    guard let task = tasks[key], let news = news(.input, of: key, at: now) else { return [] }
    let hook = hook(for: news).map { [AfterCommit.runHook($0)] } ?? []
    return [.save(TaskRecord(task), then: hook)] + gather(news)
  }
}
