extension HelpTopic {
  /// The page `headway help attach`.
  static let attachPage = #"""
    ATTACH: back to the terminal of a task, and its output

      headway attach 7          a in the monitor does the same
      Ctrl-\ d                  detaches; the task goes on

    ATTACH
      headway attach first shows the last output. Then you have the terminal as if
      you had never left. This works for a task whose terminal was closed, for one
      that is open elsewhere, and for a submitted task. The first line says how to
      detach; [attach] detach-key in the config sets other keys. Full-screen
      programs redraw at your size.
      Several terminals can be attached at once. The one in which somebody typed
      last is in control, and the command gets its window size. A terminal that is
      slow or stopped misses output and delays nobody.
      The exit status is 0 after a detach, otherwise the task's own.

    SEND
      headway send 7 yes        types the line "yes" at the terminal of task 7

    LOGS
      headway logs 7            the output so far, also of an ended task
      headway logs 7 --follow   goes on until the task ends. Waits for the start of
                                a queued task
      headway logs 7 -n 20      the last 20 lines
      headway logs 7 --raw >f   every byte, on a terminal too
      headway logs -f --group G side by side: each line begins with the number and
                                title of its task. Tasks that are added join
      The log has every byte as the task wrote it. On a terminal headway logs
      prints only text, colours and line ends. It prints the output of the last
      attempt, and says on standard error which part is no longer kept.
      A log has 8 MiB ([run] log-limit). One older log of the same size is kept
      beside it. A flood is output of more than 4 MiB/s that doesn't fit. Of a
      flood, the log keeps the newest parts, with a note about what is missing.
      l in the monitor shows the log on the whole screen.

    WHEN A TASK WAITS FOR INPUT
      The card says "waiting for your input" or "waiting for a password". The list
      says so too, and the task counts as one that needs you. headway attach or
      headway send answers.
      Headway goes by the system call in which the processes are blocked, never by
      the words on their screen.
      Headway doesn't report these waits:
        a wait that gives up within 10 s
        a thread that listens for a key while other threads work, sleep or wait
        for something else. A program of several threads must have been still for
        3 s. If the main thread reads, others may sleep now and then
      Headway also looks at terminals within the terminal, as sudo and script make
      them. An ordinary user can't look into processes of other users. Headway sees
      their password prompts, but sees their other questions only as root.
      If Headway doesn't see a wait, the task stalls as silent, like any other task.
    """#
}
