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

  /// The question with the title of a single task.
  var text: String { question(about: name) }

  /// The question without a title, for a narrow footer.
  var shortText: String {
    question(about: tasks.count == 1 ? tasks[0].name : name)
  }

  private func question(about what: String) -> String {
    switch action {
    case .cancel: "Cancel \(what)?"
    case .kill: "Kill \(what)?"
    case .stop: "Stop \(what)?"
    case .restart: "Restart \(what)? It succeeded."
    }
  }

  /// The tasks in words: `7 'Nightly backup'`, `3 tasks`, or `3 tasks of build1`.
  var name: String {
    guard let first = tasks.first, tasks.count == 1 else {
      let hosts = Set(tasks.map(\.host))
      let machines = hosts.count == 1 ? hosts.first??.name : "\(hosts.count) machines"
      return "\(tasks.count) tasks" + (machines.map { " of \($0)" } ?? "")
    }
    return "\(first.name) '\(first.title)'"
  }
}
