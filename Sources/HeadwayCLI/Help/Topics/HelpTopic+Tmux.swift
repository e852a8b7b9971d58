extension HelpTopic {
  /// The page `headway help tmux`.
  static let tmuxPage = """
    TMUX: tasks in the status line, in a popup, in a pane

    THE STATUS LINE
      One line in the config of tmux:
        set -ag status-right ' #(headway status --follow --format tmux)'
      tmux then shows "1 needs you · 2 running 63%" and the like. What needs you is
      first. Without tasks tmux shows nothing. A task that failed or was lost counts
      as failed until you acknowledge it (x in the monitor, headway ack 7), or until
      its card leaves the list. The hub pushes the text. Nothing polls.
      By default tmux cuts the right side at 40 columns. Make room for the text:
        set -g status-right-length 80

      headway tmux setup --write does both in the config that your tmux reads: one
      line adds the text after what your status line shows already, and widens the
      right side to 80 columns. Headway adds the line once, and keeps a copy of the
      old config (FILE.before-headway). Without --write the line is printed.

    OVER THE PANES, AND BESIDE THEM
      headway tmux popup      opens the monitor over the panes; q closes it
      headway tmux pane       opens a pane of three lines with the tasks, at most
                              one for each window
      A key for the popup, in the config of tmux:
        bind h display-popup -E -w 90% -h 90% headway

    SETTINGS, under [tmux] in the config of Headway
      attention-style = "fg=yellow,bold"      what needs you, as in tmux(1), STYLES
      push = true                             setup then writes a line with one
                                              process for all clients of a server,
                                              not one for each client
      pane = true                             the small pane opens by itself when a
                                              task goes on without its terminal

    ELSEWHERE
      Notifications in tmux: headway help notifications. Headway connects only to
      tmux servers that run as you. Nobody else may be able to change the folder of
      the server's socket.
    """
}
