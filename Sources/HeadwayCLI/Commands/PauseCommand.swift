import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwayWire

/// The command `headway pause N…`: stops tasks until `headway resume`.
struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause tasks until headway resume.",
    discussion: """
      Headway stops a command and all its children (SIGSTOP). The terminal stays as it is, and \
      Ctrl-C there still cancels the command. A program that uses the library learns of the pause. \
      A paused task doesn't count as stalled. A pause survives a restart of the hub. A queued task \
      is put on hold until headway resume.
      With --group or --all the groups stay paused too: tasks that are submitted meanwhile wait \
      until headway resume --group or --all. The group default is that of the tasks without one.
      """)

  @OptionGroup var options: SelectionOptions

  @Flag(name: .long, help: "With --group or --all: only hold the queue; running tasks go on.")
  var wait = false

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"),
    completion: TaskCompletion.liveOrLast, transform: TaskName.parse)
  var tasks: [TaskName] = []

  @OptionGroup var machine: HostOptions

  mutating func validate() throws {
    try options.validate(tasks, of: "pause")
    if wait, options.groups == nil {
      throw ValidationError(
        localized: "--wait holds a queue; give --group or --all without --filter")
    }
  }

  /// Asks the hub to pause each task. The pause is part of the record and survives a restart of the
  /// hub.
  mutating func run() throws {
    if let groups = options.groups {
      return try groups.pause(sparingTasks: wait, asks: !options.yes)
    }
    try askForEachTask(try options.resolve(tasks, for: .pause)) {
      PauseMessage(task: $0, request: $1)
    }
  }
}

/// The command `headway resume N…`: continues paused tasks.
struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Resume paused tasks, and release queued tasks on hold.",
    discussion: """
      A command that Ctrl-Z stopped continues in the background, as with the shell's bg. For a \
      queued task that isn't on hold, headway resume says what the task waits for.
      --group and --all also end the pause of the groups, and continue their paused tasks. Queued \
      tasks that a person put on hold (submit --hold, pause 7) stay on hold; headway resume 7 \
      releases one.
      """)

  @OptionGroup var options: SelectionOptions

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"),
    completion: TaskCompletion.liveOrLast, transform: TaskName.parse)
  var tasks: [TaskName] = []

  @OptionGroup var machine: HostOptions

  mutating func validate() throws { try options.validate(tasks, of: "resume") }

  mutating func run() throws {
    if let groups = options.groups { return try groups.resume(asks: !options.yes) }
    try askForEachTask(try options.resolve(tasks, for: .resume)) {
      ResumeMessage(task: $0, request: $1)
    } hearing: { answer in
      answer.showNotice()
    }
  }
}
