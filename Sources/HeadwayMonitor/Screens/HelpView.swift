import HeadwayModel

/// The help: all keys with their actions, in several columns if the rows don't suffice. Further
/// lines are reached by scrolling.
struct HelpView {
  let model: MonitorModel
  let size: CanvasSize

  /// The smallest readable width of a column, in cells.
  private static let leastColumnWidth = 26

  /// The lines in view.
  var lines: [Line] {
    let top = min(model.help.top, lastTop)
    return (top..<min(top + rows, lineCount)).map { row in
      let shown = stride(from: row, to: entries.count, by: lineCount)
      return Line(left: shown.flatMap { entry(entries[$0], width: size.columns / columns) })
    }
  }

  /// The highest first line: the last line of the help is at the end of the view.
  var lastTop: Int { max(0, lineCount - rows) }

  /// The rows of the key table that the help shows.
  private var entries: [KeyBinding] { model.settings.keys.help(of: model) }
  private var rows: Int { max(1, size.rows) }

  private var columns: Int {
    min((entries.count + rows - 1) / rows, max(1, size.columns / Self.leastColumnWidth))
  }

  private var lineCount: Int { (entries.count + columns - 1) / columns }

  /// A key and its action, padded to the column. Disabled keys are faint.
  private func entry(_ binding: KeyBinding, width: Int) -> [Span] {
    let names = binding.keys.map { $0.name(model.settings.glyphs) }.joined(separator: " ")
    let name = padded("  " + names, nameWidth)
    let rest = max(0, width - nameWidth)
    return [
      Span(name, .keyName),
      Span(padded(binding.label, rest), binding.isEnabled(model) ? .plain : .faint),
    ]
  }

  private var nameWidth: Int { size.columns < 40 ? 11 : 14 }

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

  var canScrollHelp: Bool { helpView.lastTop > 0 }

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
