extension HelpTopic {
  /// The page `headway help stalls`.
  static let stallsPage = """
    STALLS: a task that makes no headway asks "continue or stop?"

      Nightly backup has been silent for 2 m 35 s. Continue or stop?

    THREE CLOCKS
      silent          no output, no message, no CPU use, and no traffic of files,
                      disks or TCP, for 30 s. A command that never showed
                      progress gets its first question after 5 min of silence
      not advancing   signs of life, but the measured units stand still for 2 min
      slow            for 2 min, less than a tenth of the task's own usual rate
      A task whose clock ran out is called stalled: on its card, in the list and by
      headway list --filter state:stalled. Status lines count it under "needs you".
      The field stalled of headway list --json says why: silent, notAdvancing, slow,
      input or memory.
      The times adapt to what is usual for the task, in this run and in earlier
      ones: Headway doesn't ask after 30 s about a task that reports every 25 s.
      --stall-after 5m sets all three times for one task, exactly as given.
      [stall] in the config sets the times for all tasks.

    WHAT COUNTS AS HEADWAY
      New units count. Where units say little, these count too:
        every new line     of a command that counts few large steps (Epoch 3/10),
                           or whose units are all done
        any moving bar     of several bars
        the amount         beside a percent that stands still, of a transfer
                           (rsync, curl, wget, pv, tqdm and others)

    WHO IS NEVER ASKED
      The clocks stop while a task is paused, suspended, or reads its terminal; one
      exception is below. --on-stall ignore switches the questions off.
      An editor in a visible pane doesn't need you. An editor in a tmux pane that
      no terminal shows counts as waiting for your input.

    THE ANSWER
      headway answer 7 continue   y in the monitor. All three times double
      headway answer 7 stop       n in the monitor. The command cancels the task
                                  at once. The monitor waits 2 s first: u undoes
                                  the answer
      The question goes away by itself when the task goes on. The question and its
      countdown survive a restart of the hub.

    WITHOUT AN ANSWER
      --on-stall ask              the question stays (default)
      --on-stall expire           30 s after the question ([stall] countdown) the
                                  task is cancelled. A task that is only slow isn't
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
      With --on-stall expire, Headway also asks about a queued task that has waited
      for 10 min ([stall] input-after). Nobody is at its terminal, and it keeps its
      slot. Without an answer the task ends after the countdown.
    """
}
