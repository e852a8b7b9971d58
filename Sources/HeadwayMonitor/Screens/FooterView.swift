import HeadwayCore

/// The keys that do something now; or a question, or a notice.
struct FooterView {
  let model: MonitorModel

  var line: Line {
    if let prompt = model.prompt {
      return Line(left: [Span(prompt.text, .prompt)], right: keys(fitting: model.size.columns))
    }
    if let notice = model.notice { return Line(left: [Span(notice.text.string, .warning)]) }
    return Line(left: keys(fitting: model.size.columns))
  }

  private func keys(fitting columns: Int) -> [Span] {
    var spans: [Span] = []
    var room = columns
    for binding in KeyTable.footer(of: model) {
      let item = spans.isEmpty ? hint(binding) : [Span("  ")] + hint(binding)
      let width = item.reduce(0) { $0 + $1.width }
      if width > room { continue }
      room -= width
      spans += item
    }
    return spans
  }

  private func hint(_ binding: KeyBinding) -> [Span] {
    let name = binding.keys.first?.name(model.settings.glyphs) ?? ""
    return [Span(name, .keyName), Span(" " + binding.label, .faint)]
  }
}
