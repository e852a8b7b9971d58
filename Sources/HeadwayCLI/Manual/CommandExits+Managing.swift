extension CommandExits {
  /// The commands that change tasks, wait for them and visit them.
  static let managing: [String: [CommandExit]] = [
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
    "start": changes(
      "The tasks start or continue.", "it has ended, or your answer was no"),
    "answer": changes("The task has the answer.", "or it asks nothing"),
    "restart": changes(
      "The tasks are queued again.", "it can't be restarted, or your answer was no"),
    "priority": changes("The priority is changed.", "it isn't queued, or your answer was no"),
    "switch": changes("The tasks have changed places.", "or it isn't queued"),
    "edit": [
      .done("The task is changed, or the text in the editor wasn't."),
      .nothing("There is no such task, it isn't queued, or a change can't be made."),
      .wrongUsage, .noHub,
      .failure("The current folder was removed, the editor failed, or the hub is too old."),
      .foreignHub,
    ],
    "wait": [
      .done("All tasks succeeded. With --state: all tasks have been in the state."),
      CommandExit(
        "N",
        "The highest status of the tasks. With --any, and with --fail-fast after a failure, the "
          + "status of the task that ended the wait."),
      .nothing("There is no such task, or a task without an exit status failed or expired."),
      .usage("The command line is wrong, or no task is of the group."), .noHub,
      .failure("The outcome of a task is unknown."), .foreignHub,
      CommandExit("128+N", "Signal N ended a task, or headway wait. A cancelled task has 130."),
    ],
    "group add": groupExits("The group is there.", "There are too many groups."),
    "group remove": groupExits(
      "The group is removed.", "Tasks wait in the group, or the config declares it."),
    "group slots": groupExits("The slots are set.", "There are too many groups."),
    "group set": groupExits("The group is changed.", "There are too many groups."),
    "group list": [
      .done("The groups are printed."), .wrongUsage, .noHub,
      .failure("The hub is too old for groups."), .output, .foreignHub,
    ],
    "wake": [
      .done("The task runs soon."), .wrongUsage,
      CommandExit("65", "No periodic task has the identifier."), .noHub, .foreignHub,
    ],
    "debug launch": changes("The request is launched.", "or no running program has queued it"),
    "debug expire": changes("The task expires.", "or it doesn't run"),
  ]

  /// The commands for the hub, the installation and other programs.
  static let installing: [String: [CommandExit]] = [
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

  /// The statuses of a command that asks the hub to change a group. `obstacle` is the sentence about
  /// status 1.
  private static func groupExits(_ done: String, _ obstacle: String) -> [CommandExit] {
    [
      .done(done), .nothing(obstacle),
      .usage("The command line is wrong, or there is no such group."), .noHub,
      .failure("The hub is too old for groups."), .foreignHub,
    ]
  }

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
