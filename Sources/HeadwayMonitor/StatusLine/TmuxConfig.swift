/// The line of a tmux config that shows the status, and where it goes (tmux(1), FORMATS and STYLES).
package enum TmuxConfig {
  /// Adds to what the status line has, once, however often the config is read. Pushed, the text is an
  /// option of the server; else it is the output of a command for each client.
  package static func line(isPushed: Bool) -> String {
    let text = isPushed ? "#{@headway_status}" : "#(headway status --follow --format tmux)"
    let push = isPushed ? #" ; run -b "headway tmux push""# : ""
    let addition = "set -ag status-right ' \(text)' ; \(room)"
    return #"if -F '#{m:*headway*,#{status-right}}' '' "\#(addition)"\#(push)"#
  }

  /// The usual 40 columns are too few for it and for what is there already.
  private static let room =
    "if -F '#{e|<:#{status-right-length},80}' 'set -g status-right-length 80'"

  /// The text with `line` at its end; nil where one shows the status already.
  package static func adding(_ line: String, to text: String) -> String? {
    guard !shows(text) else { return nil }
    let end = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
    return text + end + line + "\n"
  }

  /// A line that isn't a comment.
  private static func shows(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      (line.contains("headway status") || line.contains("headway tmux push"))
        && line.first { $0 != " " && $0 != "\t" } != "#"
    }
  }
}
