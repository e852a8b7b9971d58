/// An exit status with its meaning.
struct CommandExit {
  /// The number, or `N` and `128+N`.
  let status: String
  let meaning: String

  fileprivate init(_ status: String, _ meaning: String) {
    (self.status, self.meaning) = (status, meaning)
  }

  fileprivate static func done(_ meaning: String) -> CommandExit { CommandExit("0", meaning) }
  fileprivate static func nothing(_ meaning: String) -> CommandExit { CommandExit("1", meaning) }
  fileprivate static func usage(_ meaning: String) -> CommandExit { CommandExit("64", meaning) }
  fileprivate static func failure(_ meaning: String) -> CommandExit { CommandExit("70", meaning) }

  fileprivate static let wrongUsage = usage("The command line is wrong.")
  fileprivate static let wrongConfig = usage("The command line or the config is wrong.")
  fileprivate static let noHub = CommandExit("69", "No hub can be reached, or it doesn't answer.")
  fileprivate static let output = CommandExit("74", "Standard output can't be written.")
  fileprivate static let foreignHub = CommandExit(
    "77", "The hub or its folder belongs to somebody else, or others can enter the folder.")
  fileprivate static let interrupted = CommandExit("130", "Ctrl-C ended the command.")
  fileprivate static let signalled = CommandExit("128+N", "Signal N ended the command.")
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
      CommandExit("65", "headway wake: nothing refreshes under the identifier."),
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
      .wrongConfig,
      CommandExit(
        "69",
        "No hub can be reached. If the hub didn't answer in time, the command may be queued all the "
          + "same."),
      .failure("The current folder was removed."), .output,
      CommandExit("75", "The command can't start now (--now)."),
      CommandExit(
        "77", "The config doesn't permit the identifier, or this machine doesn't have the resource."
      ),
    ],
    "adopt": [
      CommandExit("N", "The status of the process, if it can be known."),
      .nothing("There is no such process."), .wrongConfig, .noHub,
      .failure("The status of the process is unknown, or the process can't be watched."), .output,
      CommandExit("77", "The process or the hub belongs to another user."),
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
    "list": [
      .done("The list is printed, even if it is empty."), .wrongUsage, .noHub, .output, .foreignHub,
    ],
    "history": [
      .done("The record is printed, even if nothing has ended."), .wrongUsage, .noHub, .output,
      .foreignHub,
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
      .nothing("There is no such task, or none of its output is kept."), .wrongUsage, .noHub,
      .failure("The log can't be watched."), .output, .foreignHub, .interrupted,
    ],
  ]

  /// The commands that change tasks, wait for them and visit them.
  private static let managing: [String: [CommandExit]] = [
    "attach": [
      .done("You detached, or the task succeeded."),
      CommandExit("N", "The status of the task, if it ended while you were there."),
      .nothing("There is no such task, it has ended or waits, or it has no terminal."),
      .usage(
        "This is no terminal, it is the terminal of the task, or several tasks have the identifier."
      ),
      .noHub, .failure("The outcome of the task is unknown, or the terminal failed."),
      CommandExit("77", "The task or the hub belongs to another user."),
      CommandExit("128+N", "Signal N ended the task, or headway attach itself."),
    ],
    "send": [
      .done("The terminal of the task has taken the text."),
      .nothing("There is no such task, it has no terminal, or it doesn't read the text."),
      .usage("The command line is wrong, or several tasks have the identifier."), .noHub,
      .failure("The connection to the task failed."),
      CommandExit("77", "The task or the hub belongs to another user."),
    ],
    "cancel": changes("The tasks are asked to stop.", "it has ended, or your answer was no"),
    "pause": changes("The tasks are paused.", "it can't be paused, or your answer was no"),
    "resume": changes("The tasks continue.", "it isn't paused, or your answer was no"),
    "answer": changes("The task has the answer.", "or it asks nothing"),
    "restart": changes(
      "The tasks are queued again.", "it can't be restarted, or your answer was no"),
    "priority": changes("The priority is changed.", "it isn't queued, or your answer was no"),
    "switch": changes("The tasks have changed places.", "or it isn't queued"),
    "edit": [
      .done("The task is changed."), .nothing("There is no such task, or it isn't queued."),
      .wrongUsage, .noHub, .failure("The current folder was removed."), .foreignHub,
    ],
    "wait": [
      .done("All tasks succeeded."),
      CommandExit("N", "The highest status of the tasks."),
      .nothing("There is no such task, or a task without an exit status failed or expired."),
      .usage("The command line is wrong, or no task is of the group."), .noHub,
      .failure("The outcome of a task is unknown."), .foreignHub,
      CommandExit("128+N", "Signal N ended a task, or headway wait. A cancelled task has 130."),
    ],
    "wake": [
      .done("The task runs soon."), .wrongUsage,
      CommandExit("65", "Nothing refreshes under the identifier."), .noHub, .foreignHub,
    ],
    "debug launch": changes("The request is launched.", "or no running program has queued it"),
    "debug expire": changes("The task expires.", "or it doesn't run"),
  ]

  /// The commands for the hub, the installation and other programs.
  private static let installing: [String: [CommandExit]] = [
    "hub start": [
      .done("A hub runs."), .wrongUsage, CommandExit("69", "The hub can't be started."),
      leaving, .output, .foreignHub,
    ],
    "hub stop": [
      .done("The hub has stopped."), .wrongUsage, stopped,
      .failure("The hub still runs, because it can't write its record."), .output, .foreignHub,
    ],
    "hub status": [
      .done("A hub runs."), .wrongUsage, stopped, leaving, .output, .foreignHub,
    ],
    "hub reload": [
      .done("The hub uses the config."), .wrongConfig, stopped, leaving, .output, .foreignHub,
    ],
    "hub install": [
      .done("The units are installed. Without systemd they are only written."),
      .usage("The command line is wrong, HOME isn't set, or a path can't be in a unit."),
      CommandExit("69", "headwayd isn't found, or the hub didn't start (--now)."),
      .failure("A unit isn't Headway's, can't be written, or systemctl failed."), .output,
      .foreignHub,
    ],
    "hub uninstall": [
      .done("The units are removed, or there were none."), .usage("HOME isn't set."),
      CommandExit("69", "headwayd isn't found."),
      .failure("A unit can't be read, or systemctl failed."), .output,
    ],
    "recognise": [
      .done("The recording is read, even if it has no progress."),
      .usage("The recording can't be read, or the config is wrong."), .output,
    ],
    "doctor": [
      .done("Nothing is wrong. Warnings don't count."), .nothing("Something is wrong."),
      .wrongUsage, .output,
    ],
    "tmux setup": [
      .done("The line is printed, added, or there already."),
      .usage("The config of Headway is wrong, or HOME isn't set."),
      .failure("The config of tmux can't be read or written."), .output,
    ],
    "tmux popup": tmux("The popup was closed."),
    "tmux pane": tmux("The window has the pane."),
    "tmux push": tmux("The server of tmux has ended, or another process does the same."),
    "completions": [
      .done("The script is printed or installed."), .usage("The shell is unknown."),
      .failure("The file can't be written."), .output,
    ],
    "man": [
      .done("The page is printed, or all pages are installed."),
      .usage("There is no such command, or HOME isn't set."),
      .failure("A file isn't Headway's, or it can't be written."), .output,
    ],
  ]

  private static let stopped = CommandExit("69", "No hub runs, or it doesn't answer.")
  private static let leaving = CommandExit.failure(
    "A hub that was told to stop can't write its record yet.")

  /// The statuses of a command that asks the hub to change tasks. `obstacle` ends the sentence about
  /// status 1.
  private static func changes(_ done: String, _ obstacle: String) -> [CommandExit] {
    [
      .done(done), .nothing("There is no such task, \(obstacle)."), .wrongUsage, .noHub,
      .foreignHub,
    ]
  }

  /// The statuses of a command that needs a surrounding tmux.
  private static func tmux(_ done: String) -> [CommandExit] {
    [
      .done(done), .usage("The command doesn't run in tmux."),
      .failure("tmux refused, or doesn't answer."),
    ]
  }
}
