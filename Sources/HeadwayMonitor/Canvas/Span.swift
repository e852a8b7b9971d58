import HeadwayModel

/// A stretch of text in one look.
struct Span: Hashable {
  var text: String
  var style: CellStyle
  /// The number of times that the text stands side by side.
  var count = 1
  /// The key that a click on the span presses.
  var key: Key?

  init(_ text: String, _ role: StyleRole = .plain, times count: Int = 1, key: Key? = nil) {
    (self.text, self.style, self.key) = (text, .role(role), key)
    self.count = max(0, count)
  }

  /// Makes a span that looks as the command printed it.
  init(_ text: String, _ rendition: GraphicRendition) {
    (self.text, style) = (text, rendition == .plain ? .role(.plain) : .output(rendition))
  }

  /// The width in columns.
  var width: Int { cellWidth(text) * count }
}
