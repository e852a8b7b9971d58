import HeadwayCore

/// One card as lines.
struct CardView {
  let card: Card
  let context: CardContext

  /// What a card consists of below its title.
  private enum Part {
    case subtitle, progress, question, questionInOneLine, answerKeys, details, buttons
  }

  /// As many as `lines` has, without drawing them.
  var height: Int { parts.reduce(context.heading == nil ? 1 : 2) { $0 + height(of: $1) } }

  var isOneLine: Bool { parts.isEmpty }

  var lines: [Line] { titleLines + bodyLines }

  /// Its title, and what stands above that.
  var titleLines: [Line] { headingLines + [titleLine] }

  var bodyLines: [Line] {
    var lines: [Line] = []
    lines.reserveCapacity(Self.usualLineCount)
    for part in parts { add(part, to: &lines) }
    return lines
  }

  /// A subtitle and a progress line.
  private static let usualLineCount = 2

  /// Whether the title's line is another once the task goes on.
  var titleShowsProgress: Bool {
    context.isTiny || context.density == .line || !card.hasProgress
  }

  var headingLines: [Line] {
    context.heading.map { [Line(left: [Span($0, .heading)])] } ?? []
  }

  private var parts: [Part] {
    guard context.isExpanded else { return bodyParts }
    let details = [Part.details, .buttons].filter(isKnown)
    if context.density == .full || !isAsking { return bodyParts + details }
    return [context.isTiny ? .questionInOneLine : .question, .answerKeys] + details
  }

  private var bodyParts: [Part] {
    switch (context.density, card.kind) {
    case (.line, .needsAnswer) where isAsking && context.isTiny && context.isSelected:
      [.questionInOneLine]
    case (.line, _), (_, .queued), (_, .ended): []
    case (.full, .needsAnswer) where isAsking: [.question, .answerKeys]
    case (.short, .needsAnswer) where isAsking: [.questionInOneLine]
    case (.full, .needsAnswer), (.full, .live): [Part.subtitle, .progress].filter(isKnown)
    case (.short, .needsAnswer), (.short, .live):
      [Part.progress, .subtitle].first(where: isKnown).map { [$0] } ?? []
    }
  }

  private var isAsking: Bool { card.isAsking }

  private func isKnown(_ part: Part) -> Bool {
    switch part {
    case .subtitle: card.hasSubtitle || context.parts != nil
    case .progress: card.hasProgress
    case .buttons: !context.buttons.isEmpty
    case .question, .questionInOneLine, .answerKeys, .details: true
    }
  }

  private func height(of part: Part) -> Int {
    switch part {
    case .subtitle, .progress, .questionInOneLine, .answerKeys, .buttons: 1
    case .question: questionTexts.count
    case .details: CardDetails(card, context).count
    }
  }

  private func add(_ part: Part, to lines: inout [Line]) {
    switch part {
    case .subtitle: lines.append(Line(left: [indentation, Span(subtitle, .faint)]))
    case .progress: lines.append(progressLine)
    case .question: lines += questionLines
    case .questionInOneLine: lines.append(shortQuestionLine)
    case .answerKeys: lines.append(answerLine)
    case .details: lines += CardDetails(card, context).lines
    case .buttons: lines.append(Line(left: [indentation] + spans(of: context.buttons)))
    }
  }

  var indentation: Span { Span(" ", times: context.indent) }

  /// The phase first: it is what the percent is of.
  private var subtitle: String {
    joined([
      card.task.cancelNote?.string, card.progress.phase?.string, card.subtitle?.string,
      partsText,
    ])
  }

  /// What there is of `texts`, side by side.
  func joined(_ texts: [String?]) -> String {
    var all = ""
    for case let text? in texts where !text.isEmpty {
      if !all.isEmpty { all += context.separator }
      all += text
    }
    return all
  }

  /// `2 of 5 parts over, 1 failed`: counted, never weighed.
  private var partsText: String? {
    guard let parts = context.parts else { return nil }
    let mark = context.isFolded ? context.glyphs.folded + " " : ""
    let over = "\(mark)\(parts.ended) of \(parts.total) \(parts.total == 1 ? "part" : "parts") over"
    return parts.failed > 0 ? "\(over), \(parts.failed) failed" : over
  }
}
