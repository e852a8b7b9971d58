import HeadwayCore

/// One card as lines.
struct CardView {
  let card: Card
  let now: Moment
  private let surroundings: Surroundings

  /// Held once by all the views that only the card and the time tell apart.
  private final class Surroundings: Sendable {
    let context: CardContext

    init(_ context: CardContext) { self.context = context }
  }

  init(_ card: Card, _ context: CardContext, at now: Moment) {
    (self.card, self.now) = (card, now)
    surroundings = Surroundings(context)
  }

  /// `earlier` as it is when its card has become `card`, with nothing else changed.
  init(_ earlier: CardView, taking card: Card, at now: Moment) {
    (self.card, self.now, surroundings) = (card, now, earlier.surroundings)
  }

  var context: CardContext { surroundings.context }

  /// Whether nothing but the card and the time tells this from `other`.
  func hasSurroundings(of other: CardView) -> Bool {
    surroundings === other.surroundings || context == other.context
  }

  /// What a card consists of below its title, from the top.
  private struct Parts: OptionSet {
    let rawValue: Int

    static let question = Parts(rawValue: 1)
    static let questionInOneLine = Parts(rawValue: 2)
    static let answerKeys = Parts(rawValue: 4)
    static let subtitle = Parts(rawValue: 8)
    static let progress = Parts(rawValue: 16)
    static let details = Parts(rawValue: 32)
    static let buttons = Parts(rawValue: 64)
    static let ofOneLine: Parts = [.questionInOneLine, .answerKeys, .subtitle, .progress, .buttons]
  }

  /// As many as `lines` has, without drawing them.
  var height: Int {
    let parts = parts
    var height = headingCount + 1 + parts.intersection(.ofOneLine).rawValue.nonzeroBitCount
    if parts.contains(.question) { height += questionTexts.count }
    if parts.contains(.details) { height += CardDetails(card, context).count }
    return height
  }

  var isOneLine: Bool { parts.isEmpty }

  var lines: [Line] { titleLines + bodyLines.map(line) }

  /// Its title, and what stands above that.
  var titleLines: [Line] { headingLines + [titleLine] }

  var bodyLines: [CardLine] {
    let parts = parts
    var lines: [CardLine] = []
    lines.reserveCapacity(Self.usualLineCount)
    if parts.contains(.question) { lines += questionLines.map(CardLine.other) }
    if parts.contains(.questionInOneLine) { lines.append(.other(shortQuestionLine)) }
    if parts.contains(.answerKeys) { lines.append(.other(answerLine)) }
    if parts.contains(.subtitle) { lines.append(.subtitle(subtitle)) }
    if parts.contains(.progress) { lines.append(.progress(progressFigures)) }
    if parts.contains(.details) { lines += CardDetails(card, context).lines.map(CardLine.other) }
    if parts.contains(.buttons) {
      lines.append(.other(Line(left: [indentation] + spans(of: context.buttons))))
    }
    return lines
  }

  /// A subtitle and a progress line.
  private static let usualLineCount = 2

  /// Whether the title's line is another once the task goes on.
  var titleShowsProgress: Bool {
    context.isTiny || context.density == .line || !card.hasProgress
  }

  /// As many as ``headingLines`` are.
  var headingCount: Int { context.heading == nil ? 0 : 1 }

  var headingLines: [Line] {
    context.heading.map { [Line(left: [Span($0, .heading)])] } ?? []
  }

  private var parts: Parts {
    guard context.isExpanded else { return bodyParts }
    let details: Parts = context.buttons.isEmpty ? .details : [.details, .buttons]
    if context.density == .full || !isAsking { return bodyParts.union(details) }
    return details.union([context.isTiny ? .questionInOneLine : .question, .answerKeys])
  }

  private var bodyParts: Parts {
    switch (context.density, card.kind) {
    case (.line, .needsAnswer) where isAsking && context.isTiny && context.isSelected:
      .questionInOneLine
    case (.line, _), (_, .queued), (_, .ended): []
    case (.full, .needsAnswer) where isAsking: [.question, .answerKeys]
    case (.short, .needsAnswer) where isAsking: .questionInOneLine
    case (.full, .needsAnswer), (.full, .live): goingOn
    case (.short, .needsAnswer), (.short, .live):
      goingOn.contains(.progress) ? .progress : goingOn
    }
  }

  /// What is known of how it goes on.
  private var goingOn: Parts {
    var parts: Parts = card.hasProgress ? .progress : []
    if card.hasSubtitle || context.parts != nil { parts.insert(.subtitle) }
    return parts
  }

  private var isAsking: Bool { card.isAsking }

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
