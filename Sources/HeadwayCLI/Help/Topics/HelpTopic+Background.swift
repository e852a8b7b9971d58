extension HelpTopic {
  /// The page `headway help background`.
  static let backgroundPage = """
    BACKGROUND: a closed terminal, priority, pause and resume

    WHEN THE TERMINAL CLOSES
      The command of headway run goes on, without its terminal. Its card says
      "background". headway attach 7 gives you the terminal back. headway logs 7
      shows the output. After your last logout: headway help systemd.

    LOWER PRIORITY
      A task gives way to others once its terminal is closed. The niceness of its
      session and its processes rises by 10 ([background] nice), and they get the
      lowest best-effort priority on disks.
      On a desktop, your own systemd runs the terminal. The task then also gets a
      scope of its own, with a fifth of the usual weight on processors and disks.
      The usual priority comes back while somebody is attached, and while the task
      is selected in a monitor ([background] raise-selected).
      An ordinary user can't lower the niceness of processes again (see ulimit -e).
      Headway can lower the niceness of a session again. The kernel goes by sessions
      if sched_autogroup_enabled is on and no cgroup with a CPU controller is in use.
      A task that never had a terminal keeps the priority with which it started.

    PAUSE AND RESUME
      headway pause 7; headway resume 7       Space in the monitor
      headway pause stops a command and everything that it started (SIGSTOP). The
      command keeps its terminal: the shell sees no stopped job, and Ctrl-C still
      cancels the command. The stall clocks stop. A pause survives a restart of the
      hub.
      A program with the Swift library pauses at its next task.waitWhilePaused().
      A command that Ctrl-Z stopped is paused too. headway resume lets it go on in
      the background, as bg does.
      Headway suspends a task of headway submit --while ac while the machine runs on
      battery: headway help queue.
    """
}
