extension HelpTopic {
  /// The page `headway help notifications`.
  static let notificationsPage = #"""
    NOTIFICATIONS: the end of a task on the desktop, in tmux, by hooks

      headway run --notify -- make            tells you when this task ends, even
      headway submit --notify -- make         after a short run

    WHERE
      The desktop shows the end of the task (notify-send). Every client of your
      tmux servers shows it. The terminal of every monitor rings its bell.

    WITHOUT --NOTIFY
      [tell] in the config chooses what Headway notifies you of by itself:
        [tell]
        desktop = true         a task asks, waits for input, or ends after a run
                               that took longer than after
        tmux = true            the same in tmux
        terminal = true        the same in the terminals of monitors
        after = "30s"
        quiet = "22:00-07:00"  no notifications in this time
        command = 'curl -sd "$HEADWAY_SUMMARY: $HEADWAY_BODY" ntfy.sh/my-topic'
                               another way to notify, a command for sh -c
      By default desktop, tmux and terminal notify only of tasks with --notify.
      With false, they never notify.

    WHEN NOT
      Headway doesn't notify you while you look at a monitor. The monitor's terminal
      must report whether it has the focus. Headway doesn't notify you of a task
      that you cancelled yourself. Several news within a second become one
      notification: "3 tasks completed, 1 failed".
      If a task in a terminal of yours waits for input, Headway notifies you after
      the time in after. If the task has no terminal, Headway notifies you at once.
      The same holds for a program that says that it is done or has failed.

    THE TERMINAL OF A MONITOR
      terminal-form = "bell", or a notification of the terminal's own:
        "osc9"    iTerm2
        "osc777"  Ghostty, WezTerm, foot, rxvt-unicode
        "osc99"   kitty
      The default is the bell. Over ssh nothing else reaches your desktop, so the
      default there is the form that the terminal is known to show. The same holds
      with desktop = false.
      Inside tmux a form needs allow-passthrough. Without that option Headway rings
      the bell, and tmux marks the window.

    THE SYSTEM'S JOURNAL
      Each end is an entry in the journal, where systemd-journald runs. A
      --sensitive task has none.
        journalctl HEADWAY_REASON=failed --since today
        journalctl SYSLOG_IDENTIFIER=headway -o json
      Its fields: HEADWAY_TASK_NUMBER, HEADWAY_TASK_KEY, HEADWAY_TITLE, HEADWAY_ID,
      HEADWAY_GROUP, HEADWAY_REASON, HEADWAY_EXIT_CODE, HEADWAY_SIGNAL,
      HEADWAY_ATTEMPT, HEADWAY_ELAPSED_SECONDS. journal = false in [tell] ends this.

    HOOKS
      [tell]
      on-finish = 'logger "$HEADWAY_TASK_NUMBER $HEADWAY_TASK_END_REASON"'
      on-stall = '...'         when Headway asks about a task
      on-input = '...'         when a task waits for input
      on-done = '...'          when a program says that it is done or has failed
                               (OSC 7501, headway update --state done), and runs on

      A hook is a command for sh -c. Hooks run for every task, and in quiet hours
      too. on-finish doesn't run for a queued task that a person cancels, nor for a
      subtask whose parent is live. on-finish runs once the end is on disk, and at
      most once: if the hub is killed at that moment, the hook doesn't run.

      A hook finds in its environment:
        HEADWAY_EVENT          finish, stall, input, done or error
        HEADWAY_SUMMARY, HEADWAY_BODY
                               the words of a notification
        HEADWAY_TASK_...       NUMBER KEY TITLE SUBTITLE COMMAND DIRECTORY
                               IDENTIFIER GROUP ATTEMPT STATE END_REASON
                               END_DETAIL EXIT_CODE SIGNAL QUEUED_AT STARTED_AT
                               ENDED_AT ELAPSED (seconds) QUESTION
                               WAITS_FOR (input, password, blocked, permission,
                               question or auth)
                               LOG (the file with the output)
                               NOTIFY (1 for a task with --notify)
      Unknown values are unset. The hooks of a --sensitive task get no title,
      subtitle, command, directory and reason of a cancel.
      The command of [tell] has HEADWAY_SUMMARY and HEADWAY_BODY only.

      A hook has the hub's environment, no input and no output. It may run for a
      minute: end the command with & for work that takes longer. Four hooks run at a
      time. The others wait in order: up to 20,000 commands or 16 MiB. Beyond that
      the hub drops notifications first, then new hooks. hub.log, headway doctor and
      headway hub status say how many.
      A hook that fails is in hub.log. headway doctor and headway hub status name
      the last failure until the hook works again.
      A hub with waiting hooks doesn't leave by itself. headway hub stop drops
      them, and hub.log says how many.
    """#
}
