/// A key as a person presses it.
package enum Key: Hashable, Sendable {
  /// A printable character.
  case character(Unicode.Scalar)
  /// With Ctrl: a lowercase letter.
  case control(Unicode.Scalar)
  case up, down, left, right, pageUp, pageDown
  case home, end
  case enter, tab, escape, backspace

  /// As help names it.
  func name(_ glyphs: Glyphs) -> String {
    switch self {
    case .character(" "): "Space"
    case .character(let scalar): String(scalar)
    case .control(let scalar): "Ctrl-" + String(scalar).uppercased()
    case .up: glyphs.up
    case .down: glyphs.down
    case .left: glyphs.left
    case .right: glyphs.right
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .home: "Home"
    case .end: "End"
    case .enter: "Enter"
    case .tab: "Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    }
  }
}
