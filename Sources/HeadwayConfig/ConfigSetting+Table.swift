import HeadwayModel

extension ConfigSetting {
  /// All keys whose names are fixed, in the order of `headway help config`.
  ///
  /// One table drives decoding, the help text and the lists in error messages. A new setting is a
  /// property of ``HeadwayConfig`` and an entry here. Sections whose keys are names of the user's
  /// own (such as `[resources]`) are in ``Counts``, ``Permissions`` and ``MonitorLooks``.
  static let table = [
    ConfigSetting(
      "hub", "exit-after", "how long the hub stays with nothing left to do (default 10m)",
      .duration { $0.hub.exitAfter = $1 }),
    ConfigSetting(
      "queue", "slots", "how many queued tasks run at once (default: one for each core)",
      .slots { $0.queue.slots = $1 }),
    ConfigSetting(
      "queue", "pause-on-failure",
      "a task that fails pauses the queue (default false)",
      .limitingFlag { $0.queue.pausesOnFailure = $1 }),
    ConfigSetting(
      "queue", "hold-after-reboot",
      "tasks queued before the machine restarted stay on hold (default true)",
      .flag { $0.queue.holdAfterReboot = $1 }),
    ConfigSetting(
      "queue", "tty",
      "give queued commands a terminal; false: as with headway submit --no-tty (default true)",
      .flag { $0.queue.tty = $1 }),
    ConfigSetting(
      "queue", "gpu-free",
      "percent of a GPU's memory that must be free for --needs gpu (default 50)",
      .percent { $0.queue.freeGPUPercent = $1 }),
    ConfigSetting(
      "queue", "hide-gpus", "hide the GPUs from queued tasks without --needs gpu (default false)",
      .flag { $0.queue.hideGPUs = $1 }),
    ConfigSetting(
      "stall", "silent-after",
      "ask after this long without a sign of life, once a task has shown progress (default 30s)",
      .duration { $0.stall.silentAfter = $1 }),
    ConfigSetting(
      "stall", "unmeasured-after",
      "the same for a command that never showed progress (default 10 times silent-after)",
      .duration { $0.stall.unmeasuredAfter = $1 }),
    ConfigSetting(
      "stall", "advancing-after", "ask after this long without new units (default 2m)",
      .duration { $0.stall.advancingAfter = $1 }),
    ConfigSetting(
      "stall", "input-after",
      "ask a queued task with --on-stall expire that waits for input this long (default 10m)",
      .duration { $0.stall.inputAfter = $1 }),
    ConfigSetting(
      "stall", "countdown",
      "end the task this long after an unanswered question, with --on-stall expire (default 30s)",
      .duration { $0.stall.countdown = $1 }),
    ConfigSetting(
      "memory", "policy",
      "when the system is low on memory: ask about the task that uses the most, end that "
        + "task after the countdown of [stall], or ignore (default ask)",
      .memoryPolicy { $0.memory.policy = $1 }),
    ConfigSetting(
      "run", "grace", "time between SIGTERM and SIGKILL (default 5s)",
      .duration { $0.run.grace = $1 }),
    ConfigSetting(
      "run", "log-limit",
      "size of a log; an older log of the same size is kept beside it (default 8MiB)",
      .byteCount { $0.run.logByteLimit = $1 }),
    ConfigSetting(
      "run", "terminal-progress",
      "tell the terminal the percent (OSC 9;4) and the state (OSC 7501), if it knows them (default true)",
      .flag { $0.run.terminalProgress = $1 }),
    ConfigSetting(
      "run", "notify-socket", "give commands a NOTIFY_SOCKET (sd_notify; default false)",
      .flag { $0.run.notifySocket = $1 }),
    ConfigSetting(
      "attach", "detach-key",
      "keys that detach: Ctrl with a letter or one of \\ ] ^ _, then another character "
        + "(default 'Ctrl-\\ d')",
      .detachKeys { $0.attach.detachKeys = $1 }),
    ConfigSetting(
      "background", "nice",
      "added to the niceness of a task once its terminal was closed (default 10)",
      .niceness { $0.background.niceness = $1 }),
    ConfigSetting(
      "background", "raise-selected",
      "a task keeps its usual niceness while it is selected in a monitor (default true)",
      .flag { $0.background.raisesSelected = $1 }),
    ConfigSetting(
      "tmux", "attention-style",
      "style of what needs you, as in tmux(1) (default \"fg=yellow,bold\")",
      .tmuxStyle { $0.tmux.attentionStyle = $1 }),
    ConfigSetting(
      "tmux", "pane",
      "open the small pane when a task goes on without its terminal (default false)",
      .flag { $0.tmux.pane = $1 }),
    ConfigSetting(
      "tmux", "push",
      "tmux setup writes a line with one process for all clients of a server (default false)",
      .flag { $0.tmux.push = $1 }),
    ConfigSetting(
      "monitor", "keep-ended", "how long an ended task stays in the list (default 15m)",
      .duration { $0.monitor.keepEnded = $1 }),
    ConfigSetting(
      "monitor", "theme", "the monitor's colours (default: the terminal's own)",
      .theme { $0.monitor.theme = $1 }),
    ConfigSetting(
      "monitor", "glyphs",
      "the monitor's marks and bars: what the terminal can show, or a set (default auto)",
      .glyphs { $0.monitor.glyphs = $1 }),
    ConfigSetting(
      "monitor", "ambiguous",
      "the width of characters such as · and ○: the terminal's, 1 or 2 columns (default auto)",
      .ambiguous { $0.monitor.ambiguous = $1 }),
    ConfigSetting(
      "monitor", "mouse", "clicks and the wheel (default true)",
      .flag { $0.monitor.mouse = $1 }),
    ConfigSetting(
      "monitor", "terminal-progress",
      "tell the terminal the percent (OSC 9;4) and the state (OSC 7501) of all tasks (default true)",
      .flag { $0.monitor.terminalProgress = $1 }),
    ConfigSetting(
      "tell", "on-finish", "hook for sh -c when a task has ended",
      .command { $0.tell.onFinish = $1 }),
    ConfigSetting(
      "tell", "on-stall", "hook for sh -c when Headway asks about a task",
      .command { $0.tell.onStall = $1 }),
    ConfigSetting(
      "tell", "on-input", "hook for sh -c when a task waits for input",
      .command { $0.tell.onInput = $1 }),
    ConfigSetting(
      "tell", "on-done", "hook for sh -c when a program says it is done or has failed",
      .command { $0.tell.onDone = $1 }),
    ConfigSetting(
      "tell", "command", "one more way to notify, for sh -c",
      .command { $0.tell.command = $1 }),
    ConfigSetting(
      "tell", "desktop", "notify by notify-send (default: only tasks with --notify)",
      .limitingFlag { $0.tell.desktop = $1 }),
    ConfigSetting(
      "tell", "tmux", "notify in every tmux client (default: only tasks with --notify)",
      .limitingFlag { $0.tell.tmux = $1 }),
    ConfigSetting(
      "tell", "terminal", "notify in every monitor's terminal (default: only tasks with --notify)",
      .limitingFlag { $0.tell.terminal = $1 }),
    ConfigSetting(
      "tell", "terminal-form", "how a monitor's terminal notifies (default auto)",
      .terminalForm { $0.tell.terminalForm = $1 }),
    ConfigSetting(
      "tell", "journal", "write each end into the system's journal (default true)",
      .flag { $0.tell.journal = $1 }),
    ConfigSetting(
      "tell", "after", "notify of the end of tasks that took longer (default 30s)",
      .duration { $0.tell.after = $1 }),
    ConfigSetting(
      "tell", "quiet", "hours without notifications",
      .quietHours { $0.tell.quiet = $1 }),
    ConfigSetting(
      "record", "keep", "how long ended tasks are kept (default: for ever)",
      .limitingDuration { $0.record.retention.time = $1 }),
    ConfigSetting(
      "record", "keep-tasks", "how many of the newest ended tasks are kept (default: all)",
      .limitingCount { $0.record.retention.taskCount = $1 }),
    ConfigSetting(
      "record", "keep-logs", "size of all logs together; the oldest go first (default: no limit)",
      .limitingByteCount { $0.record.retention.logBytes = $1 }),
    ConfigSetting(
      "slurm", "folder",
      "where the nodes report, and all of them see it (default: in the state directory)",
      .path { $0.slurm.folder = $1 }),
    ConfigSetting(
      "slurm", "shared", "false: the nodes see no folder of this machine (default true)",
      .flag { $0.slurm.sharesFolder = $1 }),
    ConfigSetting(
      "slurm", "program", "the path of headway on the nodes (default: as here)",
      .path { $0.slurm.program = $1 }),
    ConfigSetting(
      "slurm", "look", "time between two looks at the queue of Slurm (default 30s)",
      .pause(atLeast: HeadwayConfig.Slurm.shortestLook) { $0.slurm.look = $1 }),
    ConfigSetting(
      "slurm", "watch", "mine: show your jobs that sbatch submitted, too (default none)",
      .slurmWatch { $0.slurm.watch = $1 }),
    ConfigSetting(
      "metrics", "textfile",
      "file for node_exporter's textfile collector; see headway help fleet (default: none)",
      .path { $0.metricsFile = $1 }),
    ConfigSetting(
      "fleet", "broker", "the MQTT broker that headway-bridge publishes to (default: none)",
      .broker { $0.fleet.broker = $1 }),
    ConfigSetting(
      "fleet", "user", "your name at the broker (default: your name on this machine)",
      .name { $0.fleet.user = $1 }),
    ConfigSetting(
      "fleet", "password-file", "file with your password at the broker, mode 600 (default: none)",
      .path { $0.fleet.passwordFile = $1 }),
    ConfigSetting(
      "fleet", "ca", "file with the broker's authorities, in PEM (default: those of the system)",
      .path { $0.fleet.authority = $1 }),
    ConfigSetting(
      "fleet", "certificate", "file with your certificate for the broker, in PEM (default: none)",
      .path { $0.fleet.certificate = $1 }),
    ConfigSetting(
      "fleet", "key", "file with the key of your certificate, mode 600 (default: none)",
      .path { $0.fleet.key = $1 }),
    ConfigSetting(
      "fleet", "accept-cancel", "the broker may carry orders to cancel (default false)",
      .flag { $0.fleet.acceptsCancel = $1 }),
    ConfigSetting(
      "fleet", "accept-pause", "the broker may carry orders to pause (default false)",
      .flag { $0.fleet.acceptsPause = $1 }),
    ConfigSetting(
      "fleet", "accept-resume", "the broker may carry orders to resume (default false)",
      .flag { $0.fleet.acceptsResume = $1 }),
    ConfigSetting(
      "fleet", "accept-answer", "the broker may carry answers to questions (default false)",
      .flag { $0.fleet.acceptsAnswer = $1 }),
    ConfigSetting(
      "fleet", "home-assistant", "tell Home Assistant about the sensors (default false)",
      .flag { $0.fleet.homeAssistant = $1 }),
    ConfigSetting(
      "desktop", "progress",
      "headway-bridge desktop shows the progress in Plasma and on docks (default true)",
      .flag { $0.desktop.progress = $1 }),
    ConfigSetting(
      "desktop", "copies",
      "copies of file managers become cards where no desktop shows them (default true)",
      .flag { $0.desktop.copies = $1 }),
    ConfigSetting(
      "desktop", "notify",
      "one notification shows the progress where Plasma doesn't (default false)",
      .flag { $0.desktop.notify = $1 }),
  ]
}
