import HeadwayModel

extension Key {
  /// The name of the key in footer and help, such as `Ctrl-C` or an arrow of `glyphs`.
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
