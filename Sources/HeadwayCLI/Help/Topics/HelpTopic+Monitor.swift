internal import HeadwayMonitor

extension HelpTopic {
  /// The page `headway help monitor`. The key table writes its lists of keys.
  static let monitorPage = """
    THE MONITOR: all tasks on one screen

      headway                             the monitor
      headway watch --compact             one line for each task, for a small pane
      headway watch --plain               appended lines, for logs, CI and screen
                                          readers; Ctrl-C leaves it
      headway watch --filter QUERY        only the tasks that match, in any of these
      With TERM=dumb the monitor is plain by itself.
      The footer shows what the selected card can do now. ? shows every key.

    KEYS OF THE LIST
    \(lines(KeyTable.standard.manual.list))

      y        answers the question of the card: continue
      n        answers the question: stop. The task is cancelled 2 s later; u or Esc
               undoes the answer before that
      c, C     ask first. u or Esc undoes a cancel within 2 s
      r        restarts a submitted task that has ended: the same card, the next
               attempt. The monitor asks first if the task succeeded. R never asks
      x        dismisses (acknowledges) an ended task. The task leaves the list of
               every monitor. Status line, header and bars no longer count the task.
               The record and the log stay. headway ack 7 does the same
      A        dismisses every ended task
      m        marks a card and goes on to the next one. V marks a range, M marks
               everything shown. y n Space c C r x then act on all marked cards
      Esc      unmarks all cards; then shows all tasks again
      Enter    shows what the task waits for, its options, command, directory,
               identifier, parent and times, why it ended, the course of its rate,
               what its processes use, and the last lines of its output.
               headway list --columns title,cpu,memory shows the use of all tasks
      j k Up Down PgUp PgDn
               move through an open card first if it is taller than the screen
      s        changes the order: what matters most, the newest first, by title, by
               group under headings, the longest running, the nearest to its end,
               or the most processor time. What needs you is first in every order;
               by group, it is first within its group
      Left     folds the subtasks of the selected card. In the order by group it
               folds the group: only the heading stays, and what needs you.
               Right, Enter or a click on the heading brings the cards back
      @        shows or hides your other machines: headway help hosts
      o        shows or hides the output of the selected task beside the list, on a
               screen of 140 columns or more. The next monitor remembers it

      Subtasks stand below their parent: tasks that a command under headway run
      begins, or a task's own tasks. The card of the parent counts its subtasks. A
      subtask that needs you is at the top.

    KEYS OF THE OUTPUT (l)
    \(lines(KeyTable.standard.manual.output))

      The screen opens at the end of the output, and shows it in its own colours. On
      a terminal of sixteen colours Headway takes the nearest ones. Copied lines go
      to the clipboard of the terminal (OSC 52). Inside tmux they go to tmux's
      buffer, and from the buffer to the clipboard.

    A QUERY
      / filters while you type, and Enter keeps the filter. n and N then go to the
      next and to the previous match. The commands list, history, watch, clean and
      others take the same query with --filter.
        state:running group:ml text   all terms must hold
        -state:queued                 excludes
        state:failed,lost             either of them. The header's "failed" counts
                                      both
        "any text"                    quotes for spaces and colons
      state:   a state (queued, starting, running, paused, suspended, cancelling,
               ended), live, an end (completed, failed, cancelled, expired, lost),
               stalled, needs-you, or what the list says under STATE
      reason:  an end: reason:failed
      group:   id:  title:  command:    with * for any text: id:com.example.*
      since:   live, or ended no longer ago than this: since:2h, since:3d
      started: ended:   at most so long ago, started:2h, or longer ago, ended:>3d
      exit:    the exit status: exit:2, exit:128-143
      n:       n:7, n:7-12 or n:last, the newest task
      array:   the parts of a job array: array:12
      host:    the machine: host:build1, or host:here for this one
      A word without a key is looked for in title, subtitle and command.

    MOUSE AND PASTE
      A click selects a card. A click on the selected card opens it. A click on the
      output beside the list opens the whole output. Buttons and the words of the
      footer can be clicked. The wheel moves, also through a tall
      card. As in other programs that take the mouse, Shift selects text. mouse =
      false under [monitor] leaves the mouse to the terminal.
      Pasted text goes to the filter, to the search and to the line for a task. It
      never acts as keys.

    KEYS WHILE YOU TYPE
      Left Right Home End move the caret; Ctrl-W erases a word, Ctrl-U all, Ctrl-K
      the rest of the line.

    KEYS AND LOOKS OF YOUR OWN
      [keys] in the config gives other keys to the actions of the list:
        [keys]
        cancel = "d"
        quit = ["Q", "Ctrl-X"]
      An action loses a key that you give to another action. Ctrl-C still quits.
      [monitor] theme chooses the colours: the terminal's own, dark, light,
      high-contrast or mono. [style] changes single looks: bold dim reverse
      underline, and a colour:
        [style]
        attention = "bold #ffaf00"
      headway help config lists all actions and looks. NO_COLOR switches the
      colours off.
    """

  /// The lines of a key table: the keys in a column, then the label.
  private static func lines(_ entries: [KeyTable.ManualEntry]) -> String {
    let rows = entries.map { ($0.keys.joined(separator: " "), $0.label) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { keys, label in
      "  \(keys)\(String(repeating: " ", count: width - keys.count))  \(label)"
    }.joined(separator: "\n")
  }
}
