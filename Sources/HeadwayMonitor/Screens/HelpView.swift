import HeadwayModel

/// The help: all keys with their actions, the signs of cards, and the words of a filter, in several
/// columns if the rows don't suffice. Further lines are reached by scrolling.
struct HelpView {
  let model: MonitorModel
  let size: CanvasSize

  /// The smallest readable width of a column, in cells.
  private static let leastColumnWidth = 36
  /// The width of the names in a narrower column, in cells.
  private static let leastNameWidth = 11

  /// The lines in view.
  var lines: [Line] {
    let top = min(model.help.top, lastTop)
    let (entries, lineCount, width) = (entries, lineCount, size.columns / columns)
    let nameWidth = nameWidth(of: entries, width: width)
    return (top..<min(top + rows, lineCount)).map { row in
      let shown = stride(from: row, to: entries.count, by: lineCount)
      return Line(
        left: shown.flatMap { entry(entries[$0], width: width, nameWidth: nameWidth) })
    }
  }

  /// The highest first line: the last line of the help is at the end of the view.
  var lastTop: Int { max(0, lineCount - rows) }

  /// A key, a sign or a word of a filter, with its meaning.
  private struct Entry {
    let name: String
    let label: String
    var isFaint = false
  }

  /// The entries in their order. The output screen has neither signs nor filters.
  private var entries: [Entry] {
    let keys = model.settings.keys.help(of: model).map { binding in
      Entry(
        name: binding.keys.map { $0.name(model.settings.glyphs) }.joined(separator: " "),
        label: binding.label.text, isFaint: !binding.isEnabled(model))
    }
    return model.log == nil ? keys + signs + filterWords : keys
  }

  /// The signs of cards.
  private var signs: [Entry] {
    let marks = model.settings.glyphs.marks
    return [
      (marks.running, TaskState.running.words),
      (marks.needsAnswer, String(localized: "needs you", context: "state")),
      (marks.paused, TaskState.paused.words),
      (marks.suspended, String(localized: "suspended by the system")),
      (marks.queued, TaskState.queued.words), (marks.starting, TaskState.starting.words),
      (marks.cancelling, TaskState.cancelling.words),
      (marks.completed, EndWord.completed.words), (marks.failed, EndWord.failed.words),
      (marks.cancelled, EndWord.cancelled.words),
      (marks.expired, String(localized: "stopped by Headway")),
      (marks.lost, String(localized: "lost: outcome unknown")),
    ].map { Entry(name: $0, label: $1) }
  }

  /// The words of a filter, which the filter key opens.
  private var filterWords: [Entry] {
    [
      ("state:ended", String(localized: "or live, stalled, queued", context: "help")),
      ("reason:lost", String(localized: "why it ended", context: "help")),
      ("group:ml", String(localized: "a group; * is any text", context: "help")),
      ("id:com.*", String(localized: "an identifier", context: "help")),
      ("title:night", String(localized: "text in the title", context: "help")),
      ("command:cp", String(localized: "text in the command", context: "help")),
      ("since:2h", String(localized: "live, or ended since then", context: "help")),
      ("n:7-12", String(localized: "numbers", context: "help")),
      ("host:build1", String(localized: "another machine", context: "help")),
      ("a b", String(localized: "both must match", context: "help")),
      ("-word", String(localized: "must not match", context: "help")),
      ("key:a,b", String(localized: "either matches", context: "help")),
    ].map { Entry(name: $0, label: $1) }
  }

  private var rows: Int { max(1, size.rows) }

  private var columns: Int {
    min((entries.count + rows - 1) / rows, max(1, size.columns / Self.leastColumnWidth))
  }

  private var lineCount: Int { (entries.count + columns - 1) / columns }

  /// A key and its action, padded to the column. Disabled keys are faint.
  private func entry(_ entry: Entry, width: Int, nameWidth: Int) -> [Span] {
    let rest = max(0, width - nameWidth)
    return [
      Span(padded("  " + entry.name, nameWidth - 1) + " ", .keyName),
      Span(padded(entry.label, rest), entry.isFaint ? .faint : .plain),
    ]
  }

  /// The width of the names with the space around them: as wide as the longest one, and at most half
  /// of the column.
  private func nameWidth(of entries: [Entry], width: Int) -> Int {
    guard width >= Self.leastColumnWidth else { return Self.leastNameWidth }
    let longest = entries.reduce(0) { max($0, cellWidth($1.name)) }
    return max(Self.leastNameWidth, min(longest + 3, width / 2))
  }

  private func padded(_ text: String, _ columns: Int) -> String {
    let text = truncated(text, to: columns, ellipsis: model.settings.glyphs.ellipsis)
    return text + String(repeating: " ", count: max(0, columns - cellWidth(text)))
  }
}

/// Scrolling of the help.
extension MonitorModel {
  var helpView: HelpView {
    let areas = areas
    return HelpView(
      model: self, size: CanvasSize(columns: areas.size.columns, rows: areas.body.count))
  }

  /// Whether lines of the help are below the view.
  var hasMoreHelp: Bool {
    let last = helpView.lastTop
    return min(help.top, last) < last
  }

  /// Scrolls by lines, and not beyond either end.
  mutating func scrollHelp(by lines: Int) {
    let last = helpView.lastTop
    help.top = max(0, min(min(help.top, last) + lines, last))
  }

  /// Scrolls by pages, which overlap by a line.
  mutating func scrollHelp(byPages pages: Int) {
    scrollHelp(by: pages * max(1, helpView.size.rows - 1))
  }
}
