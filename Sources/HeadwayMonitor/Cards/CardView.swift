import HeadwayModel

/// The lines of one card.
///
/// A view is cheap to create: lines are computed when asked for, and the layout asks for heights
/// only.
///
/// ```swift
/// let context = CardContext(columns: 80, density: .full, glyphs: .unicode, numberWidth: 2)
/// let lines = CardView(card, context, at: now).lines
/// ```
struct CardView {
  let card: Card
  let now: Moment
  private let shared: SharedContext

  /// The context, shared by the successive views of one card while only progress changes.
  private final class SharedContext: Sendable {
    let context: CardContext

    init(_ context: CardContext) { self.context = context }
  }

  init(_ card: Card, _ context: CardContext, at now: Moment) {
    (self.card, self.now) = (card, now)
    shared = SharedContext(context)
  }

  /// Creates the view that follows `earlier` after a report that changed only the card.
  init(_ earlier: CardView, taking card: Card, at now: Moment) {
    (self.card, self.now, shared) = (card, now, earlier.shared)
  }

  var context: CardContext { shared.context }

  /// Whether both views have the same context, so that they differ only in card and time.
  func hasSurroundings(of other: CardView) -> Bool {
    shared === other.shared || context == other.context
  }

  /// The parts of a card below its title, in drawing order.
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

  /// The number of lines, without drawing them.
  var height: Int {
    let parts = parts
    var height = headingCount + 1 + parts.intersection(.ofOneLine).rawValue.nonzeroBitCount
    if parts.contains(.question) { height += questionTexts.count }
    if parts.contains(.details) { height += CardDetails(card, context).count }
    return height
  }

  /// Whether the card is a title line alone.
  var isOneLine: Bool { parts.isEmpty }

  /// All lines of the card, drawn.
  var lines: [Line] { titleLines + bodyLines.map(line) }

  /// The heading, if any, and the title.
  var titleLines: [Line] { headingLines + [titleLine] }

  /// The contents of the lines below the title, not yet drawn.
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

  /// The usual number of lines below the title: a subtitle and a progress line.
  private static let usualLineCount = 2

  /// Whether progress appears in the title line, so that a step changes this line, too.
  var titleShowsProgress: Bool {
    context.isTiny || context.density == .line || !card.hasProgress
  }

  /// The number of heading lines, 0 or 1.
  var headingCount: Int { context.heading == nil ? 0 : 1 }

  var headingLines: [Line] {
    context.heading.map { [Line(left: [Span($0, .heading)])] } ?? []
  }

  /// The parts of the card, details included.
  private var parts: Parts {
    guard context.foldLine == nil else { return [] }
    guard context.isExpanded else { return bodyParts }
    let details: Parts = context.buttons.isEmpty ? .details : [.details, .buttons]
    if context.density == .full || !isAsking { return bodyParts.union(details) }
    return details.union([context.isTiny ? .questionInOneLine : .question, .answerKeys])
  }

  /// The parts that density and kind allow, without details.
  private var bodyParts: Parts {
    switch (context.density, card.kind) {
    case (.line, .needsAnswer) where isAsking && context.isTiny && context.isSelected:
      .questionInOneLine
    case (.full, .ended) where card.showsError: .subtitle
    case (.line, _), (_, .queued), (_, .ended): []
    case (.full, .needsAnswer) where isAsking: [.question, .answerKeys]
    case (.short, .needsAnswer) where isAsking: .questionInOneLine
    case (.full, .needsAnswer), (.full, .live): goingOn
    case (.short, .needsAnswer), (.short, .live):
      goingOn.contains(.progress) ? .progress : goingOn
    }
  }

  /// The parts that show progress: a progress line, and a subtitle line if there is a text for it.
  private var goingOn: Parts {
    var parts: Parts = card.hasProgress ? .progress : []
    if card.hasSubtitle || context.subtasks != nil { parts.insert(.subtitle) }
    return parts
  }

  private var isAsking: Bool { card.isAsking }

  var indentation: Span { Span(" ", times: context.indent) }

  /// The subtitle line. The phase stands first, because the percent refers to the phase.
  private var subtitle: String {
    joined([
      card.task.cancelNoteWords, card.progress.phase?.phaseWords,
      card.ownSubtitle.map(card.task.words(ofSubtitle:)), subtasksText,
    ])
  }

  /// The texts that aren't empty, with separators.
  func joined(_ texts: [String?]) -> String {
    var all = ""
    for case let text? in texts where !text.isEmpty {
      if !all.isEmpty { all += context.separator }
      all += text
    }
    return all
  }

  /// The subtasks in words: `2 of 5 subtasks done, 1 failed`. Subtasks are counted and never weighed
  /// against each other.
  private var subtasksText: String? {
    guard let subtasks = context.subtasks else { return nil }
    let mark = context.isFolded ? context.glyphs.folded + " " : ""
    let (ended, total) = (subtasks.ended, subtasks.total)
    let done = String(
      localized: total, one: "\(ended) of \(total) subtask done",
      many: "\(ended) of \(total) subtasks done")
    let failed =
      subtasks.failed > 0 ? String.betweenWords + CountedTasks.failed.words(subtasks.failed) : ""
    return mark + done + failed
  }
}
