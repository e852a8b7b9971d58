import HeadwayCore

/// What an expanded card says of its task besides.
struct CardDetails {
  private let rows: [(label: String, values: [String])]
  private let context: CardContext

  init(_ card: Card, _ context: CardContext) {
    self.context = context
    let snapshot = card.snapshot
    let terms = TermsWords(snapshot)
    let rows: [(String, String?)] = [
      ("waits for", terms.waits),
      ("command", snapshot.command?.map(\.string).joined(separator: " ")),
      ("directory", snapshot.directory?.string),
      ("identifier", snapshot.identifier?.string),
      ("part of", context.parent),
      ("group", snapshot.group?.string),
      ("position", snapshot.position.map { String($0) }),
      ("needs", terms.needs),
      ("after", terms.after),
      ("after any", terms.afterAny),
      ("not before", terms.earliest.map(Self.text)),
      ("when", terms.conditions),
      ("while", terms.whileConditions),
      ("priority", snapshot.priority == 0 ? nil : String(snapshot.priority)),
      ("key", snapshot.key.description),
      ("process", snapshot.pid.map { String($0) }),
      ("queued", snapshot.state == .queued ? snapshot.queuedAt.map(Self.text) : nil),
      ("started", snapshot.startedAt.map(Self.text)),
      ("attempt", snapshot.attempt > 1 ? String(snapshot.attempt) : nil),
      ("next try", terms.nextTry.map(Self.text)),
      ("retries", terms.retries),
      ("refresh", terms.refresh),
      ("ended", snapshot.endedAt.map(Self.text)),
      ("because", snapshot.endSentence),
      ("asserts", snapshot.assertion?.string),
      ("leaked", snapshot.leakedAssertion?.string),
      ("rate", Self.rate(card, context)),
    ]
    self.rows = rows.compactMap { label, value in
      value.map { (label, Self.fitted($0, context)) }
    }
  }

  var count: Int {
    let labels = context.isTiny ? 1 : 0
    let values = rows.reduce(0) { $0 + labels + $1.values.count }
    return values + (context.output.isEmpty ? 0 : labels + context.output.count)
  }

  var lines: [Line] {
    rows.flatMap { lines($0.label, $0.values) } + lines("output", context.output, .faint)
  }

  /// The label beside the first of the values; where there is no room for that, above them.
  private func lines(_ label: String, _ values: [String], _ role: StyleRole = .plain) -> [Line] {
    guard !values.isEmpty else { return [] }
    let margin = Self.labelColumns(context)
    let labelled = context.isTiny ? [Line(left: [indentation, Span(label, .faint)])] : []
    return labelled
      + values.enumerated().map { place, value in
        let name = place == 0 && !context.isTiny ? label : ""
        let padding = String(" ", times: max(1, margin - name.utf8.count))
        return Line(left: [indentation, Span(name + padding, .faint), Span(value, role)])
      }
  }

  private var indentation: Span { Span(" ", times: context.indent) }

  private static func labelColumns(_ context: CardContext) -> Int { context.isTiny ? 1 : 11 }

  private static func room(_ context: CardContext) -> Int {
    max(1, context.columns - context.indent - labelColumns(context))
  }

  /// All of it, but for what nobody would read.
  private static func fitted(_ value: String, _ context: CardContext) -> [String] {
    let columns = room(context)
    if cellWidth(value) <= columns { return [value] }
    return wrapped(
      value, columns: columns, lineLimit: valueLineLimit, ellipsis: context.glyphs.ellipsis)
  }

  private static let valueLineLimit = 12

  /// The course of the last minute, and how high it was at most.
  private static func rate(_ card: Card, _ context: CardContext) -> String? {
    let course = context.rates.drawn(columns: min(room(context) / 2, 60), context.glyphs)
    guard !course.isEmpty, let highest = context.rates.rates.max() else { return nil }
    var progress = card.progress
    progress.rate = highest
    return course + (ShownRate(progress).map { "  at most \($0.text)" } ?? "")
  }

  /// `2026-01-31 09:05:00 UTC`
  private static func text(_ time: WallTime) -> String {
    let iso = time.description
    return "\(iso.prefix(10)) \(iso.dropFirst(11).prefix(8)) UTC"
  }
}
