import HeadwayCore

/// A stalled card asks whether to go on.
extension CardView {
  func questionTexts(lineLimit: Int) -> [String] {
    guard let question = card.question(at: context.now) else { return [] }
    return wrapped(
      question, columns: context.columns - context.indent, lineLimit: lineLimit,
      ellipsis: context.glyphs.ellipsis)
  }

  func questionLines(lineLimit: Int) -> [Line] {
    questionTexts(lineLimit: lineLimit).map { Line(left: [indentation, Span($0, .attention)]) }
  }

  /// The keys that answer, faint while they would answer another card.
  var answerLine: Line {
    let role: StyleRole = context.isSelected ? .plain : .faint
    let keyRole: StyleRole = context.isSelected ? .keyName : .faint
    let keys = [
      indentation, Span("[y]", keyRole), Span(" continue  ", role), Span("[n]", keyRole),
      Span(" stop", role),
    ]
    return Line(left: keys + countdown)
  }

  private var countdown: [Span] {
    guard let remaining = card.expiresIn(at: context.now) else { return [] }
    return [Span(context.separator, .faint), Span("expires in \(remaining.spoken)", .warning)]
  }
}
