import HeadwayCore

/// What an expanded card says of its task besides.
struct CardDetails {
  private let rows: [(label: String, value: String)]
  private let context: CardContext

  init(_ card: Card, _ context: CardContext) {
    let snapshot = card.snapshot
    let command = snapshot.command?.map(\.string).joined(separator: " ")
    let rows: [(String, String?)] = [
      ("command", command),
      ("directory", snapshot.directory?.string),
      ("identifier", snapshot.identifier?.string),
      ("key", snapshot.key.description),
      ("process", snapshot.pid.map { String($0) }),
      ("queued", snapshot.state == .queued ? snapshot.queuedAt.map(Self.text) : nil),
      ("started", snapshot.startedAt.map(Self.text)),
      ("attempt", snapshot.attempt > 1 ? String(snapshot.attempt) : nil),
      ("ended", snapshot.endedAt.map(Self.text)),
      ("asserts", snapshot.assertion?.string),
      ("leaked", snapshot.leakedAssertion?.string),
    ]
    self.rows = rows.compactMap { row in row.1.map { (label: row.0, value: $0) } }
    self.context = context
  }

  var count: Int { rows.count }

  var lines: [Line] {
    rows.map { row in
      let padding = String(repeating: " ", count: max(1, 11 - row.label.utf8.count))
      let indentation = Span(String(repeating: " ", count: context.indent))
      return Line(left: [indentation, Span(row.label + padding, .faint), Span(row.value)])
    }
  }

  /// `2026-01-31 09:05:00 UTC`
  private static func text(_ time: WallTime) -> String {
    let iso = time.description
    return "\(iso.prefix(10)) \(iso.dropFirst(11).prefix(8)) UTC"
  }
}
