import HeadwayModel

/// The footer: the keys that do something now, a question, a text being typed, or a notice.
struct FooterView {
  let model: MonitorModel

  /// The lines of the footer: one, or more for a long notice.
  var lines: [Line] {
    noticeLines.isEmpty ? [line] : noticeLines
  }

  /// The lines of the notice, or else those about an action that can be undone. Empty without any,
  /// and while a question or a typed text needs the footer. A notice ends with what to do, so it is
  /// wrapped and not cut.
  var noticeLines: [Line] {
    guard let words = model.notice?.text ?? model.heldWords, model.prompt == nil,
      model.filterPrompt == nil, model.typing == nil, model.mode != .search
    else { return [] }
    return wrapped(
      words.string, columns: columns, lineLimit: max(1, model.size.rows - 1),
      ellipsis: model.settings.glyphs.ellipsis
    ).map { Line(left: [Span($0, .warning)]) }
  }

  /// The footer without a notice.
  private var line: Line {
    let bindings = model.settings.keys.footer(of: model)
    let right = keys(bindings.filter { $0.footer == .right }, fitting: columns)
    if let prompt = model.prompt {
      return isNarrow
        ? Line(left: [Span(prompt.shortText, .prompt)], right: names(of: bindings))
        : Line(left: [Span(prompt.text, .prompt)], right: right)
    }
    if let field { return field.line(columns: columns, ellipsis: ellipsis, right: right) }
    if isNarrow { return Line(left: keys(bindings, fitting: columns)) }
    let room = columns - right.reduce(Line.gap) { $0 + $1.width }
    return Line(left: keys(bindings.filter { $0.footer == .left }, fitting: room), right: right)
  }

  /// The column in which a person types, nil while nothing is typed.
  var caretColumn: Int? { field?.caretColumn(columns: columns, ellipsis: ellipsis) }

  /// The text being typed, nil if there is none.
  private var field: TypedField? {
    if model.prompt != nil { return nil }
    if let filter = model.filterPrompt {
      return TypedField("/", filter.field, complaint: filter.complaint)
    }
    if let typing = model.typing {
      return TypedField("\(typing.name)>", typing.field)
    }
    if model.mode == .search, let log = model.log {
      return TypedField("/", log.searchField)
    }
    return nil
  }

  private var ellipsis: String { model.settings.glyphs.ellipsis }
  private var columns: Int { model.size.columns }
  private var isNarrow: Bool { model.isNarrow }

  /// The hints for as many of the keys as fit, in their order.
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

  /// A key and its action.
  private func hint(_ binding: KeyBinding) -> [Span] {
    let label = " " + binding.shortLabel(in: model)
    return [name(of: binding), Span(label, .faint, key: binding.keys.first)]
  }

  /// The names of the keys alone: `y n`.
  private func names(of bindings: [KeyBinding]) -> [Span] {
    Array(bindings.map { [name(of: $0)] }.joined(separator: [Span(" ")]))
  }

  private func name(of binding: KeyBinding) -> Span {
    let key = binding.keys.first
    return Span(key?.name(model.settings.glyphs) ?? "", .keyName, key: key)
  }
}

extension TypedField {
  fileprivate init(_ mark: String, _ text: EditedText, complaint: String? = nil) {
    let (before, after) = text.shown
    self.init(mark: mark, before: before, after: after, complaint: complaint)
  }
}
