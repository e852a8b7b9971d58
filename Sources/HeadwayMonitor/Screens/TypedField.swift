/// A line in which a person types: a mark, the text with the caret, and why the text isn't valid.
///
/// The caret is always on the screen. Of a text that is too long, the part around the caret is
/// shown: the caret stands in the last quarter of the line, or nearer to an end of the text.
struct TypedField: Equatable {
  let mark: String
  /// The text before the caret.
  let before: String
  /// The text from the caret on.
  var after = ""
  var complaint: String?

  /// The line with what stands at its right, which makes room for the text.
  func line(columns: Int, ellipsis: String, right: [Span]) -> Line {
    let (start, end) = shownParts(columns, ellipsis)
    let typed = [Span(mark, .keyName), Span(start + end), Span(" ")]
    let width = typed.reduce(0) { $0 + $1.width }
    let fits = right.reduce(width + Line.gap) { $0 + $1.width } <= columns
    let room = columns - width - 2 - (fits ? right.reduce(Line.gap) { $0 + $1.width } : 0)
    let words = complaint.map { truncated($0, to: max(0, room), ellipsis: ellipsis) } ?? ""
    return Line(
      left: typed + (words.isEmpty ? [] : [Span("  "), Span(words, .warning)]),
      right: fits ? right : [])
  }

  /// The column of the caret, counted from 0.
  func caretColumn(columns: Int, ellipsis: String) -> Int {
    let start = shownParts(columns, ellipsis).start
    return min(cellWidth(mark) + cellWidth(start), max(0, columns - 1))
  }

  /// The parts of the text on either side of the caret, as far as both fit.
  private func shownParts(_ columns: Int, _ ellipsis: String) -> (start: String, end: String) {
    let room = max(0, columns - cellWidth(mark) - 1)
    let rest = cellWidth(after)
    if cellWidth(before) + rest <= room { return (before, after) }
    // The character at the caret may be wide, and is shown with the sign that more follows.
    let kept = min(rest, max(room / 4, 2 + cellWidth(ellipsis)), room)
    let start = ending(of: before, in: room - kept, ellipsis: ellipsis)
    return (start, truncated(after, to: room - cellWidth(start), ellipsis: ellipsis))
  }
}
