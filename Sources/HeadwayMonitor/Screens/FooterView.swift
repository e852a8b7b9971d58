import HeadwayCore

/// The keys that do something now; or a question, or a notice.
struct FooterView {
  let model: MonitorModel

  /// One, but for a notice that is longer.
  var lines: [Line] {
    noticeLines.isEmpty ? [line] : noticeLines
  }

  /// What to do stands at its end: it is broken into lines, and not cut where all of them fit.
  var noticeLines: [Line] {
    guard let notice = model.notice, model.prompt == nil, model.filterPrompt == nil,
      model.mode != .search
    else { return [] }
    return wrapped(
      notice.text.string, columns: columns, lineLimit: max(1, model.size.rows - 1),
      ellipsis: model.settings.glyphs.ellipsis
    ).map { Line(left: [Span($0, .warning)]) }
  }

  private var line: Line {
    let bindings = model.settings.keys.footer(of: model)
    let right = keys(bindings.filter { $0.footer == .right }, fitting: columns)
    if let prompt = model.prompt {
      return isNarrow
        ? Line(left: [Span(prompt.shortText, .prompt)], right: names(of: bindings))
        : Line(left: [Span(prompt.text, .prompt)], right: right)
    }
    if let filter = model.filterPrompt {
      return Line(left: typed(filter.text, filter.complaint), right: right)
    }
    if model.mode == .search, let log = model.log {
      return Line(left: typed(log.search.text, nil), right: right)
    }
    if isNarrow { return Line(left: keys(bindings, fitting: columns)) }
    let room = columns - right.reduce(Line.gap) { $0 + $1.width }
    return Line(left: keys(bindings.filter { $0.footer == .left }, fitting: room), right: right)
  }

  /// With a cursor, and what is wrong with it.
  private func typed(_ text: String, _ complaint: String?) -> [Span] {
    let complaint = complaint.map { [Span("  "), Span($0, .warning)] } ?? []
    return [Span("/", .keyName), Span(text), Span(" ", .prompt)] + complaint
  }

  private var columns: Int { model.size.columns }
  private var isNarrow: Bool { columns < 30 }

  private func keys(_ bindings: [KeyBinding], fitting columns: Int) -> [Span] {
    var spans: [Span] = []
    var room = columns
    for binding in bindings {
      let item = spans.isEmpty ? hint(binding) : [Span("  ")] + hint(binding)
      let width = item.reduce(0) { $0 + $1.width }
      if width > room { continue }
      room -= width
      spans += item
    }
    return spans
  }

  private func hint(_ binding: KeyBinding) -> [Span] {
    let label = binding.footerLabel?(model) ?? binding.label
    return [name(of: binding), Span(" " + label, .faint, key: binding.keys.first)]
  }

  /// `y n`
  private func names(of bindings: [KeyBinding]) -> [Span] {
    Array(bindings.map { [name(of: $0)] }.joined(separator: [Span(" ")]))
  }

  private func name(of binding: KeyBinding) -> Span {
    let key = binding.keys.first
    return Span(key?.name(model.settings.glyphs) ?? "", .keyName, key: key)
  }
}
