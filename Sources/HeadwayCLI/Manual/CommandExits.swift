/// An exit status with its meaning.
struct CommandExit {
  /// The number, or `N` and `128+N`.
  let status: String
  let meaning: String

  init(_ status: String, _ meaning: String) {
    (self.status, self.meaning) = (status, meaning)
  }

  static func done(_ meaning: String) -> CommandExit { CommandExit("0", meaning) }
  static func nothing(_ meaning: String) -> CommandExit { CommandExit("1", meaning) }
  static func usage(_ meaning: String) -> CommandExit { CommandExit("64", meaning) }
  static func failure(_ meaning: String) -> CommandExit { CommandExit("70", meaning) }

  static let wrongUsage = usage("The command line is wrong.")
  static let wrongConfig = usage("The command line or the config is wrong.")
  static let noHub = CommandExit("69", "No hub can be reached, or it doesn't answer.")
  static let output = CommandExit("74", "Standard output can't be written.")
  static let foreignHub = CommandExit(
    "77", "The hub or its folder belongs to somebody else, or others can enter the folder.")
  static let interrupted = CommandExit("130", "Ctrl-C ended the command.")
  static let signalled = CommandExit("128+N", "Signal N ended the command.")
}

/// The exit statuses of each command, for its manual page. The numbers are those of
/// ``HeadwayProgram/ExitStatus``.
enum CommandExits {
  /// The exit statuses of a command in ascending order. The command without words is `headway`
  /// itself.
  static func of(_ words: [String]) -> [CommandExit] {
    let name = words.joined(separator: " ")
    return table[name] ?? [.done("The command is done."), .wrongUsage]
  }

  /// The commands with a list of their own.
  static var names: Set<String> { Set(table.keys) }

  private static let table: [String: [CommandExit]] =
    program.merging(starting) { first, _ in first }
    .merging(managing) { first, _ in first }.merging(installing) { first, _ in first }

  /// The whole table, for headway(1).
  private static let program: [String: [CommandExit]] = [
    "": [
      .done("The command is done."),
      .nothing("The command found nothing, or the hub refused. Standard error says why."),
      .usage("The command line or the config is wrong."),
      CommandExit("65", "headway wake: no periodic task has the identifier."),
      .noHub,
      .failure(
        "Something else went wrong. headway wait, headway attach and headway adopt: the outcome of "
          + "a task is unknown."),
      CommandExit(
        "74", "Standard output can't be written. headway run: output of the command was lost."),
      CommandExit("75", "The task can't start now (--now)."),
      CommandExit(
        "77",
        "The config doesn't permit the identifier, or this machine doesn't have the resource. Or "
          + "the hub or its folder belongs to somebody else."),
      CommandExit(
        "126, 127", "headway run: the command can't be executed, or there is no such command."),
      CommandExit("130", "Ctrl-C ended the command, or the task was cancelled before its turn."),
      CommandExit(
        "128+N",
        "Signal N ended the command. headway run, headway wait, headway attach and headway adopt: "
          + "signal N ended the task."),
      CommandExit(
        "N", "headway run, headway wait, headway attach and headway adopt: the status of the task."),
    ]
  ]

