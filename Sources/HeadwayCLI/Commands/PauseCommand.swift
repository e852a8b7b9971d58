import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwayWire

/// The command `headway pause N…`: stops tasks until `headway resume`.
struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Stop tasks until headway resume.",
    discussion: """
      A command stops with all that it started (SIGSTOP); its terminal stays as it is, and Ctrl-C \
      there still cancels it. A program that uses the library is told. Their clocks stand. A pause \
      lasts, whatever becomes of the hub.
      """)

  @Argument(
    help: ArgumentHelp("Tasks, by number or identifier (--id).", valueName: "task"),
    completion: TaskCompletion.live)
  var tasks: [TaskReference]

  /// Asks the hub to pause each task. The pause is part of the record and survives a restart of the
  /// hub.
  mutating func run() throws {
    try forEachTask(tasks) { client, task throws(LinkError) in
      try client.ask(PauseMessage(task: task, request: client.nextRequest())) {
        $0.isOk ? () : nil
      }
    }
  }
}

/// The command `headway resume N…`: continues paused tasks.
struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Let paused tasks go on.",
    discussion: """
      What was stopped by Ctrl-Z goes on in the background, as with the shell's bg.
      """)

  @Argument(
    help: ArgumentHelp("Tasks, by number or identifier (--id).", valueName: "task"),
    completion: TaskCompletion.live)
  var tasks: [TaskReference]

  mutating func run() throws {
    try forEachTask(tasks) { client, task throws(LinkError) in
      try client.ask(ResumeMessage(task: task, request: client.nextRequest())) {
        $0.isOk ? () : nil
      }
    }
  }
}
