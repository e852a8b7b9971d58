import HeadwayCore

/// A card as it was drawn last.
final class DrawnCard: Sendable {
  let rows: [DrawnRow]
  private let view: CardView
  private let areas: ScreenAreas

  /// What stands in a row as it does in `former` is taken from there.
  init(_ view: CardView, _ areas: ScreenAreas, former: DrawnCard?) {
    self.view = view
    self.areas = areas
    let heading = view.headingLines.count
    rows = view.lines.enumerated().map { place, line in
      let content = RowContent(
        line: line, columns: areas.cardColumns,
        isSelected: view.context.isSelected && place >= heading,
        markColumn: view.context.isMarked && place == heading ? areas.markColumn : nil)
      let known = former.flatMap { place < $0.rows.count ? $0.rows[place] : nil }
      return .showing(
        content, width: areas.size.columns, view.context.glyphs, former: known)
    }
  }

  var key: TaskKey { view.card.key }

  /// Whether `view` would be drawn like this.
  func shows(_ view: CardView, _ areas: ScreenAreas) -> Bool {
    guard shows(view.card, at: view.context.now), self.areas == areas else { return false }
    var context = view.context
    context.now = self.view.context.now
    return context == self.view.context
  }

  /// Whether `card` would be drawn like this at `now`, with nothing else changed.
  func shows(_ card: Card, at now: Moment) -> Bool {
    guard view.card == card else { return false }
    return !card.showsTime || now.isInSecond(of: view.context.now)
  }
}

extension Moment {
  fileprivate func isInSecond(of other: Moment) -> Bool {
    continuous.components.seconds == other.continuous.components.seconds
  }
}
