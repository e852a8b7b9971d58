/// A line in which a person types: a mark, the text, the caret behind it, and why the text isn't valid.
///
/// The caret is always on the screen: of a text that is too long, the end is shown.
struct TypedField: Equatable {
  let mark: String
  let text: String
  var complaint: String?

  /// The line with what stands at its right, which makes room for the text.
  func line(columns: Int, ellipsis: String, right: [Span]) -> Line {
    let typed = [Span(mark, .keyName), Span(shownText(columns, ellipsis)), Span(" ")]
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
    min(cellWidth(mark) + cellWidth(shownText(columns, ellipsis)), max(0, columns - 1))
  }

  private func shownText(_ columns: Int, _ ellipsis: String) -> String {
    ending(of: text, in: columns - cellWidth(mark) - 1, ellipsis: ellipsis)
  }
}
