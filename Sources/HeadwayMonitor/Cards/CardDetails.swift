import HeadwayModel

/// The labelled rows of an expanded card: everything known about the task that isn't on the card
/// already.
struct CardDetails {
  private let rows: [(label: String, values: [String])]
  private let context: CardContext

  init(_ card: Card, _ context: CardContext) {
    self.context = context
    let snapshot = card.snapshot
    let terms = TermsWords(snapshot)
    let rows: [(String, String?)] = [
      ("waits for", terms.waits),
      ("command", snapshot.command?.map { ShellWord($0.string).written }.joined(separator: " ")),
      ("directory", snapshot.directory?.string),
      ("identifier", snapshot.identifier?.string),
      ("parent", context.parent),
      ("group", snapshot.group?.string),
      ("position", snapshot.terms.position.map { String($0) }),
      ("slots", terms.slots),
      ("needs", terms.needs),
      ("after", terms.after),
      ("after any", terms.afterAny),
      ("not before", terms.earliest.map(Self.text)),
      ("when", terms.conditions),
      ("while", terms.whileConditions),
      ("priority", snapshot.terms.priority == 0 ? nil : String(snapshot.terms.priority)),
      ("key", snapshot.key.description),
      ("process", snapshot.worker.pid.map { String($0) }),
      ("uses", context.use?.words),
      ("queued", snapshot.state == .queued ? snapshot.queuedAt.map(Self.text) : nil),
      ("started", snapshot.startedAt.map(Self.text)),
      ("attempt", snapshot.attempt > 1 ? String(snapshot.attempt) : nil),
      ("earlier", terms.earlierAttempts),
      ("retry at", terms.nextTry.map(Self.text)),
      ("retries", terms.retries),
      ("refresh", terms.refresh),
      ("every", terms.every),
      ("time limit", terms.timeLimit),
      ("on stall", terms.stallPolicy),
      ("niceness", terms.niceness),
      ("limits", terms.limits),
      ("ended", snapshot.endedAt.map(Self.text)),
      ("outcome", snapshot.endSentence),
      ("assertion", snapshot.assertions.current?.string),
      ("leaked", snapshot.assertions.leaked?.string),
      ("rate", Self.rate(card, context)),
      ("total", snapshot.state != .ended && snapshot.progress.isGrowing ? "still grows" : nil),
    ]
    self.rows = (Self.subtasks(of: snapshot) + rows).compactMap { label, value in
      value.map { (label, Self.fitted($0, context)) }
    }
  }

  /// The number of lines, counted without drawing them. The layout calls this for every event.
  var count: Int {
    let labels = context.isTiny ? 1 : 0
    let values = rows.reduce(0) { $0 + labels + $1.values.count }
    return values + (context.output.isEmpty ? 0 : labels + context.output.count)
  }

  /// The rows as lines, followed by the end of the output in its own colours.
  var lines: [Line] {
    rows.flatMap { lines($0.label, $0.values.map { [Span($0)] }) } + lines("output", context.output)
  }

  /// The lines of one row. The label stands beside the first value. On a tiny screen the label has
  /// its own line above.
  private func lines(_ label: String, _ values: [[Span]]) -> [Line] {
    guard !values.isEmpty else { return [] }
    let margin = Self.labelColumns(context)
    let labelled = context.isTiny ? [Line(left: [indentation, Span(label, .faint)])] : []
    return labelled
      + values.enumerated().map { place, value in
        let name = place == 0 && !context.isTiny ? label : ""
        let padding = String(" ", times: max(1, margin - name.utf8.count))
        return Line(left: [indentation, Span(name + padding, .faint)] + value)
      }
  }

  private var indentation: Span { Span(" ", times: context.indent) }

  private static func labelColumns(_ context: CardContext) -> Int { context.isTiny ? 1 : 11 }

  /// The number of columns for values.
  private static func room(_ context: CardContext) -> Int {
    max(1, context.columns - context.indent - labelColumns(context))
  }

  /// The rows of the subtasks that the program itself tells: those that need a person first, and at
  /// most ``subtaskLimit``.
  private static func subtasks(of task: TaskSnapshot) -> [(String, String?)] {
    let told = task.toldSubtasks
    let shown = (told.filter(\.state.isBlocked) + told.filter { !$0.state.isBlocked })
      .prefix(subtaskLimit)
    let rest = told.count - shown.count
    return shown.map { ("subtask", $0.words) }
      + (rest > 0 ? [("", "and \(rest) more; headway show \(task.reference)")] : [])
  }

  private static let subtaskLimit = 8

  /// The value wrapped to the card's width. More than twelve lines are cut: nobody reads a command
  /// that long here.
  private static func fitted(_ value: String, _ context: CardContext) -> [String] {
    let columns = room(context)
    if cellWidth(value) <= columns { return [value] }
    return wrapped(
      value, columns: columns, lineLimit: valueLineLimit, ellipsis: context.glyphs.ellipsis)
  }

  private static let valueLineLimit = 12

  /// The graph of the last minute's rates with the lowest and the highest of them. Nil for fewer
  /// than two rates.
  private static func rate(_ card: Card, _ context: CardContext) -> String? {
    let course = context.rates.drawn(columns: min(room(context) / 2, 60), context.glyphs)
    let rates = context.rates.rates
    guard !course.isEmpty, let lowest = rates.min(), let highest = rates.max() else { return nil }
    let ends = [lowest, highest].compactMap { rate -> String? in
      var progress = card.progress
      progress.rate = rate
      return ShownRate(progress)?.text
    }
    return ends.isEmpty ? course : "\(course)  \(ends.joined(separator: " to "))"
  }

  /// The time in UTC: `2026-01-31 09:05:00 UTC`.
  private static func text(_ time: WallTime) -> String {
    let iso = time.description
    return "\(iso.prefix(10)) \(iso.dropFirst(11).prefix(8)) UTC"
  }
}
