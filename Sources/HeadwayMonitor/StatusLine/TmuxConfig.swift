/// The line of a tmux config that shows the status (tmux(1), FORMATS and STYLES).
///
/// ```swift
/// let text = TmuxConfig.adding(TmuxConfig.line(isPushed: false), to: old) ?? old
/// ```
package enum TmuxConfig {
  /// The config line. It appends to `status-right`, once, even if tmux reads the config again.
  ///
  /// With `isPushed` the text comes from a tmux option that one process sets for the whole server.
  /// Otherwise each client runs `headway status`.
  package static func line(isPushed: Bool) -> String {
    let text = isPushed ? "#{@headway_status}" : "#(headway status --follow --format tmux)"
    let push = isPushed ? #" ; run -b "headway tmux push""# : ""
    let addition = "set -ag status-right ' \(text)' ; \(room)"
    return #"if -F '#{m:*headway*,#{status-right}}' '' "\#(addition)"\#(push)"#
  }

  /// A command that widens `status-right` to 80 columns. tmux's default of 40 is too short for the
  /// status and the clock.
  private static let room =
    "if -F '#{e|<:#{status-right-length},80}' 'set -g status-right-length 80'"

  /// The config `text` with `line` at its end. Nil if the config already shows the status.
  package static func adding(_ line: String, to text: String) -> String? {
    guard !shows(text) else { return nil }
    let end = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
    return text + end + line + "\n"
  }

  /// Whether a line that isn't a comment shows the status.
  private static func shows(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      (line.contains("headway status") || line.contains("headway tmux push"))
        && line.first { $0 != " " && $0 != "\t" } != "#"
    }
  }
}
