import HeadwayModel

/// The view of a task's output: the lines in view with their colours, and matches highlighted.
struct LogView {
  let model: MonitorModel
  let log: LogScreen
  let size: CanvasSize

  /// The lines in view, or a sentence that explains why there are none.
  var lines: [Line] {
    guard let text = model.logText, !text.lines.isEmpty else { return [Line(left: [nothing])] }
    let shown = text.lines.clamped(to: log.top..<log.top + size.rows)
    let width = String(text.lines.upperBound).utf8.count
    return shown.map { number in
      Line(left: [mark(number)] + label(number, width: width) + spans(of: number, in: text))
    }
  }

  /// The number of a line, counted from 1, if a person wants numbers.
  private func label(_ number: Int, width: Int) -> [Span] {
    guard log.showsNumbers else { return [] }
    let text = String(number + 1)
    return [Span(String(" ", times: max(0, width - text.utf8.count)) + text + "  ", .faint)]
  }

  /// The sentence in place of output.
  private var nothing: Span {
    Span("  " + model.sentenceWithoutOutput(of: log.key, attempt: log.attempt), .faint)
  }

  /// The mark before a line, blank for a line that isn't selected.
  private func mark(_ number: Int) -> Span {
    let isSelected = log.selection.contains(number)
    return Span((isSelected ? model.settings.glyphs.selection : " ") + " ", .selection)
  }

  /// The line in the colours that its command used. Matches of the search have the look of a prompt
  /// instead.
  private func spans(of number: Int, in text: OutputText) -> [Span] {
    let line = text.utf8(line: number)
    let stretches = text.stretches(line: number)
    var spans: [Span] = []
    var end = 0
    for match in log.search.matches(in: line) {
      spans += OutputText.spans(line, end..<match.lowerBound, stretches)
      spans.append(Span(String(decoding: line[match], as: UTF8.self), .prompt))
      end = match.upperBound
    }
    let rest = OutputText.spans(line, end..<line.count, stretches)
    return without(firstColumns: log.firstColumn, spans + rest)
  }

  /// The spans without their first `columns` columns. A wide character that crosses the edge is
  /// dropped whole.
  private func without(firstColumns columns: Int, _ spans: [Span]) -> [Span] {
    var rest = columns
    return spans.map { span in
      guard rest > 0 else { return span }
      var text = ""
      for cluster in CellClusters(span.text) {
        if rest <= 0 { text += cluster.text }
        rest -= cluster.width
      }
      var part = span
      part.text = text
      return part
    }
  }

  /// The task, and the position of the view in its output.
  var header: Line {
    let name = [
      Span(String(localized: "Output"), .heading), Span(" ", .heading),
      Span("\(log.name)  ", .faint), Span(log.title.string, .title),
    ]
    return Line(left: name + attempt, right: [Span(place, log.isFollowing ? .running : .faint)])
  }

  /// The number of the attempt. Empty for a task with one attempt.
  private var attempt: [Span] {
    let attempts = model.logAttempts
    guard attempts.count > 1 else { return [] }
    let (number, last) = (log.attempt ?? attempts.upperBound, attempts.upperBound)
    return [Span("  " + String(localized: "attempt \(number) of \(last)"), .faint)]
  }

  /// The position in words: `following`, or `120-160 of 900`. Mentions lines that were dropped
  /// because the output was too long.
  private var place: String {
    guard let lines = model.logText?.lines, !lines.isEmpty else { return "" }
    if let name = model[log.key.host].name, model[log.key.host].isMissing {
      return String(localized: "\(name) can't be reached")
    }
    if log.isFollowing { return String(localized: "following", context: "state") }
    let shown = lines.clamped(to: log.top..<log.top + size.rows)
    let (first, last, count) = (shown.lowerBound + 1, shown.upperBound, lines.upperBound)
    return model.logText?.isCut == true
      ? String(localized: "\(first)-\(last) of \(count), older ones left out")
      : String(localized: "\(first)-\(last) of \(count)")
  }
}
