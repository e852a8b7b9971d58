import HeadwayCore

/// A card as it was drawn last.
final class DrawnCard: Sendable {
  let rows: [CanvasRow]
  /// What the last of the rows are drawn from.
  private let body: [CardLine]
  private let view: CardView
  private let areas: ScreenAreas

  /// What stands in a row as it does in `former` is taken from there.
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

  /// Counted from the title, above which there may be a heading. The selected card has a bar before it,
  /// and a marked one a sign.
  private static func row(
    _ line: Line, at place: Int, of view: CardView, _ areas: ScreenAreas
  ) -> CanvasRow {
    let (context, glyphs) = (view.context, view.context.glyphs)
    var row = CanvasRow(columns: areas.size.columns)
    if context.isSelected, place >= 0 { row.write(glyphs.selection, .selection, column: 0) }
    if context.isMarked, place == 0 {
      row.write(glyphs.marked, .selection, column: areas.markColumn)
    }
    row.draw(line, columns: areas.cardColumns, ellipsis: glyphs.ellipsis)
    return row
  }

  /// Whether the title of `view`, which has the surroundings here, would be drawn like the one here: its
  /// task has gone on since, which the title doesn't show.
  private func hasTitle(of view: CardView) -> Bool {
    view.card.differsByStepsAlone(from: self.view.card) && !view.titleShowsProgress
      && !self.view.titleShowsProgress
  }

  /// Whether `view` differs in nothing but its card and the time.
  private func hasSurroundings(of view: CardView, _ areas: ScreenAreas) -> Bool {
    self.view.hasSurroundings(of: view) && self.areas == areas
  }

  var key: TaskKey { view.card.key }

  /// Whether `view` would be drawn like this.
  func shows(_ view: CardView, _ areas: ScreenAreas) -> Bool {
    shows(view.card, at: view.now) && hasSurroundings(of: view, areas)
  }

  /// This drawing, or one anew, of `card` at `now`, with nothing else changed.
  func showing(_ card: Card, at now: Moment) -> DrawnCard {
    if shows(card, at: now) { return self }
    return DrawnCard(CardView(view, taking: card, at: now), areas, former: self)
  }

  private func shows(_ card: Card, at now: Moment) -> Bool {
    guard view.card == card else { return false }
    return !card.showsTime || now.isInSecond(of: view.now)
  }
}

extension Moment {
  fileprivate func isInSecond(of other: Moment) -> Bool {
    continuous.components.seconds == other.continuous.components.seconds
  }
}
