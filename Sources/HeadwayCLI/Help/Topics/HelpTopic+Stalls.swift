extension HelpTopic {
  /// The page `headway help stalls`.
  static let stallsPage = """
    STALLS: a task that makes no headway asks "continue or stop?"

      Nightly backup has been silent for 2 m 35 s. Continue or stop?

    THREE CLOCKS
      silent          no output, no message, no CPU use and no disk traffic for
                      30 s. A command that never showed progress gets its first
                      question after 5 min of silence
      not advancing   signs of life, but the measured units stand still for 2 min
      slow            for 2 min, less than a tenth of the task's own usual rate
      A task whose clock ran out is stalled: on its card, in the list, in the
      status line and for headway list --filter state:stalled. The field stalled
      of headway list --json says why: silent, notAdvancing, slow or memory.
      The times grow to what is usual for the task, in this run and in earlier
      ones: a task that reports every 25 s isn't asked about after 30 s.
      --stall-after 5m sets all three times for one task, exactly as given.
      [stall] in the config sets the times for all tasks.

    WHAT COUNTS AS HEADWAY
      New units count. So do, where units say little:
        every new line     of a command that counts few large steps (Epoch 3/10),
                           or that has done all that it measures
        any moving bar     of several bars
        the amount         beside a percent that stands still, of a transfer
                           (rsync, curl, wget, pv, tqdm and others)

    WHO IS NEVER ASKED
      The clocks stop while a task is paused, suspended, or reads its terminal. An
      editor is never asked about. --on-stall ignore switches the questions off.
      An editor before its user doesn't need you. In a tmux pane that no terminal
      shows it does: its card says that it waits for your input.

    THE ANSWER
      headway answer 7 continue   y in the monitor. All three times double
      headway answer 7 stop       n in the monitor. The task is cancelled after
                                  2 s; u takes the answer back before that
      The question goes away by itself when the task goes on. The question and its
      countdown outlive the hub.

    WITHOUT AN ANSWER
      --on-stall ask              the question stays (default)
      --on-stall expire           30 s after the question ([stall] countdown) the
                                  task is cancelled. A task that is only slow never
                                  is
      --on-stall ignore           no question

    WHEN MEMORY RUNS LOW
      The kernel's pressure stall information tells the hub that the system is low
      on memory. Headway then asks about the running task whose processes use the
      most memory:
        The system is low on memory. Keep Logger running? (uses 3.2 GiB)
      Headway never asks about a task below 5 % of the memory, nor about one with
      --on-stall ignore. The question goes away when the system has memory again.
      After "continue", the hub leaves the task alone for 10 min.
      An unanswered question ends the task in two cases only: with --on-stall
      expire, or with policy = "end" under [memory] in the config. The task then
      ends after the countdown, as expired/resource. With policy = "ignore" Headway
      doesn't ask.

    A TASK THAT WAITS FOR INPUT
      Such a task isn't stalled, but it needs you too: headway help attach.
      headway list --filter state:needs-you lists both kinds.
    """
}
