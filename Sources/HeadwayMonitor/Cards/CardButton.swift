import HeadwayCore

/// `[c] cancel`: a key of the card, which can be clicked.
struct CardButton: Hashable {
  var key: Key
  var label: String

  func spans(_ glyphs: Glyphs, isActive: Bool = true) -> [Span] {
    let key = isActive ? key : nil
    return [
      Span("[\(self.key.name(glyphs))]", isActive ? .keyName : .faint, key: key),
      Span(" " + label, isActive ? .plain : .faint, key: key),
    ]
  }
}
