import HeadwayModel

/// The question of a stalled card.
extension CardView {
  /// The lines of the question, three at most. The question doesn't repeat a long title, because
  /// the title is right above it.
  var questionTexts: [String] {
    let subject = card.task.isTitleLong ? StallQuestion.Subject.it : nil
    guard let question = card.question(at: now, of: subject) else { return [] }
    return wrapped(
      question, columns: questionColumns, lineLimit: 3, ellipsis: context.glyphs.ellipsis)
  }

  /// The question in one line: the whole question if it fits, otherwise the reason with the choice,
  /// otherwise the reason alone. The keys below name the answers.
  var shortQuestionLine: Line {
    let forms = [
      card.question(at: now) ?? "", String(localized: "\(reason). Continue or stop?"), reason,
    ]
    let room = questionColumns - countdown.reduce(0) { $0 + $1.width }
    let form = forms.first { cellWidth($0) <= room } ?? reason
    return Line(left: [indentation, Span(form, .attention)] + countdown)
  }

  private var questionColumns: Int { max(0, context.columns - context.indent) }

  /// The reason for the question, without the title.
  private var reason: String {
    let time = card.stalledFor(at: now)?.spoken
    return switch card.task.stall.kind {
    case .silent:
      time.map { String(localized: "Silent for \($0)") } ?? String(localized: "Silent")
    case .notAdvancing, nil:
      time.map { String(localized: "Stuck for \($0)") } ?? String(localized: "Stuck")
    case .slow: slowness
    case .input:
      time.map { String(localized: "Waits for input for \($0)") }
        ?? String(localized: "Waits for input")
    case .memory: memoryUse
    }
  }

  private var memoryUse: String {
    card.task.stall.memoryBytes.map { String(localized: "Low on memory (\(byteWords($0)))") }
      ?? String(localized: "Low on memory")
  }

  private var slowness: String {
    card.task.stall.slowdown.map { String(localized: "Now \(timesSlower($0))") }
      ?? String(localized: "Much slower")
  }

  /// The question as drawn lines.
  var questionLines: [Line] {
    questionTexts.map { Line(left: [indentation, Span($0, .attention)]) }
  }

  /// The keys that answer, and the time until the task expires.
  var answerLine: Line {
    let buttons = [
      (context.continueKey, Phrase("continue", context: "key")),
      (context.stopKey, Phrase("stop", context: "key")),
    ].compactMap { key, label in key.map { CardButton(key: $0, label: label.text) } }
    return Line(left: [indentation] + spans(of: buttons) + countdown)
  }

  /// The buttons in a row. They are faint on a card that isn't selected, where the keys would act
  /// on another card.
  func spans(of buttons: [CardButton]) -> [Span] {
    let spans = buttons.map { $0.spans(context.glyphs, isActive: context.isSelected) }
    return Array(spans.joined(separator: [Span("  ")]))
  }

  /// The time until the unanswered question ends the task. Empty if nothing ends it. On a tiny
  /// screen the title has it.
  private var countdown: [Span] {
    guard !context.isTiny, let remaining = card.expiresIn(at: now) else { return [] }
    let words =
      context.isNarrow
      ? String(localized: "\(remaining.compact) left")
      : String(localized: "expires in \(remaining.spoken)")
    return [Span(context.separator, .faint), Span(words, .warning)]
  }
}
