import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// The lookup of the task that `attach` and `send` refer to.
enum AttachTarget {
  /// The key of the task, its name for messages, and the task as the hub knows it. A task that is
  /// given by its key needs no question to the hub, because the path of the socket follows from the
  /// key.
  ///
  /// With `toWatch`, refuses a task in whose terminal this process runs: the terminal would show
  /// itself. Throws if the hub doesn't know the task, or if the task has ended or hasn't started.
  static func find(
    _ task: TaskReference, toWatch: Bool = true
  ) throws(CommandFailure) -> (key: TaskKey, name: String, task: TaskSnapshot?) {
    if case .key(let key) = task {
      if toWatch, surrounding == key { throw .inside("\(key)") }
      return (key, "\(key)", nil)
    }
    let (found, tasks) = try begun(task)
    let name = found.number.description
    if let sentence = found.endSentence {
      throw CommandFailure("task \(name) has ended: \(sentence)", status: .nothing)
    }
    if found.state == .queued {
      guard toWatch else { throw .notStarted(name, found.reasonOfWaiting) }
      let words = CommandFailure.notStartedWords(name, found.reasonOfWaiting)
      throw CommandFailure(
        "\(words); to wait for its start: headway attach --wait \(name)", status: .nothing)
    }
    if let streams = found.terms.streams, streams != .terminal {
      throw CommandFailure(
        "task \(name) has no terminal (headway submit --no-tty); see: headway logs --follow \(name)",
        status: .nothing)
    }
    if toWatch, isInside(found.key, tasks) { throw .inside(name) }
    return (found.key, HostHint.reference(found.number), found)
  }

  /// Waits until a queued task has started, and says so on standard error. Does nothing for a task
  /// that isn't queued.
  static func awaitStart(of task: TaskReference) throws(CommandFailure) {
    let (found, _) = try begun(task)
    guard found.state == .queued else { return }
    let name = found.number.description
    let words = CommandFailure.notStartedWords(name, found.reasonOfWaiting)
    StandardStreams.complain(
      String(localized: "\(words); its terminal follows once it does (Ctrl-C gives up)"))
    var wait = StateWait(.running, [.key(found.key)], joins: nil, stop: .allTasks)
    _ = try wait.run()
  }

  /// Returns the task, and all listed tasks. Waits while the hub is just starting the task's command,
  /// because the command has no terminal before.
  private static func begun(
    _ task: TaskReference
  ) throws(CommandFailure) -> (TaskSnapshot, all: [TaskSnapshot]) {
    let limit = SystemClocks.awake + patience
    while true {
      let tasks = try Hub.ask { client throws(LinkError) in try client.list(all: false) }
      guard let found = try pick(task, among: tasks) else { throw .noTask(task) }
      guard found.state == .starting, SystemClocks.awake < limit else { return (found, tasks) }
      SystemClocks.rest(for: .milliseconds(20))
    }
  }

  /// The longest wait for a command that the hub is just starting.
  private static let patience: Duration = .seconds(5)

  /// The live task with that name, otherwise the latest ended one. Throws if several live tasks
  /// match. Nil if no task matches.
  static func pick(
    _ task: TaskReference, among tasks: [TaskSnapshot]
  ) throws(CommandFailure) -> TaskSnapshot? {
    let named = tasks.filter(task.names)
    let live = named.filter { $0.state != .ended }
    if live.count > 1 {
      throw CommandFailure(
        "several tasks have the identifier \(task); name one by its number", status: .usage)
    }
    return live.first ?? named.last
  }

  /// The task in which this process runs. Nil outside of tasks.
  static var surrounding: TaskKey? {
    ProcessEnvironment.variable("HEADWAY_TASK").flatMap { TaskKey($0) }
  }

  /// Whether this process runs in the terminal of `key`, directly or through parents. The loop is
  /// bounded because parents may form a cycle.
  private static func isInside(_ key: TaskKey, _ tasks: [TaskSnapshot]) -> Bool {
    let parents = Dictionary(tasks.map { ($0.key, $0.parent) }) { first, _ in first }
    var next = surrounding
    for _ in tasks.indices {
      guard let task = next else { return false }
      if task == key { return true }
      next = parents[task] ?? nil
    }
    return next == key
  }
}

extension CommandFailure {
  /// The failure for a name that no task has.
  static func noTask(_ task: TaskReference) -> CommandFailure {
    CommandFailure(
      "there is no task \(SanitisedText(task.description)); see: headway list", status: .nothing)
  }

  /// The failure for a task whose terminal would show itself.
  fileprivate static func inside(_ name: String) -> CommandFailure {
    CommandFailure(
      "this terminal belongs to task \(name); attach from another terminal", status: .usage)
  }
}
