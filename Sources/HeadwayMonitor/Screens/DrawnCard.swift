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

  /// Whether `view` would be drawn like this.
  func shows(_ view: CardView, _ areas: ScreenAreas) -> Bool {
    guard self.view.card == view.card, self.areas == areas else { return false }
    var context = view.context
    context.now = self.view.context.now
    let isInTime =
      !view.card.showsTime || view.context.now.isInSecond(of: self.view.context.now)
    return isInTime && context == self.view.context
  }
}

extension Moment {
  fileprivate func isInSecond(of other: Moment) -> Bool {
    continuous.components.seconds == other.continuous.components.seconds
  }
}
