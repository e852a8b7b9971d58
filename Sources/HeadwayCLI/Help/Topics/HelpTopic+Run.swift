extension HelpTopic {
  /// The page `headway help run`.
  static let runPage = """
    RUN: a command with a card, here in this terminal

      headway run -- rsync -a --info=progress2 src/ dst/
      headway run --title "Nightly backup" --notify -- ./backup
      headway run -- sh -c 'make && ./test'   a pipe or && needs a shell
      headway run --queue -- make -j8         waits for its turn first

      All options: headway run --help

    WHAT STAYS THE SAME
      The command runs as without Headway: the same output, input, window size,
      signals, job control and exit status. This holds with a hub that is healthy,
      dead or stopped. With HEADWAY=off, headway run only executes the command.
      The title of the card is the command line. --title sets another.
      Closing the terminal doesn't end the command: see headway help background.

    WHAT DIFFERS
      Output that you redirect to a file goes through a pipe. The command can't
      seek in the file. On a full disk the command may end before it notices that
      writing failed. headway run then reports the failure and exits 74.
      While the command runs, keys that you type for the next shell prompt go to
      the command. They are lost when the command ends.

    WHEN IT STARTS
      At once, without a slot of the queue. The command may have to wait with
      --queue, --needs, --after, --at, --when or --while (headway help queue).
      Ctrl-C ends the wait. Closing the terminal doesn't: the command then starts
      in the background.
      --now never waits: the command starts, or headway run exits 75 and says why.

    CANCEL
      headway cancel 7                        c in the monitor does the same
      headway cancel 7 --reason "disk is full"
                                              the reason stays with the task
      headway cancel 7 --force                SIGKILL at once
      The command and all that it started get SIGTERM. After 5 s (--grace, or
      [run] grace in the config) they get SIGKILL. Headway goes on until no process
      of the command is left. Ctrl-C in the command's own terminal works as
      without Headway.

    A TIME LIMIT
      headway run --timeout 2h -- ./train     submit too
      After 2 h the command gets SIGTERM, and after the grace SIGKILL. The task
      ends as expired/timeLimit, also if the command then exits with 0: headway run
      and headway wait exit with 124 instead, as timeout does. Otherwise they exit
      with the command's own status. The time counts from the start of each
      attempt. Pauses (headway pause, --while, Ctrl-Z) and the sleep of the machine
      don't count. --retry takes the end for a failure, as systemd does. The limit
      needs no hub: the supervisor of the command keeps it.

    HOW MUCH IT MAY TAKE
      headway run --nice 10 --umask 027 -- make
      headway submit --cpus 2 --memory 4G -- make
      --cpus and --memory run the command in a scope of your systemd (systemd-run
      --user --scope). Without a user manager, or if it may not cap processors or
      memory, headway says so and starts nothing. headway edit 7 -- COMMAND queues
      the new command without the caps.

    SEVERAL TASKS AT ONCE
      cancel, pause, resume, restart, priority, wait, logs, show, clean and ack take
      any number of tasks:
        7                     a number
        61-70                 a range of numbers
        com.example.export.*  an identifier (--id); * stands for any text
        last                  the newest task
        --group ml            the tasks of a group
        --filter QUERY        the tasks that match: headway help monitor
        --all                 all tasks
      On a terminal, Headway asks before it acts on more than ten tasks. --yes
      skips the question.

    A PROCESS THAT ALREADY RUNS
      headway adopt 4711 gives the process 4711 a card. The percent is how far the
      process has read its files. Ctrl-C ends the watch, not the process. Closing
      the terminal ends neither. Cancelling the task ends the process.

    LIMITS (ulimit)
      The command has the limits of your shell. Headway raises its own soft limits.
      With a limit on file size (-f), the command writes to a redirected file
      directly, and the log doesn't have that output. A log of other output stays
      within the limit.
      A limit can leave Headway no room (-n, -u, -v, -d, -s). headway run then
      executes the command without a card, and says why.
      The program headway can't be loaded below 32 MiB of address space, 8 MiB of
      data or 64 KiB of stack.

    IF HEADWAY RUN IS KILLED
      After kill -9 of headway run, the terminal of the command is gone. The
      command gets SIGHUP and SIGCONT, as when any terminal closes. The task is
      lost: its outcome is unknown, and Headway never shows it as completed.

    EXIT STATUS
      run, wait and attach exit with the command's own status. A command that
      signal N killed has 128 + N. A lost task has 70. Otherwise:
        1   nothing was found or done      74   output couldn't be written
        64  wrong usage or wrong config    75   it can't start now (--now)
        65  no such identifier (wake)      77   not permitted
        69  no hub can be reached          130  interrupted
    """
}
