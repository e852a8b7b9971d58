extension HelpTopic {
  /// The page `headway help notifications`.
  static let notificationsPage = #"""
    NOTIFICATIONS: the end of a task on the desktop, in tmux, by hooks

      headway run --notify -- make            tells you when this task ends, even
      headway submit --notify -- make         after a short run

    WHERE
      The desktop shows the end of the task (notify-send). Every client of your
      tmux servers shows it. The terminal of every monitor rings its bell.

    UNASKED
      [tell] in the config chooses what you hear of without --notify:
        [tell]
        desktop = true         tasks that ask or wait for input, and tasks that
                               ended and took longer than after
        tmux = true            the same in tmux
        terminal = true        the same in the terminals of monitors
        after = "30s"
        quiet = "22:00-07:00"  no notifications in this time
        command = 'curl -sd "$HEADWAY_SUMMARY: $HEADWAY_BODY" ntfy.sh/my-topic'
                               one more way, for sh -c
      By default desktop, tmux and terminal tell only of tasks with --notify. With
      false, they never tell.

    WHEN NOT
      Headway notifies nobody who looks at a monitor. The monitor's terminal must
      say which window has the focus. Headway notifies nobody of a task that they
      cancelled themselves. News within a second are one notification: "3 tasks
      completed, 1 failed".
      A task that waits for input in a terminal of yours is told after the time in
      after. A task without a terminal is told at once.

    THE TERMINAL OF A MONITOR
      terminal-form = "bell", or a notification of the terminal's own:
        "osc9"    iTerm2
        "osc777"  Ghostty, WezTerm, foot, rxvt-unicode
        "osc99"   kitty
      By default it is the bell. It is the form that the terminal is known to show
      over ssh, where nothing else reaches your desktop, and with desktop = false.
      tmux passes the form on if allow-passthrough is on. Otherwise it is a bell,
      and tmux marks the window.

    HOOKS
      [tell]
      on-finish = 'logger "$HEADWAY_TASK_NUMBER $HEADWAY_TASK_END_REASON"'
      on-stall = '...'         when Headway asks about a task
      on-input = '...'         when a task waits for input

      A hook is a command for sh -c. Hooks run for every task, day and night. Two
      ends run no hook: that of a queued task that a person cancelled, and that of
      a subtask whose parent is live. on-finish runs once the record has the end,
      and at most once: if the hub is killed in that moment, the hook is left out.

      A hook finds in its environment:
        HEADWAY_EVENT          finish, stall or input
        HEADWAY_SUMMARY, HEADWAY_BODY
                               the words of a notification
        HEADWAY_TASK_...       NUMBER KEY TITLE SUBTITLE COMMAND DIRECTORY
                               IDENTIFIER GROUP ATTEMPT STATE END_REASON
                               END_DETAIL EXIT_CODE SIGNAL QUEUED_AT STARTED_AT
                               ENDED_AT ELAPSED (seconds) QUESTION WAITS_FOR
                               LOG (the file with the output)
      Unknown values are unset. A --sensitive task keeps back its title, subtitle,
      command, directory, and the note of a cancel.
      The command of [tell] has HEADWAY_SUMMARY and HEADWAY_BODY only.

      Hooks have the hub's environment, no input, no output, and a minute. Four run
      at a time. End a line with & for work that takes longer. The other hooks wait
      for their turn, in order: up to 20,000 commands or 16 MiB. Beyond that the
      hub drops notifications first, then new hooks. hub.log, headway doctor and
      headway hub status say how many.
      A hook that fails is in hub.log. headway doctor and headway hub status name
      the last failure until the hook works again.
      A hub with waiting hooks doesn't leave by itself. headway hub stop drops
      them, and hub.log says how many.
    """#
}
