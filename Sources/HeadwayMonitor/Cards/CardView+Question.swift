import HeadwayCore

/// A stalled card asks whether to go on.
extension CardView {
  /// In three lines at most.
  var questionTexts: [String] {
    let subject = card.task.isTitleLong ? StallQuestion.Subject.it : nil
    guard let question = card.question(at: now, of: subject) else { return [] }
    return wrapped(
      question, columns: questionColumns, lineLimit: 3, ellipsis: context.glyphs.ellipsis)
  }

  /// The whole question where it fits into a line, or else what the title doesn't say already, or only
  /// why it is asked: the keys below say what can be answered.
  var shortQuestionLine: Line {
    let forms = [card.question(at: now) ?? "", "\(reason). Continue or stop?", reason]
    let form = forms.first { cellWidth($0) <= questionColumns } ?? reason
    return Line(left: [indentation, Span(form, .attention)])
  }

  private var questionColumns: Int { max(0, context.columns - context.indent) }

  private var reason: String {
    let time = card.stalledFor(at: now).map { " for \($0.spoken)" } ?? ""
    return switch card.task.stalled {
    case .silent: "Silent\(time)"
    case .notAdvancing, nil: "Stuck\(time)"
    case .slow: slowness
    case .memory: memoryUse
    }
  }

  private var memoryUse: String {
    card.task.memoryBytes.map { "Low on memory (\(byteWords($0)))" } ?? "Low on memory"
  }

  private var slowness: String {
    card.task.slowdown.map { "Now \(timesSlower($0))" } ?? "Much slower"
  }

  var questionLines: [Line] {
    questionTexts.map { Line(left: [indentation, Span($0, .attention)]) }
  }

  /// The keys that answer, faint while they would answer another card.
  var answerLine: Line {
    let buttons = [(context.continueKey, "continue"), (context.stopKey, "stop")].compactMap {
      key, label in key.map { CardButton(key: $0, label: label) }
    }
    return Line(left: [indentation] + spans(of: buttons) + countdown)
  }

  /// Faint where a key would be for another card.
  func spans(of buttons: [CardButton]) -> [Span] {
    let spans = buttons.map { $0.spans(context.glyphs, isActive: context.isSelected) }
    return Array(spans.joined(separator: [Span("  ")]))
  }

  private var countdown: [Span] {
    guard let remaining = card.expiresIn(at: now) else { return [] }
    let words = context.isNarrow ? "\(remaining.compact) left" : "expires in \(remaining.spoken)"
    return [Span(context.separator, .faint), Span(words, .warning)]
  }
}
