import HeadwayCore

/// What is there without a task: how to start one.
struct EmptyView {
  let model: MonitorModel
  let size: CanvasSize

  var lines: [Line] {
    let content = content.flatMap(fitted)
    let above = max(0, (size.rows - content.count) / 2)
    return Array(repeating: Line(left: []), count: above) + content
  }

  private var content: [Span] {
    switch model.link {
    case .connecting, .refused: []
    case .silent: [Span("The hub doesn't answer.", .faint)]
    case .reconnecting: [Span("The hub is gone. Reconnecting.", .faint)]
    case .failing: [Span("The hub dies at start. To see why: headway doctor", .faint)]
    case .goodbye: [Span("The hub was stopped. The next command starts it.", .faint)]
    case .connected: model.isLoaded ? (model.cards.total > 0 ? nothingListed : invitation) : []
    }
  }

  private var nothingListed: [Span] {
    guard model.isFiltered else {
      return [Span("What has ended is hidden.\(model.hint(.ended, "shows it"))", .faint)]
    }
    return [Span("No task matches the filter.", .faint)]
  }

  private var invitation: [Span] {
    [Span("No tasks. Start one:", .faint), Span(""), Span("headway run -- rsync -a src/ dst/")]
  }

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
