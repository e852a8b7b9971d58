package import HeadwayMonitor
internal import HeadwayModel

/// The settings with which a screen is opened.
package struct ScreenSettings: Hashable, Sendable {
  package var theme = Theme.terminal
  /// False where `NO_COLOR` asks for none.
  package var isColoured = true
  /// Whether the terminal is asked for clicks and the wheel, which it then doesn't select text
  /// with.
  package var hasMouse = true
  /// Whether the terminal draws any colour there is, as `COLORTERM` says.
  package var hasDirectColours = false

  package init() {}

  /// Returns the names that terminfo may have for `terminal`, the best first.
  func names(of terminal: String) -> [String] {
    let suffix = "-256color"
    let base = terminal.hasSuffix(suffix) ? String(terminal.dropLast(suffix.count)) : terminal
    let direct = isColoured && hasDirectColours ? ["\(base)-direct"] : []
    return direct + [terminal, "xterm-256color"]
  }
}
