import HeadwayCore

/// All keys with what they do, in as many columns as the rows demand and have room; what doesn't fit
/// is scrolled to.
struct HelpView {
  let model: MonitorModel
  let size: CanvasSize

  /// Less can't be read.
  private static let leastColumnWidth = 26

  var lines: [Line] {
    let top = min(model.helpTop, lastTop)
    return (top..<min(top + rows, lineCount)).map { row in
      let shown = stride(from: row, to: entries.count, by: lineCount)
      return Line(left: shown.flatMap { entry(entries[$0], width: size.columns / columns) })
    }
  }

  /// The first line in view once the end is.
  var lastTop: Int { max(0, lineCount - rows) }

  private var entries: [KeyBinding] { model.settings.keys.help(of: model) }
  private var rows: Int { max(1, size.rows) }

  private var columns: Int {
    min((entries.count + rows - 1) / rows, max(1, size.columns / Self.leastColumnWidth))
  }

  private var lineCount: Int { (entries.count + columns - 1) / columns }

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

extension MonitorModel {
  var helpView: HelpView {
    let areas = areas
    return HelpView(
      model: self, size: CanvasSize(columns: areas.size.columns, rows: areas.body.count))
  }

  var canScrollHelp: Bool { helpView.lastTop > 0 }

  mutating func scrollHelp(by lines: Int) {
    let last = helpView.lastTop
    helpTop = max(0, min(min(helpTop, last) + lines, last))
  }

  mutating func scrollHelp(byPages pages: Int) {
    scrollHelp(by: pages * max(1, helpView.size.rows - 1))
  }
}
