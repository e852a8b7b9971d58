import HeadwayModel

/// The output of the selected task beside the list: a title, and the last lines in the colours that
/// the command used.
struct OutputPanel {
  let model: MonitorModel
  let size: CanvasSize

  /// The lines from the top. Empty while no card is selected.
  var lines: [Line] {
    guard let card = model.selected else { return [] }
    return [title(card)] + output(of: card.key).suffix(max(0, size.rows - 1))
  }

  private func title(_ card: Card) -> Line {
    Line(left: [
      Span(String(localized: "Output"), .heading), Span(" ", .heading),
      Span("\(card.task.reference)  ", .faint),
      Span(card.task.title.string, .title),
    ])
  }

  /// The last lines, or a sentence that explains why there are none.
  private func output(of key: CardKey) -> [Line] {
    guard let text = model.taskOutput.texts[key], !text.lines.isEmpty else {
      return wrapped(
        model.sentenceWithoutOutput(of: key), columns: max(1, size.columns), lineLimit: 3,
        ellipsis: model.settings.glyphs.ellipsis
      ).map { Line(left: [Span($0, .faint)]) }
    }
    return text.lines.suffix(max(0, size.rows - 1)).map { Line(left: text.spans(line: $0)) }
  }
}
