import HeadwayModel

/// A drawn card, kept for the next screen. ``MonitorRenderer`` reuses its rows as long as they
/// would look the same.
final class DrawnCard: Sendable {
  /// The rows of the card, heading and title included.
  let rows: [CanvasRow]
  /// The contents of the rows below the title.
  private let body: [CardLine]
  private let view: CardView
  private let areas: ScreenAreas

  /// Draws `view`. Rows that look as they did in `former` are taken from there, so that unchanged
  /// rows are shared and needn't be compared cell by cell.
  init(_ view: CardView, _ areas: ScreenAreas, former: DrawnCard?) {
    self.view = view
    self.areas = areas
    body = view.bodyLines
    let kept = former.flatMap { $0.hasSurroundings(of: view, areas) ? $0 : nil }
    var rows: [CanvasRow] = []
    rows.reserveCapacity(former?.rows.count ?? 0)
    func draw(_ line: Line, at place: Int) {
      let row = Self.row(line, at: place, of: view, areas)
      rows.append(
        row.sharing(former.flatMap { rows.count < $0.rows.count ? $0.rows[rows.count] : nil }))
    }
    let lastTitle = view.headingCount
    if let kept, kept.hasTitle(of: view) {
      rows += kept.rows.prefix(lastTitle + 1)
    } else {
      for (place, line) in view.titleLines.enumerated() { draw(line, at: place - lastTitle) }
    }
    for (place, line) in body.enumerated() {
      if let kept, kept.body.indices.contains(place), kept.body[place] == line {
        rows.append(kept.rows[rows.count])
      } else {
        draw(view.line(line), at: place + 1)
      }
    }
    self.rows = rows
  }

  /// Draws a line. `place` counts from the title, so a heading has a negative place. The selected
  /// card has a bar at its left. A marked card has a sign beside its title.
  private static func row(
    _ line: Line, at place: Int, of view: CardView, _ areas: ScreenAreas
  ) -> CanvasRow {
    let (context, glyphs) = (view.context, view.context.glyphs)
    var row = CanvasRow(columns: areas.size.columns)
    if context.isSelected, place >= 0 { row.write(glyphs.selection, .selection, column: 0) }
    if context.isMarked, place == 0 {
      row.write(glyphs.marked, .selection, column: areas.markColumn)
    }
    let shown = context.pastTime == nil || place < 0 ? line : line.faint
    row.draw(shown, columns: areas.cardColumns, ellipsis: glyphs.ellipsis)
    return row
  }

  /// Whether the title of `view` looks like the title here. Both titles must belong to the same
  /// context. Only steps may lie between both cards, and neither title may show progress.
  private func hasTitle(of view: CardView) -> Bool {
    view.card.differsByStepsAlone(from: self.view.card) && !view.titleShowsProgress
      && !self.view.titleShowsProgress
  }

  /// Whether `view` has the same context and areas as this drawing, so that they differ only in
  /// card and time.
  private func hasSurroundings(of view: CardView, _ areas: ScreenAreas) -> Bool {
    self.view.hasSurroundings(of: view) && self.areas == areas
  }

  var key: CardKey { view.card.key }

  /// Whether `view` would look like this drawing.
  func shows(_ view: CardView, _ areas: ScreenAreas) -> Bool {
    shows(view.card, at: view.now) && hasSurroundings(of: view, areas)
  }

  /// The drawing of `card` at `now` in an unchanged context: this object, or a new one.
  func showing(_ card: Card, at now: Moment) -> DrawnCard {
    if shows(card, at: now) { return self }
    return DrawnCard(CardView(view, taking: card, at: now), areas, former: self)
  }

  /// Whether the card and its clocks would look the same. Clocks on screen change once a second.
  private func shows(_ card: Card, at now: Moment) -> Bool {
    guard view.card == card else { return false }
    return !card.showsTime || now.isInSecond(of: view.now)
  }
}

extension Moment {
  fileprivate func isInSecond(of other: Moment) -> Bool {
    running.sinceOrigin.components.seconds == other.running.sinceOrigin.components.seconds
  }
}
