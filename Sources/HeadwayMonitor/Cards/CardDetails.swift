import HeadwayCore

/// What an expanded card says of its task besides.
struct CardDetails {
  private let rows: [(label: String, value: String)]
  private let context: CardContext

  init(_ card: Card, _ context: CardContext) {
    self.context = context
    let snapshot = card.snapshot
    let rows: [(String, String?)] = [
      ("command", snapshot.command?.map(\.string).joined(separator: " ")),
      ("directory", snapshot.directory?.string),
      ("identifier", snapshot.identifier?.string),
      ("part of", context.parent),
      ("group", snapshot.group?.string),
      ("needs", Self.resources(snapshot.needs)),
      ("priority", snapshot.priority == 0 ? nil : String(snapshot.priority)),
      ("key", snapshot.key.description),
      ("process", snapshot.pid.map { String($0) }),
      ("queued", snapshot.state == .queued ? snapshot.queuedAt.map(Self.text) : nil),
      ("started", snapshot.startedAt.map(Self.text)),
      ("attempt", snapshot.attempt > 1 ? String(snapshot.attempt) : nil),
      ("ended", snapshot.endedAt.map(Self.text)),
      ("because", snapshot.endSentence),
      ("asserts", snapshot.assertion?.string),
      ("leaked", snapshot.leakedAssertion?.string),
      ("rate", Self.rate(card, context)),
    ]
    self.rows = rows.compactMap { row in row.1.map { (label: row.0, value: $0) } }
  }

  var count: Int { rows.count + context.output.count }

  var lines: [Line] { rows.map { row($0.label, $0.value) } + outputLines }

  private func row(_ label: String, _ value: String, _ role: StyleRole = .plain) -> Line {
    let padding = String(repeating: " ", count: max(1, Self.labelColumns - label.utf8.count))
    return Line(left: [indentation, Span(label + padding, .faint), Span(value, role)])
  }

  /// The label stands beside the first.
  private var outputLines: [Line] {
    context.output.enumerated().map { row($0 == 0 ? "output" : "", $1, .faint) }
  }

  private static let labelColumns = 11

  private var indentation: Span { Span(String(repeating: " ", count: context.indent)) }

  /// `gpu, memory 4`
  private static func resources(_ needs: [String: Int]) -> String? {
    let words = needs.sorted { $0.key < $1.key }.map { name, count in
      count == 1 ? name : "\(name) \(count)"
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// The course of the last minute, and how high it was at most.
  private static func rate(_ card: Card, _ context: CardContext) -> String? {
    let room = context.columns - context.indent - labelColumns
    let course = context.rates.drawn(columns: min(room / 2, 60), context.glyphs)
    guard !course.isEmpty, let highest = context.rates.rates.max() else { return nil }
    var progress = card.snapshot.progress
    progress.rate = highest
    return course + (Quantity(progress).rate.map { "  at most \($0)" } ?? "")
  }

  /// `2026-01-31 09:05:00 UTC`
  private static func text(_ time: WallTime) -> String {
    let iso = time.description
    return "\(iso.prefix(10)) \(iso.dropFirst(11).prefix(8)) UTC"
  }
}
