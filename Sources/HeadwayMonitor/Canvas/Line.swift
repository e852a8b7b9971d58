import HeadwayModel

/// A line of a view: text at its left and text at its right.
struct Line: Equatable {
  var left: StyledText
  var right: StyledText

  /// The number of columns between the left part and the right part.
  static let gap = 2

  init(left: StyledText, right: StyledText = StyledText()) {
    (self.left, self.right) = (left, right)
  }

  init(left: [Span], right: [Span] = []) {
    self.init(left: StyledText(left), right: StyledText(right))
  }

  /// The width in columns, with the gap between both parts.
  var width: Int { right.width == 0 ? left.width : left.width + Self.gap + right.width }

  /// The line in grey, for what is out of date.
  var faint: Line { Line(left: left.faint, right: right.faint) }

  /// Returns the key that a click at `column` presses, for a line drawn in `columns`. Nil if no
  /// button is there.
  func key(at column: Int, in columns: Range<Int>) -> Key? {
    right.key(at: column - columns.upperBound + right.width)
      ?? left.key(at: column - columns.lowerBound)
  }
}

extension CanvasRow {
  /// Draws `line` into `columns`. If both parts don't fit, the left part is cut first, down to a
  /// third of the width. Then the right part is cut.
  mutating func draw(_ line: Line, columns: Range<Int>, ellipsis: String) {
    let room = columns.count - min(line.left.width, columns.count / 3) - Line.gap
    let right = line.right.truncated(to: max(0, room), ellipsis: ellipsis)
    let leftRoom = right.width > 0 ? columns.count - right.width - Line.gap : columns.count
    let left = line.left.truncated(to: leftRoom, ellipsis: ellipsis)
    put(left, column: columns.lowerBound, end: columns.upperBound)
    put(right, column: columns.upperBound - right.width, end: columns.upperBound)
  }
}

/// A stretch of text in one look.
struct Span: Hashable {
  var text: String
  var style: CellStyle
  /// The number of times that the text is repeated.
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