  /// The commands that start tasks, report for them and list them.
  private static let starting: [String: [CommandExit]] = [
    "watch": [
      .done("You left the monitor, or nobody reads the lines any more."), .wrongUsage,
      .failure("The terminal can't be used."), .output, .signalled,
    ],
    "run": [
      CommandExit("N", "The status of the command."),
      .nothing("The hub refused, or a task that --after names didn't succeed."),
      .wrongConfig, .noHub,
      CommandExit("74", "The command succeeded, but part of its output was lost."),
      CommandExit("75", "The command can't start now (--now)."),
      CommandExit(
        "77", "The config doesn't permit the identifier, or this machine doesn't have the resource."
      ),
      CommandExit("126", "The command can't be executed."),
      CommandExit("127", "There is no such command."),
      CommandExit("130", "Ctrl-C ended the wait, or the task was cancelled before its turn."),
      CommandExit("128+N", "Signal N ended the command."),
    ],
    "submit": [
      .done("The command is in the queue, and its number is printed."),
      .nothing("The hub refused: a task that --after names doesn't exist, or the disk is full."),
      .wrongConfig, CommandExit("65", "There is no such file to copy (--send)."),
      CommandExit(
        "69",
        "No hub can be reached. If the hub didn't answer in time, the command may be queued all the "
          + "same."),
      .failure("The current folder was removed, or a copy failed (--send)."), .output,
      CommandExit(
        "75", "The command can't start now (--now), or Slurm doesn't answer (--on slurm)."),
      CommandExit(
        "77",
        "The config doesn't permit the identifier, this machine doesn't have the resource, or Slurm "
          + "refuses the job (--on slurm)."),
    ],
    "adopt": [
      CommandExit(
        "N", "The status of the process, if it can be known. 0 if the hub watches the job of Slurm."
      ),
      .nothing("There is no such process."), .wrongConfig, .noHub,
      .failure("The status of the process is unknown, or the process can't be watched."), .output,
      CommandExit(
        "77",
        "The process or the hub belongs to another user, or Slurm has no such job of this user, or the job is over, or has a card already."
      ),
      CommandExit("128+N", "Signal N ended the process, or the watch. Ctrl-C gives 130."),
    ],
    "update": [
      .done(
        "The report is sent. A report for the script's own task exits 0 whatever happens to the "
          + "hub."),
      .nothing("There is no such task (--task)."),
      .usage("The command line is wrong, or the script doesn't run in a task."),
      .noHub, .foreignHub,
    ],
    "hosts": [
      .done("Every machine answered."), .wrongConfig,
      CommandExit("69", "A machine can't be reached."), .output,
    ],
    "hosts list": [
      .done("Every machine answered."), .wrongConfig,
      CommandExit("69", "A machine can't be reached."), .output,
    ],
    "hosts install": [
      .done("Every machine has the programs."), .wrongConfig,
      CommandExit("69", "A machine can't be reached, or headwayd isn't found here."),
      .failure("The programs can't be read here, stored there or run there."), .output,
      CommandExit("77", "A machine has another system, or a newer version (--force)."),
    ],
    "list": [
      .done("The list is printed, even if it is empty."),
      .nothing("No task is listed (--exit-status)."), .wrongUsage, .noHub, .output, .foreignHub,
    ],
    "show": [
      .done("The tasks are printed."), .nothing("There is no such task, or your answer was no."),
      .wrongUsage, .noHub, .output, .foreignHub,
    ],
    "history": [
      .done("The record is printed, even if nothing has ended."), .wrongUsage, .noHub, .output,
      .foreignHub,
    ],
    "metrics": [
      .done("The numbers are printed, or the file is replaced."), .wrongConfig, .noHub,
      .failure("The file can't be written."), .output, .foreignHub,
    ],
    "ack": [
      .done("The ends are acknowledged."),
      .nothing("There is no such task, it hasn't ended, or your answer was no."), .wrongUsage,
      .noHub, .foreignHub,
    ],
    "clean": [
      .done("The tasks are deleted, or there was nothing to delete."),
      .nothing("There is no such ended task, a queued task needs it, or your answer was no."),
      .usage("The command line is wrong, or a script gave neither tasks nor a filter nor --all."),
      .noHub, .output, .foreignHub,
    ],
    "status": [
      .done("A line is printed."), .nothing("There is nothing to show, or no hub runs."),
      .usage("The format is wrong."), CommandExit("69", "The hub doesn't answer."), .output,
    ],
    "logs": [
      .done("The output is printed."),
      CommandExit("N", "With --exit-status: the status of the task, or the highest of several."),
      .nothing(
        "There is no such task, or none of its output is kept. With --follow, also: more than 256 "
          + "tasks wrote at once, and some were left out."), .wrongUsage, .noHub,
      .failure("The log can't be watched."), .output, .foreignHub, .interrupted,
    ],
  ]
}
