import ArgumentParser
import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySystem

/// The options by which every command chooses several tasks at once.
///
/// ```sh
/// headway cancel --group ml --filter 'state:stalled'
/// ```
struct SelectionOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional, help: "Choose the tasks of this group.",
    completion: GroupCompletion.kind)
  var group: String?

  @OptionGroup var filter: FilterOption

  @Flag(name: .long, help: "Choose every task that the command can act on.")
  var all = false

  @Flag(name: .long, help: "Don't ask before acting on more than ten tasks.")
  var yes = false

  /// The selection with the words of the command line.
  func selection(_ names: [TaskName]) -> TaskSelection {
    TaskSelection(names: names, group: group, query: filter.query, isAll: all)
  }

  /// Whether the tasks are chosen by properties.
  var choosesByProperty: Bool { selection([]).choosesByProperty }

  /// The groups that the options choose as a whole; nil if they choose single tasks.
  var groups: GroupChoice? {
    guard filter.query.isEmpty else { return nil }
    return all ? .all : group.map(GroupChoice.init)
  }

  /// Throws a `ValidationError` unless the tasks of `command` are chosen in one way.
  func validate(_ names: [TaskName], of command: String) throws {
    try selection(names).validate(of: command)
  }

  /// Finds the chosen tasks, and asks a person once before an action on more than ten.
  func resolve(
    _ names: [TaskName], for action: TaskAction
  ) throws(CommandFailure) -> [TaskReference] {
    let tasks = try selection(names).resolve(for: action)
    if tasks.count > Confirmation.taskLimit, !yes, Confirmation.isPossible,
      !Confirmation.ask(action.question(tasks.count))
    {
      throw CommandFailure("nothing was done", status: .nothing)
    }
    return tasks
  }
}

/// A command's action on tasks: the question before it, and the tasks that it makes sense for.
struct TaskAction: Sendable {
  /// The question before an action on several tasks, such as "Cancel 12 tasks?".
  let question: @Sendable (Int) -> String
  /// Whether the action makes sense for a task. Options and ranges choose only such tasks.
  let applies: @Sendable (TaskSnapshot) -> Bool
  /// Whether the action succeeds if there is nothing to choose.
  let acceptsNone: Bool
  /// Whether the action succeeds for a group without tasks.
  let acceptsEmptyGroup: Bool
  /// Whether the action makes sense for a task that has left the list. Ranges of numbers then find
  /// such tasks too.
  let findsRecorded: Bool

  /// Makes an action.
  init(
    asking question: @escaping @Sendable (Int) -> String, acceptsNone: Bool = false,
    acceptsEmptyGroup: Bool = false, findsRecorded: Bool = false,
    applies: @escaping @Sendable (TaskSnapshot) -> Bool
  ) {
    (self.question, self.acceptsNone, self.applies) = (question, acceptsNone, applies)
    (self.acceptsEmptyGroup, self.findsRecorded) = (acceptsEmptyGroup, findsRecorded)
  }

  static let cancel = TaskAction(asking: { String(localized: "Cancel \($0) tasks?") }) {
    $0.state != .ended
  }
  static let pause = TaskAction(asking: pauseQuestion) {
    $0.state == .queued || $0.worker.isPausable && $0.state != .paused
  }
  static let resume = TaskAction(asking: resumeQuestion) {
    $0.state == .paused || $0.isOnHold
  }
  static let start = TaskAction(asking: { String(localized: "Start \($0) tasks?") }) {
    $0.state == .queued || $0.state == .paused
  }
  static let restart = TaskAction(asking: restartQuestion, findsRecorded: true) {
    $0.state == .ended && $0.isRestartable
  }
  static let prioritise = TaskAction(
    asking: { String(localized: "Change the priority of \($0) tasks?") }
  ) {
    $0.state == .queued
  }
  static let acknowledge = TaskAction(asking: { String(localized: "Acknowledge \($0) tasks?") }) {
    $0.state == .ended
  }
  static let show = TaskAction(
    asking: { String(localized: "Show \($0) tasks?") }, findsRecorded: true
  ) { _ in true }
  static let printLogs = TaskAction(
    asking: { String(localized: "Print the output of \($0) tasks?") }, findsRecorded: true
  ) {
    $0.startedAt != nil
  }
  static let followLogs = TaskAction(
    asking: { String(localized: "Follow the output of \($0) tasks?") }
  ) {
    $0.state != .ended
  }
  /// A periodic task never ends for good.
  static let wait = TaskAction(
    asking: { String(localized: "Wait for \($0) tasks?") }, acceptsEmptyGroup: true,
    findsRecorded: true
  ) {
    $0.terms.refresh == nil || $0.state == .ended
  }

  static let pauseQuestion: @Sendable (Int) -> String = {
    String(localized: "Pause \($0) tasks?")
  }
  static let resumeQuestion: @Sendable (Int) -> String = {
    String(localized: "Resume \($0) tasks?")
  }
  static let restartQuestion: @Sendable (Int) -> String = {
    String(localized: "Restart \($0) tasks?")
  }
}

/// The tasks that a command line chooses, by name or by properties.
struct TaskSelection {
  var names: [TaskName]
  var group: String?
  var query: TaskQuery
  var isAll: Bool

  /// Whether the tasks are chosen by properties.
  var choosesByProperty: Bool { group != nil || !query.isEmpty || isAll }

