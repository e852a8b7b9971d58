import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// The command `headway restart N…`: queues ended tasks again, under their numbers.
struct RestartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restart",
    abstract: "Queue tasks that have ended again: the same number, the next attempt.",
    discussion: "Of what --retry allowed they have what is left.")

  @Argument(
    help: ArgumentHelp("Tasks, by number or identifier (--id).", valueName: "task"),
    completion: TaskCompletion.restartable)
  var tasks: [TaskReference]

  /// Asks the hub for the next attempt of each task.
  mutating func run() throws {
    try forEachTask(tasks) { client, task throws(LinkError) in
      try client.ask(RestartMessage(task: task, request: client.nextRequest())) {
        $0.isOk ? () : nil
      }
    }
  }
}

/// The command `headway priority N P`: changes the priority of a queued task.
struct PriorityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "priority", abstract: "Change the priority of a queued task; higher goes first.")

  @Argument(
    help: ArgumentHelp("The task, by number or identifier (--id).", valueName: "task"),
    completion: TaskCompletion.queued)
  var task: TaskReference

  @Argument(
    help: "-1000 to 1000; tasks have 0 unless they were given another.", transform: priorityNumber)
  var priority: Int

  mutating func run() throws { try adjust(task, .priority(priority)) }

  /// The command line `priority 7 -5` with a `--`, because ArgumentParser would take `-5` for an
  /// option. Other command lines are returned unchanged.
  static func markingNumbers(in words: [String]) -> [String] {
    guard words.count == 3, words[0] == configuration.commandName,
      let number = Int(words[2]), number < 0
    else { return words }
    return [words[0], "--", words[1], words[2]]
  }
}

/// The command `headway switch N M`: swaps two queued tasks.
struct SwitchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch", abstract: "Let two queued tasks change places.")

  @Argument(
    help: ArgumentHelp("A task, by number or identifier (--id).", valueName: "task"),
    completion: TaskCompletion.queued)
  var task: TaskReference

  @Argument(
    help: ArgumentHelp("The other one.", valueName: "other-task"),
    completion: TaskCompletion.queued)
  var other: TaskReference

  mutating func run() throws { try adjust(task, .place(of: other)) }
}

/// The command `headway edit N`: changes the title, priority or command of a queued task.
struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a queued task: its title, its priority, its command.",
    discussion: """
      A new command gets the environment, directory and umask from which it is given.
      """)

  @Option(name: .long, help: "What the card is called.")
  var title: String?

  @Option(
    name: .long, parsing: .unconditional, help: "Higher goes first: -1000 to 1000.",
    transform: priorityNumber)
  var priority: Int?

  @Argument(
    help: ArgumentHelp("The task, by number or identifier (--id).", valueName: "task"),
    completion: TaskCompletion.queued)
  var task: TaskReference

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("Another command, after --.", valueName: "command"))
  var words: [String] = []

  /// Checks that there is something to change, and that the title isn't blank.
  mutating func validate() throws {
    if let title, SanitisedText(title).isBlank {
      throw ValidationError("--title shows nothing; give one that does")
    }
    if title == nil, priority == nil, words.isEmpty {
      throw ValidationError("nothing to change; give --title, --priority or a command after --")
    }
  }

  /// Makes the changes one after the other. A refused change leaves the earlier ones in place.
  mutating func run() throws {
    if let title { try adjust(task, .title(SanitisedText(title))) }
    if let priority { try adjust(task, .priority(priority)) }
    if !words.isEmpty { try changeCommand() }
  }

  /// Replaces the command, together with environment, directory and umask.
  private func changeCommand() throws {
    let command = try CommandWords.command(words, of: "edit")
    try CommandWords.refuseNoName(command, of: "edit")
    try CommandWords.refuseShellSyntax(command, of: "edit")
    let payload = try LaunchPayload.ofThisProcess(command)
    let shown = command.map { SanitisedText($0.string, limit: .line) }
    try Hub.ask { client throws(LinkError) in
      let key = try client.key(of: task)
      client.queue(payload, of: key)
      try client.ask(
        AdjustMessage(task: .key(key), .command(shown), request: client.nextRequest())
      ) { $0.isOk ? () : nil }
    }
  }
}

/// Asks the hub to change a queued task.
private func adjust(
  _ task: TaskReference, _ adjustment: QueueAdjustment
) throws(CommandFailure) {
  try forEachTask([task]) { client, task throws(LinkError) in
    try client.ask(AdjustMessage(task: task, adjustment, request: client.nextRequest())) {
      $0.isOk ? () : nil
    }
  }
}
