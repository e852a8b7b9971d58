import HeadwayModel

/// A key and its action on a card, `[c] cancel`. A click on it presses the key.
struct CardButton: Hashable {
  var key: Key
  var label: String

  /// The text of the button. An inactive button is faint and can't be clicked.
  func spans(_ glyphs: Glyphs, isActive: Bool = true) -> [Span] {
    let key = isActive ? key : nil
    return [
      Span("[\(self.key.name(glyphs))]", isActive ? .keyName : .faint, key: key),
      Span(" " + label, isActive ? .plain : .faint, key: key),
    ]
  }
}