  /// Whether the hub's list is needed to find the tasks.
  var needsList: Bool {
    choosesByProperty
      || names.contains { if case .task = $0 { false } else { true } }
  }

  /// Throws a `ValidationError` unless the tasks are chosen in one way.
  func validate(of command: String) throws {
    if names.isEmpty, !choosesByProperty {
      throw ValidationError(
        localized: "\(command) needs tasks; name some, or use --group, --filter or --all")
    }
    if !names.isEmpty, choosesByProperty {
      throw ValidationError(
        localized: """
          name tasks or choose them with --group, --filter or --all, not both; leave one out
          """)
    }
    if isAll, group != nil || !query.isEmpty {
      throw ValidationError(
        localized: "--all already chooses all tasks; leave out --group and --filter")
    }
  }

  /// Asks the hub for the tasks if the words alone don't say which they are.
  func resolve(for action: TaskAction) throws(CommandFailure) -> [TaskReference] {
    guard needsList else { return references(among: [], at: .now, for: action).found }
    let tasks = try Hub.ask { client throws(LinkError) in
      let tasks = try client.list(all: false)
      if tasks.isEmpty, names.contains(.last) {
        var position = HistoryPosition(.everything, last: 1)
        let newest = try client.nextPage(of: &position)
        guard action.findsRecorded, let query = recordQuery(newestOf: newest) else { return newest }
        let known = Set(newest.map(\.key))
        return try client.ended(query).filter { !known.contains($0.key) } + newest
      }
      guard action.findsRecorded, let query = recordQuery(newestOf: tasks) else { return tasks }
      let listed = Set(tasks.map(\.key))
      return try client.ended(query).filter { !listed.contains($0.key) } + tasks
    }
    let (found, missing) = references(among: tasks, at: .now, for: action)
    if let missing {
      throw CommandFailure(
        "no task matches \(SanitisedText(missing.description)); see: headway list",
        status: .nothing)
    }
    guard !found.isEmpty else {
      if action.acceptsNone { return [] }
      if let group, !tasks.contains(where: GroupChoice(group).includes) {
        try Self.checkGroup(group)
        if action.acceptsEmptyGroup { return [] }
        throw CommandFailure(
          "no task is in the group \(SanitisedText(group)); see: headway list", status: .nothing)
      }
      throw CommandFailure("no task matches; see: headway list", status: .nothing)
    }
    return found
  }

  /// The query for the tasks on record that the numbers may choose; nil if no numbers do.
  private func recordQuery(newestOf tasks: [TaskSnapshot]) -> TaskQuery? {
    if query.namesNumbers { return query.naming(newestOf: tasks) }
    let ranges = names.compactMap { name in
      if case .range(let range) = name { "\(range.lowerBound)-\(range.upperBound)" } else { nil }
    }
    return ranges.isEmpty ? nil : try? TaskQuery("n:\(ranges.joined(separator: ","))")
  }

  /// Throws if the hub knows no group with the name.
  static func checkGroup(_ group: String) throws(CommandFailure) {
    if GroupChoice(group) == .general { return }
    let names = try GroupCommand.List.groups().compactMap { $0.name?.string }
    let name = Self.name(group).string
    guard !names.contains(name) else { return }
    let meant = names.nearest(to: name).map { " (\(SanitisedText($0))?)" } ?? ""
    throw CommandFailure(
      "there is no group \(SanitisedText(group))\(meant); see: headway group list", status: .usage)
  }

  /// Finds the chosen tasks among `tasks`, each once, in the order of the words and then of numbers.
  ///
  /// - Returns: the tasks, and the first word that names none of them. A number, an identifier or a
  ///   key is passed on without a look at `tasks`: the hub says what is wrong with it.
  func references(
    among tasks: [TaskSnapshot], at now: WallTime, for action: TaskAction
  ) -> (found: [TaskReference], missing: TaskName?) {
    let byNumber = tasks.sorted { $0.number < $1.number }
    guard !choosesByProperty else {
      var meant = self
      meant.query = query.naming(newestOf: tasks)
      let chosen = byNumber.filter { task in
        action.applies(task) && meant.includes(task, at: now)
      }
      return (chosen.map { .key($0.key) }, nil)
    }
    var found: [TaskReference] = []
    for name in names {
      switch name {
      case .task(let reference): found.append(reference)
      case .last:
        guard let last = byNumber.last else { return (found, name) }
        found.append(.key(last.key))
      case .range, .pattern:
        let named = byNumber.filter(name.includes)
        guard !named.isEmpty else { return (found, name) }
        found += named.filter(action.applies).map { .key($0.key) }
      }
    }
    var seen: Set<TaskReference> = []
    return (found.filter { seen.insert($0).inserted }, nil)
  }

  /// Whether the group and the filter choose the task.
  func includes(_ task: TaskSnapshot, at now: WallTime) -> Bool {
    query.matches(task, at: now) && group.map { GroupChoice($0).includes(task) } ?? true
  }

  private static func name(_ group: String) -> SanitisedText {
    SanitisedText(group, limit: .identifier)
  }
}

extension TaskQuery {
  /// The query with the highest number of `tasks` in the place of `last`.
  func naming(newestOf tasks: [TaskSnapshot]) -> TaskQuery {
    guard namesNewest, let newest = tasks.map(\.number).max() else { return self }
    return naming(newest: newest)
  }
}

extension WallTime {
  /// The time now, by the wall clock.
  static var now: WallTime {
    WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
  }
}
