import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// The command `headway priority N… P`: changes the priority of queued tasks.
struct PriorityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "priority", abstract: "Change the priority of queued tasks; higher starts first.")

  @OptionGroup var options: SelectionOptions

  @Argument(
    help: ArgumentHelp(
      "Tasks (7, 61-70, an identifier, last), then the priority: -1000 to 1000. New tasks have 0.",
      valueName: "task-or-priority"),
    completion: TaskCompletion.queuedOrLast)
  var words: [String] = []

  @OptionGroup var machine: HostOptions

  mutating func validate() throws {
    _ = try priority
    try options.validate(try tasks, of: "priority")
  }

  mutating func run() throws {
    let adjustment = QueueAdjustment.priority(try priority)
    try adjust(try options.resolve(try tasks, for: .prioritise), adjustment)
  }

  /// The last word.
  private var priority: Int {
    get throws {
      guard let word = words.last, words.count > 1 || options.choosesByProperty else {
        throw ValidationError(
          localized: "priority needs tasks and a number, like headway priority 7 8 10")
      }
      do {
        return try priorityNumber(word)
      } catch {
        throw ValidationError(
          localized: """
            \(SanitisedText(word)) is no priority; give a number from -1000 to 1000, higher starts \
            first
            """)
      }
    }
  }

  /// The words before the last.
  private var tasks: [TaskName] {
    get throws {
      try words.dropLast().map { word in
        guard let name = TaskName(argument: word) else {
          throw ValidationError(
            localized: "\(SanitisedText(word)) doesn't name a task; give \(TaskName.allowedWords)")
        }
        return name
      }
    }
  }

  /// The command line with a `--` before a negative priority at its end, and before a negative
  /// number of slots, because ArgumentParser would take `-5` for an option. Other command lines are
  /// returned unchanged.
  static func markingNumbers(in words: [String]) -> [String] {
    if words.starts(with: ["group", "slots"]), !words.contains("--"),
      let place = words.lastIndex(where: { Int($0) ?? 0 < 0 })
    {
      return words[..<place] + ["--"] + words[place...]
    }
    guard words.first == configuration.commandName, let last = words.last,
      let number = Int(last), number < 0, !words.contains("--")
    else { return words }
    let first = words.dropFirst().firstIndex { !$0.hasPrefix("-") && !Self.isValue($0, in: words) }
    let place = first ?? words.count - 1
    return words[..<place] + ["--"] + words[place...]
  }

  /// Whether `word` is the value of `--group` or `--filter`.
  private static func isValue(_ word: String, in words: [String]) -> Bool {
    words.firstIndex(of: word).map { $0 > 0 && ["--group", "--filter"].contains(words[$0 - 1]) }
      ?? false
  }
}

/// The command `headway switch N M`: swaps two queued tasks.
struct SwitchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch", abstract: "Swap the places of two queued tasks.")

  @Argument(
    help: ArgumentHelp("A task, by number or identifier (--id), or last.", valueName: "task"),
    completion: TaskCompletion.queued, transform: OneTask.parse)
  var task: OneTask

  @Argument(
    help: ArgumentHelp("The other task.", valueName: "other-task"),
    completion: TaskCompletion.queued, transform: OneTask.parse)
  var other: OneTask

  @OptionGroup var machine: HostOptions

  mutating func run() throws { try adjust([task.resolve()], .place(of: other.resolve())) }
}

/// The command `headway start N…`: starts queued tasks now, and resumes paused ones.
struct StartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Start queued tasks now, and resume paused ones.",
    discussion: """
      A queued task starts without a free slot, ahead of its time, on hold or not, and whatever \
      --when says. The task still waits for the tasks of --after and --after-any, for the resources \
      of --needs, and for the conditions of --while.
      """)

  @OptionGroup var options: SelectionOptions

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"),
    completion: TaskCompletion.liveOrLast, transform: TaskName.parse)
  var tasks: [TaskName] = []

  @OptionGroup var machine: HostOptions

  mutating func validate() throws { try options.validate(tasks, of: "start") }

  /// Starts the tasks. Says which of them still wait, because only a person can tell whether the
  /// wait is meant.
  mutating func run() throws {
    let tasks = try options.resolve(tasks, for: .start)
    try adjust(tasks, .start)
    let listed = try Hub.ask { client throws(LinkError) in try client.list(all: false) }
    for task in listed where tasks.contains(where: { $0.names(task) }) {
      guard task.state == .queued, let obstacle = task.terms.blockedOn, obstacle != "the record"
      else { continue }
      StandardStreams.complain(
        String(localized: "task \(task.number) still waits for \(localizing: obstacle)"))
    }
  }
}

/// Asks the hub to change queued tasks.
private func adjust(
  _ tasks: [TaskReference], _ adjustment: QueueAdjustment
) throws(CommandFailure) {
  try askForEachTask(tasks) { AdjustMessage(task: $0, adjustment, request: $1) }
}
