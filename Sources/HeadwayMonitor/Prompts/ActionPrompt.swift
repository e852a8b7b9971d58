import HeadwayModel

/// The question before an action that a person may regret: "Cancel 7 'Nightly backup'?".
struct ActionPrompt: Hashable, Sendable {
  let action: Action
  /// The tasks that the action is about, never empty.
  private(set) var tasks: [Subject]

  /// The action that a yes performs.
  enum Action: Hashable, Sendable {
    case cancel
    /// Kill without SIGTERM and without a grace period.
    case kill
    /// Answer the stall question with "stop".
    case stop
    /// Run a task again that has succeeded.
    case restart
  }

  /// A task as the question names it.
  struct Subject: Hashable, Sendable {
    var key: CardKey
    /// The number, and the machine if it is another one.
    var name: String
    /// The name of the machine. Nil for this one.
    var host: HostName?
    var title: SanitisedText
  }

  /// Creates the question. Nil without tasks.
  init?(_ action: Action, _ cards: [Card]) {
    guard !cards.isEmpty else { return nil }
    self.action = action
    tasks = cards.map {
      Subject(
        key: $0.key, name: $0.task.reference, host: $0.task.host, title: $0.task.title)
    }
  }

  /// The question about the tasks for which `body` returns true. Nil if no task remains. The model
  /// calls this as tasks change while the question is open.
  func filter(_ body: (CardKey) -> Bool) -> ActionPrompt? {
    var rest = self
    rest.tasks = tasks.filter { body($0.key) }
    return rest.tasks.isEmpty ? nil : rest
  }

  /// Whether the action still makes sense for a task in this state.
  func applies(to task: TaskSnapshot) -> Bool {
    switch action {
    case .cancel, .kill: task.isAlive
    case .stop: task.isStalledNow
    case .restart: task.hasEnded
    }
  }

  /// The commands that a yes sends.
  var commands: [MonitorCommand] {
    tasks.map {
      switch action {
      case .cancel: .cancel($0.key, force: false)
      case .kill: .cancel($0.key, force: true)
      case .stop: .answer($0.key, .stop)
      case .restart: .restart($0.key)
      }
    }
  }
}

/// The sentences about the action. A single task is named by number and title, several ones are
/// counted: `3 tasks of build1`.
extension ActionPrompt {
  /// The question with the title of a single task.
  var text: String {
    guard let task = onlyTask else { return question(about: name) }
    return switch action {
    case .cancel: String(localized: "Cancel \(task.name) '\(task.title)'?")
    case .kill: String(localized: "Kill \(task.name) '\(task.title)'?")
    case .stop: String(localized: "Stop \(task.name) '\(task.title)'?")
    case .restart: String(localized: "Restart \(task.name) '\(task.title)'? It succeeded.")
    }
  }

  /// The question without a title, for a narrow footer.
  var shortText: String { question(about: onlyTask?.name ?? name) }

  private func question(about what: String) -> String {
    switch action {
    case .cancel: String(localized: "Cancel \(what)?")
    case .kill: String(localized: "Kill \(what)?")
    case .stop: String(localized: "Stop \(what)?")
    case .restart: String(localized: "Restart \(what)? It succeeded.")
    }
  }

  /// The notice while the action can still be undone.
  ///
  /// - Parameter seconds: The time until the action goes out.
  func heldText(seconds: Int64) -> String {
    switch (action == .stop, onlyTask) {
    case (true, let task?):
      String(localized: "Stopping \(task.name) '\(task.title)' in \(seconds) s.")
    case (true, nil): String(localized: "Stopping \(name) in \(seconds) s.")
    case (false, let task?):
      String(localized: "Cancelling \(task.name) '\(task.title)' in \(seconds) s.")
    case (false, nil): String(localized: "Cancelling \(name) in \(seconds) s.")
    }
  }

  /// The notice once the action is undone.
  var undoneText: String {
    switch (action == .stop, onlyTask) {
    case (true, let task?): String(localized: "\(task.name) '\(task.title)': not stopped")
    case (true, nil): String(localized: "\(name): not stopped")
    case (false, let task?): String(localized: "\(task.name) '\(task.title)': not cancelled")
    case (false, nil): String(localized: "\(name): not cancelled")
    }
  }

  /// The notice on a narrow screen while the action can still be undone: `Stop 7 in 2 s`.
  ///
  /// - Parameter seconds: The time until the action goes out.
  func shortHeldText(seconds: Int64) -> String {
    let what = onlyTask?.name ?? name
    return action == .stop
      ? String(localized: "Stop \(what) in \(seconds) s")
      : String(localized: "Cancel \(what) in \(seconds) s")
  }

  /// The notice on a narrow screen once the action is undone.
  var shortUndoneText: String {
    let what = onlyTask?.name ?? name
    return action == .stop
      ? String(localized: "Not stopped: \(what)")
      : String(localized: "Not cancelled: \(what)")
  }

  private var onlyTask: Subject? { tasks.count == 1 ? tasks.first : nil }

  /// Several tasks in words: `3 tasks`, `3 tasks of build1`, or `3 tasks of 2 machines`.
  private var name: String {
    let count = tasks.count
    let hosts = Set(tasks.map(\.host))
    let machines =
      hosts.count == 1
      ? hosts.first??.name
      : String(
        localized: hosts.count, one: "\(hosts.count) machine", many: "\(hosts.count) machines")
    guard let machines else {
      return String(localized: count, one: "\(count) task", many: "\(count) tasks")
    }
    return String(
      localized: count, one: "\(count) task of \(machines)", many: "\(count) tasks of \(machines)")
  }
}
