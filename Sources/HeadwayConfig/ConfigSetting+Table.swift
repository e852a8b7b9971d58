import HeadwayModel

extension ConfigSetting {
  /// All keys whose names are fixed, in the order of `headway help config`.
  ///
  /// One table drives decoding, the help text and the lists in error messages. A new setting is a
  /// property of ``HeadwayConfig`` and an entry here. Sections whose keys are names of the user's
  /// own (such as `[resources]`) are in ``Counts``, ``Permissions`` and ``MonitorLooks``.
  static let table = [
    ConfigSetting(
      "hub", "exit-after", "how long the hub stays with nothing left to do",
      .duration { $0.hub.exitAfter = $1 }),
    ConfigSetting(
      "queue", "slots", "how many queued tasks run at once, unless given one for each core",
      .count { $0.queue.slots = $1 }),
    ConfigSetting(
      "queue", "hold-after-reboot",
      "what was queued before the machine restarted waits for your word",
      .flag { $0.queue.holdAfterReboot = $1 }),
    ConfigSetting(
      "stall", "silent-after", "a task that shows no sign of life for so long is asked about",
      .duration { $0.stall.silentAfter = $1 }),
    ConfigSetting(
      "stall", "unmeasured-after",
      "the same for a command that never showed progress; by default ten times silent-after",
      .duration { $0.stall.unmeasuredAfter = $1 }),
    ConfigSetting(
      "stall", "advancing-after", "one whose measured units stand still for so long, too",
      .duration { $0.stall.advancingAfter = $1 }),
    ConfigSetting(
      "stall", "countdown", "from the question to the end, with --on-stall expire",
      .duration { $0.stall.countdown = $1 }),
    ConfigSetting(
      "memory", "policy",
      "when the system is low on memory: ask about the task that uses the most, end that task "
        + "after the countdown of [stall], or ignore",
      .memoryPolicy { $0.memory.policy = $1 }),
    ConfigSetting(
      "run", "grace", "from the polite signal to the kill",
      .duration { $0.run.grace = $1 }),
    ConfigSetting(
      "run", "log-limit", "how much of a task's output is kept; once more is kept beside it",
      .byteCount { $0.run.logByteLimit = $1 }),
    ConfigSetting(
      "run", "terminal-progress", "tell the terminal the percent, where it is known to show it",
      .flag { $0.run.terminalProgress = $1 }),
    ConfigSetting(
      "run", "notify-socket", "give commands a NOTIFY_SOCKET (sd_notify)",
      .flag { $0.run.notifySocket = $1 }),
    ConfigSetting(
      "attach", "detach-key", "leaves an attached terminal",
      .detachKeys { $0.attach.detachKeys = $1 }),
    ConfigSetting(
      "background", "nice", "how much nicer a job is to others once its terminal was closed",
      .niceness { $0.background.niceness = $1 }),
    ConfigSetting(
      "background", "raise-selected", "but not while it is selected in a monitor",
      .flag { $0.background.raisesSelected = $1 }),
    ConfigSetting(
      "tmux", "attention-style", "of what needs you, in the words of tmux",
      .tmuxStyle { $0.tmux.attentionStyle = $1 }),
    ConfigSetting(
      "tmux", "pane", "the small pane opens by itself when a job goes on without its terminal",
      .flag { $0.tmux.pane = $1 }),
    ConfigSetting(
      "tmux", "push", "tmux setup writes a line that has one process for all clients of a server",
      .flag { $0.tmux.push = $1 }),
    ConfigSetting(
      "monitor", "keep-ended", "how long what has ended stays in the list",
      .duration { $0.monitor.keepEnded = $1 }),
    ConfigSetting(
      "monitor", "theme", "the monitor's colours",
      .theme { $0.monitor.theme = $1 }),
    ConfigSetting(
      "monitor", "mouse", "clicks and the wheel",
      .flag { $0.monitor.mouse = $1 }),
    ConfigSetting(
      "monitor", "terminal-progress",
      "the monitor tells its terminal how far all tasks are together",
      .flag { $0.monitor.terminalProgress = $1 }),
    ConfigSetting(
      "tell", "on-finish", "a hook, for sh -c, when a task has ended",
      .command { $0.tell.onFinish = $1 }),
    ConfigSetting(
      "tell", "on-stall", "the same when one is asked about",
      .command { $0.tell.onStall = $1 }),
    ConfigSetting(
      "tell", "on-input", "the same when one waits for input",
      .command { $0.tell.onInput = $1 }),
    ConfigSetting(
      "tell", "command", "one more way to notify, for sh -c",
      .command { $0.tell.command = $1 }),
    ConfigSetting(
      "tell", "desktop", "notify by notify-send; unsaid, only of tasks with --notify",
      .limitingFlag { $0.tell.desktop = $1 }),
    ConfigSetting(
      "tell", "tmux", "notify in every tmux client; unsaid, only of tasks with --notify",
      .limitingFlag { $0.tell.tmux = $1 }),
    ConfigSetting(
      "tell", "terminal", "notify in every monitor's terminal; unsaid, only of tasks with --notify",
      .limitingFlag { $0.tell.terminal = $1 }),
    ConfigSetting(
      "tell", "terminal-form", "what a monitor's terminal is told by",
      .terminalForm { $0.tell.terminalForm = $1 }),
    ConfigSetting(
      "tell", "after", "an end is told of what took longer",
      .duration { $0.tell.after = $1 }),
    ConfigSetting(
      "tell", "quiet", "when nobody is notified",
      .quietHours { $0.tell.quiet = $1 }),
    ConfigSetting(
      "record", "keep", "how long what has ended is kept; unsaid, for ever",
      .limitingDuration { $0.record.retention.time = $1 }),
    ConfigSetting(
      "record", "keep-tasks", "how many of the newest are kept; unsaid, all",
      .limitingCount { $0.record.retention.taskCount = $1 }),
    ConfigSetting(
      "record", "keep-logs", "how much of all logs together; the oldest go first",
      .limitingByteCount { $0.record.retention.logBytes = $1 }),
  ]
}
