import HeadwayCore

/// A stretch of text in one look.
struct Span: Hashable {
  var text: String { didSet { textWidth = cellWidth(text) } }
  /// In columns. Each drawing asks for it a few times.
  private(set) var textWidth: Int
  var style: CellStyle
  /// How often the text stands there, side by side.
  var count = 1
  /// What a click on it presses.
  var key: Key?

  init(_ text: String, _ role: StyleRole = .plain, times count: Int = 1, key: Key? = nil) {
    (self.text, self.style, self.key) = (text, .role(role), key)
    textWidth = cellWidth(text)
    self.count = max(0, count)
  }

  /// As the command that printed it would have it.
  init(_ text: String, _ rendition: GraphicRendition) {
    (self.text, style) = (text, rendition == .plain ? .role(.plain) : .output(rendition))
    textWidth = cellWidth(text)
  }

  var width: Int { textWidth * count }

  /// Whether its text is printable ASCII: of any other each character has more bytes than columns.
  var isPlain: Bool { textWidth == text.utf8.count }
}

/// One line of a view: what starts at its left, and what ends at its right.
struct Line: Hashable {
  var left: [Span]
  var right: [Span] = []

  /// Between the left part and the right one.
  static let gap = 2
}

extension Line {
  /// What a click presses where the line is drawn in `columns`.
  func key(at column: Int, in columns: Range<Int>) -> Key? {
    let rightWidth = right.reduce(0) { $0 + $1.width }
    return Self.key(at: column, in: right, from: columns.upperBound - rightWidth)
      ?? Self.key(at: column, in: left, from: columns.lowerBound)
  }

  private static func key(at column: Int, in spans: [Span], from start: Int) -> Key? {
    var end = start
    for span in spans {
      let begin = end
      end += span.width
      if (begin..<end).contains(column) { return span.key }
    }
    return nil
  }
}

extension CanvasRow {
  /// Draws `line` into `columns`. Where both parts don't fit, the left one is cut first, down to a
  /// third of the width, then the right one.
  mutating func draw(_ line: Line, columns: Range<Int>, ellipsis: String) {
    let leftWidth = width(of: line.left)
    let room = max(0, columns.count - min(leftWidth, columns.count / 3) - Line.gap)
    let right = cut(line.right, to: room, ellipsis: ellipsis)
    let rightWidth = width(of: right)
    let leftRoom = rightWidth > 0 ? columns.count - rightWidth - Line.gap : columns.count
    let left = leftWidth <= leftRoom ? line.left : cut(line.left, to: leftRoom, ellipsis: ellipsis)
    draw(left, column: columns.lowerBound, end: columns.upperBound)
    draw(right, column: columns.upperBound - rightWidth, end: columns.upperBound)
  }

  private mutating func draw(_ spans: [Span], column: Int, end: Int) {
    var column = column
    for span in spans { column = write(span, column: column, end: end) }
  }

  private func width(of spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.width } }

  private func cut(_ spans: [Span], to columns: Int, ellipsis: String) -> [Span] {
    guard width(of: spans) > columns else { return spans }
    var room = columns - cellWidth(ellipsis)
    guard room > 0 else { return [] }
    var kept: [Span] = []
    for span in spans {
      var part = span
      if span.width > room {
        part.count = 1
        part.text = truncated(
          String(span.text, times: span.count), to: room + cellWidth(ellipsis), ellipsis: ellipsis)
        return kept + [part]
      }
      room -= span.width
      kept.append(span)
    }
    return kept
  }
}
