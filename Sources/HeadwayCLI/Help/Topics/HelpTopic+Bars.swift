extension HelpTopic {
  /// The page `headway help bars`.
  static let barsPage = #"""
    BARS: one line about all tasks, for a status bar

      headway status                          1 needs you · 2 running 63%
      headway status --follow                 a new line whenever it changes
      headway status --format waybar
      headway status --format '{running} ({percent}%)'

      headway status takes about a millisecond and never starts a hub. If there is
      nothing to show, headway status prints nothing and exits 1. With --follow it
      prints an empty line instead, or in a JSON format an object without text.
      What needs you is first in the line. For tmux see headway help tmux.

    FORMATS
      plain, tmux, json, waybar, i3bar, i3status-rs, or a template. The fields of a
      template: {text} {running} {queued} {paused} {cancelling} {failed} {needs}
      {percent} {title}.
      Headway escapes the text of a field for its place:
        '{"text":"{title}"}'    as a JSON string
        '<b>{title}</b>'        as Pango markup
        '#[bold]{title}'        for tmux: each # is doubled
        all other templates     so that polybar and lemonbar see no %{...} tag
      headway status --help has the details.

    TITLES
      Only a tooltip and {title} show a title: that of the most urgent task. The
      order is: a task that waits for you, one that stalled, one that failed
      recently, the one nearest to its end. The title of a --sensitive task is never
      shown.

    WHAT TO WRITE
      waybar
        "custom/headway": {
          "exec": "headway status --follow --format waybar",
          "return-type": "json"
        }
        style.css: #custom-headway.attention for what needs you, .running for the
        rest
      i3blocks
        [headway]
        command=headway status --follow --format i3bar
        interval=persist
        format=json
      i3status-rust
        [[block]]
        block = "custom"
        command = "headway status --follow --format i3status-rs"
        json = true
        persistent = true
        hide_when_empty = true
      polybar
        [module/headway]
        type = custom/script
        exec = headway status --follow
        tail = true
      py3status
        external_script headway {
          script_path = "headway status"
          cache_timeout = 2
        }
      starship
        [custom.headway]
        command = "headway status"
        when = "headway status"
      zellij, with zjstatus: {command_headway} in a format, and
        command_headway_command "headway status"
        command_headway_format "{stdout}"
        command_headway_interval "2"
    """#
}
