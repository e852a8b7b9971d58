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
    let isGrowing = snapshot.state != .ended && snapshot.progress.isGrowing
    let total = isGrowing ? String(localized: "still grows") : nil
    let rows: [(Phrase, String?)] = [
      (Phrase("waits for", context: "label"), terms.waits),
      (
        Phrase("command", context: "label"),
        snapshot.command?.map { ShellWord($0.string).written }.joined(separator: " ")
      ),
      (Phrase("directory", context: "label"), snapshot.directory?.string),
      (Phrase("identifier", context: "label"), snapshot.identifier?.string),
      (Phrase("parent", context: "label"), context.parent),
      (Phrase("group", context: "label"), snapshot.group?.string),
      (Phrase("position", context: "label"), snapshot.terms.position.map { String($0) }),
      (Phrase("slots", context: "label"), terms.slots),
      (Phrase("needs", context: "label"), terms.needs),
      (Phrase("after", context: "label"), terms.after),
      (Phrase("after any", context: "label"), terms.afterAny),
      (Phrase("not before", context: "label"), terms.earliest.map(Self.text)),
      (Phrase("when", context: "label"), terms.conditions),
      (Phrase("while", context: "label"), terms.whileConditions),
      (
        Phrase("priority", context: "label"),
        snapshot.terms.priority == 0 ? nil : String(snapshot.terms.priority)
      ),
      (Phrase("key", context: "label"), snapshot.key.description),
      (Phrase("process", context: "label"), snapshot.worker.pid.map { String($0) }),
      (Phrase("uses", context: "label"), context.use?.words),
      (
        Phrase("queued", context: "label"),
        snapshot.state == .queued ? snapshot.queuedAt.map(Self.text) : nil
      ),
      (Phrase("started", context: "label"), snapshot.startedAt.map(Self.text)),
      (Phrase("attempt", context: "label"), snapshot.attempt > 1 ? String(snapshot.attempt) : nil),
      (Phrase("earlier", context: "label"), terms.earlierAttempts),
      (Phrase("retry at", context: "label"), terms.nextTry.map(Self.text)),
      (Phrase("retries", context: "label"), terms.retries),
      (Phrase("refresh", context: "label"), terms.refresh),
      (Phrase("every", context: "label"), terms.every),
      (Phrase("time limit", context: "label"), terms.timeLimit),
      (Phrase("on stall", context: "label"), terms.stallPolicy),
      (Phrase("niceness", context: "label"), terms.niceness),
      (Phrase("limits", context: "label"), terms.limits),
      (Phrase("ended", context: "label"), snapshot.endedAt.map(Self.text)),
      (Phrase("outcome", context: "label"), snapshot.endSentence),
      (Phrase("assertion", context: "label"), snapshot.assertions.current?.string),
      (Phrase("leaked", context: "label"), snapshot.assertions.leaked?.string),
      (Phrase("rate", context: "label"), Self.rate(card, context)),
      (Phrase("total", context: "label"), total),
    ]
    self.rows = (Self.subtasks(of: snapshot) + rows).compactMap { label, value in
      value.map { (label.text, Self.fitted($0, context)) }
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
    rows.flatMap { lines($0.label, $0.values.map { [Span($0)] }) }
      + lines(Phrase("output", context: "label").text, context.output)
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
        let padding = String(" ", times: max(1, margin - cellWidth(name)))
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
  private static func subtasks(of task: TaskSnapshot) -> [(Phrase, String?)] {
    let told = task.toldSubtasks
    let shown = (told.filter(\.state.isBlocked) + told.filter { !$0.state.isBlocked })
      .prefix(subtaskLimit)
    let rest = told.count - shown.count
    let rows = shown.map { (Phrase("subtask", context: "label"), Optional($0.words)) }
    guard rest > 0 else { return rows }
    let more = String(localized: "and \(rest) more; headway show \(task.reference)")
    return rows + [(Phrase(""), more)]
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
    guard let first = ends.first else { return course }
    let range = ends.count > 1 ? String(localized: "\(first) to \(ends[1])") : first
    return "\(course)  \(range)"
  }

  /// The time in UTC: `2026-01-31 09:05:00 UTC`.
  private static func text(_ time: WallTime) -> String {
    let iso = time.description
    return "\(iso.prefix(10)) \(iso.dropFirst(11).prefix(8)) UTC"
  }
}
