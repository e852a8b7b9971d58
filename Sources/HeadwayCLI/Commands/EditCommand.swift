import ArgumentParser
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The command `headway edit N`: changes a queued task, by options or in an editor.
///
/// ```sh
/// headway edit 7 --at 22:00 --env LEVEL=2
/// ```
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a queued task.",
    discussion: """
      Without options, headway edit opens the task as TOML in $VISUAL, $EDITOR or vi. Save the \
      changed text to change the task; leave it as it is, or empty the file, to change nothing.
      A command after -- gets the environment, directory and umask of this shell. A command that \
      is changed in the editor keeps its own. If one of the changes can't be made, none is made.
      """)

  @OptionGroup var changes: EditOptions

  @Argument(
    help: ArgumentHelp("The task, by number or identifier (--id), or last.", valueName: "task"),
    completion: TaskCompletion.queued, transform: OneTask.parse)
  var task: OneTask

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The new command, after --.", valueName: "command"))
  var words: [String] = []

  @OptionGroup var machine: HostOptions

  /// Makes all changes, or none of them. Everything that this process can refuse is refused before
  /// the hub is asked.
  mutating func run() throws {
    let task = try task.resolve()
    guard !changes.areEmpty || !words.isEmpty else { return try TaskEditor.edit(task) }
    var change = try changes.change()
    if !words.isEmpty {
      let command = try newCommand(of: task)
      change.payload = try LaunchPayload.ofThisProcess(command)
      change.edit.command = EditedCommand(
        command.map { SanitisedText($0.string, limit: .line) })
    }
    try change.make(to: task)
  }

  private func newCommand(of task: TaskReference) throws(CommandFailure) -> [RawText] {
    let command = try CommandWords.command(words, of: "edit")
    try CommandWords.refuseNoName(command, of: "edit")
    try CommandWords.refuseShellSyntax(command, of: "edit \(task)")
    return command
  }
}

/// The options of `headway edit`.
struct EditOptions: ParsableArguments {
  @Option(name: .long, parsing: .unconditional, help: "Set the card's title.")
  var title: String?

  @Flag(name: .long, help: "Show the command line as title again.")
  var noTitle = false

  @Option(
    name: .long, parsing: .unconditional,
    help: "Set the priority, -1000 to 1000. Higher starts first.",
    transform: priorityNumber)
  var priority: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Start at this time or later, as for submit.", valueName: "time"),
    transform: StartTime.parse)
  var at: StartTime?

  @Flag(name: .long, help: "Start at any time.")
  var noAt = false

  @OptionGroup var series: SeriesOptions

  @Flag(name: .long, help: "Run only once from now on.")
  var noEvery = false

  @Option(
    name: .long, parsing: .unconditional, help: "Move the task to another group.",
    completion: GroupCompletion.kind)
  var group: String?

  @Flag(name: .long, help: "Take the task out of its group.")
  var noGroup = false

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Start once these tasks have succeeded: 7, 8,9, an identifier, last. Can be repeated. "
        + "--after and --after-any replace all earlier ones.", valueName: "tasks"),
    completion: TaskCompletion.allOrLast, transform: TaskList.parse)
  var after: [TaskList] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Start once these tasks have ended. Can be repeated.", valueName: "tasks"),
    completion: TaskCompletion.allOrLast, transform: TaskList.parse)
  var afterAny: [TaskList] = []

  @Flag(name: .long, help: "Wait for no other task.")
  var noAfter = false

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Wait for a resource. Can be repeated. Replaces all earlier ones.",
      valueName: "resource[=n]"),
    transform: ResourceNeed.parse)
  var needs: [ResourceNeed] = []

  @Flag(name: .long, help: "Need no resource.")
  var noNeeds = false

  @OptionGroup var place: PlaceOptions

  /// Whether there is nothing to change.
  var areEmpty: Bool {
    title == nil && priority == nil && at == nil && group == nil && place.areEmpty
      && series.every == nil && !noEvery
      && !noTitle && !noAt && !noGroup && !noAfter && !noNeeds && after.isEmpty
      && afterAny.isEmpty && needs.isEmpty
  }

  /// Checks each option, and that no option contradicts another.
  mutating func validate() throws {
    if let title, SanitisedText(title).isBlank {
      throw ValidationError(localized: "--title is blank; give a visible title, or --no-title")
    }
    if let group, SanitisedText(group, limit: .identifier).isBlank {
      throw ValidationError(localized: "--group is empty; name a group, or give --no-group")
    }
    let pairs = [
      ("title", title != nil, noTitle), ("at", at != nil, noAt), ("group", group != nil, noGroup),
      ("after", !after.isEmpty || !afterAny.isEmpty, noAfter), ("needs", !needs.isEmpty, noNeeds),
      ("every", series.every != nil, noEvery),
    ]
    for (name, isSet, isCleared) in pairs where isSet && isCleared {
      throw ValidationError(
        localized: "--\(name) and --no-\(name) contradict each other; leave one out")
    }
    var named: Set<String> = []
    for need in needs where !named.insert(need.name).inserted {
      throw ValidationError(
        localized: "--needs \(need.name) is given twice; give --needs \(need.name)=N once")
    }
    guard (after + afterAny).taskCount <= LaunchTerms.listLimit else {
      throw ValidationError(localized: "too many of --after; give at most \(LaunchTerms.listLimit)")
    }
  }

  /// The changes, without a new command.
  func change() throws(CommandFailure) -> TaskChange {
    var change = TaskChange()
    change.edit = TaskEdit(priority: priority)
    change.edit.title = noTitle ? EditedValue.cleared : title.map { .set(SanitisedText($0)) }
    change.edit.group =
      noGroup ? EditedValue.cleared : group.map(EditedValue.init(group:))
    change.edit.earliest = noAt ? EditedValue.cleared : at.map { .set($0.earliest) }
    change.edit.series =
      noEvery
      ? EditedValue.cleared
      : series.every.map {
        .set(EditedSeries($0, overlap: series.overlap, catchesUp: series.catchUp))
      }
    if noAfter || !after.isEmpty || !afterAny.isEmpty {
      var (strict, lax) = (after, afterAny)
      try strict.resolveLast()
      try lax.resolveLast()
      change.edit.dependencies =
        strict.dependencies(needingSuccess: true) + lax.dependencies(needingSuccess: false)
    }
    if noNeeds || !needs.isEmpty {
      change.edit.needs = Dictionary(uniqueKeysWithValues: needs.map { ($0.name, $0.count) })
    }
    change.patch = try place.patch()
    return change
  }
}
