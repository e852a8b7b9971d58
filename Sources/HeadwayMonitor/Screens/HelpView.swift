/// All keys with what they do, in as many columns as the rows demand.
struct HelpView {
  let model: MonitorModel
  let size: CanvasSize

  var lines: [Line] {
    let entries = KeyTable.help
    let rows = max(1, size.rows)
    let columns = (entries.count + rows - 1) / rows
    let used = (entries.count + columns - 1) / columns
    return (0..<used).map { row in
      let shown = stride(from: row, to: entries.count, by: used)
      return Line(left: shown.flatMap { entry(entries[$0], width: size.columns / columns) })
    }
  }

  private func entry(_ binding: KeyBinding, width: Int) -> [Span] {
    let names = binding.keys.map { $0.name(model.settings.glyphs) }.joined(separator: " ")
    let name = padded("  " + names, nameWidth)
    let rest = max(0, width - nameWidth)
    return [
      Span(name, .keyName),
      Span(padded(binding.label, rest), binding.isEnabled(model) ? .plain : .faint),
    ]
  }

  private var nameWidth: Int { size.columns < 40 ? 12 : 14 }

  private func padded(_ text: String, _ columns: Int) -> String {
    let text = truncated(text, to: columns, ellipsis: model.settings.glyphs.ellipsis)
    return text + String(repeating: " ", count: max(0, columns - cellWidth(text)))
  }
}
