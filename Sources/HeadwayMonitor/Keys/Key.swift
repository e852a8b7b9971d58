internal import HeadwayModel

/// A key as a person presses it.
package enum Key: Hashable, Sendable {
  /// A printable character.
  case character(Unicode.Scalar)
  /// Ctrl with a lowercase letter.
  case control(Unicode.Scalar)
  case up, down, left, right, pageUp, pageDown
  case home, end
  case enter, tab, escape, backspace, delete

  private static let names: [String: Key] = [
    "Space": .character(" "), "Up": .up, "Down": .down, "Left": .left, "Right": .right,
    "PgUp": .pageUp, "PgDn": .pageDown, "Home": .home, "End": .end, "Enter": .enter, "Tab": .tab,
    "Esc": .escape, "Backspace": .backspace, "Delete": .delete,
  ]

  /// Reads a character, `Ctrl-X`, or a name as in the help: `Space`, `PgDn`.
  ///
  /// The result is nil for any other text, and for Ctrl with H, I, J and M: these are the bytes of
  /// Backspace, Tab and Enter.
  package init?(_ text: String) {
    if let key = Self.names[text] {
      self = key
      return
    }
    let scalars = Array(text.unicodeScalars)
    if scalars.count == 1, scalars[0].isPrintable {
      self = .character(scalars[0])
    } else if scalars.count == 6, text.lowercased().hasPrefix("ctrl-"),
      let letter = text.lowercased().unicodeScalars.last, ("a"..."z").contains(letter),
      !"hijm".unicodeScalars.contains(letter)
    {
      self = .control(letter)
    } else {
      return nil
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator, .nonspacingMark, .enclosingMark:
      false
    default: true
    }
  }
}

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
    case .delete: "Delete"
    }
  }
}

/// An action of the mouse that the monitor understands.
package enum MouseAction: Hashable, Sendable {
  /// The left button goes down.
  case press
  /// A notch of the wheel.
  case wheelUp, wheelDown
}
