import HeadwayModel

/// A stretch of text in one look.
struct Span: Hashable {
  var text: String
  var style: CellStyle
  /// How often the text stands there, side by side.
  var count = 1
  /// What a click on it presses.
  var key: Key?

  init(_ text: String, _ role: StyleRole = .plain, times count: Int = 1, key: Key? = nil) {
    (self.text, self.style, self.key) = (text, .role(role), key)
    self.count = max(0, count)
  }

  /// As the command that printed it would have it.
  init(_ text: String, _ rendition: GraphicRendition) {
    (self.text, style) = (text, rendition == .plain ? .role(.plain) : .output(rendition))
  }

  /// In columns.
  var width: Int { cellWidth(text) * count }
}
