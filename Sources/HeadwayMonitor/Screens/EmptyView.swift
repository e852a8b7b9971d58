import HeadwayModel

/// The screen without cards: how to start a task, or why the list is empty.
struct EmptyView {
  let model: MonitorModel
  let size: CanvasSize

  /// The text, centred.
  var lines: [Line] {
    let content = content.flatMap(fitted)
    let above = max(0, (size.rows - content.count) / 2)
    return Array(repeating: Line(left: []), count: above) + content
  }

  /// The text for the state of the connection. Empty while the first snapshot is on its way, so
  /// that the screen doesn't flash a wrong message.
  private var content: [Span] {
    if !model.cards.arrangement.headings.isEmpty {
      return model.cards.total > 0
        ? nothingListed : [Span(String(localized: "No task on the machines that answer."), .faint)]
    }
    return switch model[.first].link {
    case .connecting, .refused, .unreachable, .loginNeeded: []
    case .silent: [Span(String(localized: "The hub doesn't answer."), .faint)]
    case .reconnecting: [Span(String(localized: "The hub is gone. Reconnecting."), .faint)]
    case .failing:
      [Span(String(localized: "The hub dies at start. To see why: headway doctor"), .faint)]
    case .goodbye:
      [Span(String(localized: "The hub was stopped. The next command starts it."), .faint)]
    case .connected:
      model[.first].isLoaded ? (model.cards.total > 0 ? nothingListed : invitation) : []
    }
  }

  /// The reason why existing tasks aren't listed.
  private var nothingListed: [Span] {
    guard model.isFiltered else {
      let hint = model.hint(.ended, Phrase("show them", context: "key"))
      return [Span(String(localized: "Ended tasks are hidden.") + hint, .faint)]
    }
    return [Span(String(localized: "No task matches the filter."), .faint)]
  }

  /// An example that starts a first task.
  private var invitation: [Span] {
    [
      Span(String(localized: "No tasks. Start one:"), .faint), Span(""),
      Span("headway run -- rsync -a src/ dst/"),
    ]
  }

  /// A sentence, wrapped and centred.
  private func fitted(_ span: Span) -> [Line] {
    wrapped(
      span.text, columns: size.columns, lineLimit: 3, ellipsis: model.settings.glyphs.ellipsis
    ).map { text in
      let margin = String(repeating: " ", count: max(0, (size.columns - cellWidth(text)) / 2))
      var line = span
      line.text = text
      return Line(left: [Span(margin), line])
    }
  }
}
