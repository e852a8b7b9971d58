extension HelpTopic {
  /// The page `headway help background`.
  static let backgroundPage = """
    BACKGROUND: a closed terminal, priority, pause and resume

    WHEN THE TERMINAL CLOSES
      The command of headway run goes on, without its terminal. Its card says
      "background". headway attach 7 gives you the terminal back. headway logs 7
      shows the output. After your last logout: headway help systemd.

    LOWER PRIORITY
      A task gives way to others once its terminal was closed. Its session and its
      processes get a niceness of 10 more ([background] nice). They are last in
      turn at the disks.
      Where your own systemd runs the terminal, as on a desktop, the task also gets
      a scope of its own, with a fifth of the usual weight at processors and disks.
      The usual priority comes back while somebody is attached, and while the task
      is selected in a monitor ([background] raise-selected).
      An ordinary user can't take back the niceness of processes (see ulimit -e).
      The kernel may group processes by sessions (sched_autogroup_enabled, and no
      cgroup with a CPU controller). The niceness of processes doesn't count then,
      and Headway can take back the session's.
      A task that never had a terminal runs at the priority of its start.

    PAUSE AND RESUME
      headway pause 7; headway resume 7       Space in the monitor
      A command stops with everything that it started (SIGSTOP). Its terminal stays
      its own. The shell isn't told of a stopped job. Ctrl-C there still cancels
      the command. The stall clocks stop. A pause outlives the hub.
      A program with the Swift library pauses where it says that it can:
      task.waitWhilePaused().
      A command that Ctrl-Z stopped is paused too. headway resume lets it go on in
      the background, as bg does.
      headway submit --while ac suspends a task by itself on battery: headway help
      queue.
    """
}
