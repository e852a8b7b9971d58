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
      Several people may watch. The one who typed last has the keys, and the size
      of that terminal counts. A watcher that is slow or stopped misses output and
      delays nobody.
      The exit status is the task's own if the task ended while you were there, and
      0 after a detach.

    SEND
      headway send 7 yes        types a line at the task and leaves

    LOGS
      headway logs 7            the output that is kept, of a live or ended task
      headway logs 7 --follow   goes on until the task ends. Waits for the start of
                                a queued task
      headway logs 7 -n 20      the last 20 lines
      headway logs 7 --raw >f   every byte, on a terminal too
      The log has every byte as the task wrote it. On a terminal headway logs
      prints only text, colours and line ends. It prints the output of the last
      attempt. On standard error it says what is no longer kept.
      The log has 8 MiB ([run] log-limit), and as much again of what came before.
      In a flood (more than 4 MiB/s, for more than fits) the log keeps the newest
      parts, with a note about what is missing.
      l in the monitor shows the log on the whole screen.

    WHEN A TASK WAITS FOR INPUT
      The card says "waiting for your input" or "waiting for a password". The list
      says so too, and the task counts as one that needs you. headway attach or
      headway send answers.
      The proof is the system call that the processes are blocked in, never the
      words on their screen.
      Some waits aren't told:
        a wait that gives up within 10 s
        a thread that listens for a key while other threads work, sleep or wait
        for somebody else. A program of several threads must have been still for
        3 s. If the main thread reads, others may sleep now and then
      Headway also looks at terminals within the terminal, as sudo and script make
      them. Processes of another user are not yours to look into. Headway sees
      their password prompts, but sees their other questions only as root.
      A task whose wait isn't seen is asked about as silent, like any other task.
    """#
}
