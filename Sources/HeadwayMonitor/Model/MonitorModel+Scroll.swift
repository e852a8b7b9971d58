import HeadwayModel

/// Scrolling. An expanded card may be taller than the view, so a step moves through the selected
/// card first, and to the next card at its end.
extension MonitorModel {
  /// Moves by `cards`, or by as many rows inside the selected card.
  mutating func move(by cards: Int) {
    if !scrollCard(by: cards) { select(selectedIndex + cards) }
  }

  /// Moves by `pages`. A page keeps one card, or one row of a tall card, of the previous page for
  /// orientation.
  mutating func movePage(by pages: Int) {
    let rows = max(1, areas.body.count - 1)
    if !scrollCard(by: pages * rows) { select(selectedIndex + pages * max(1, inView.count - 1)) }
  }

  /// Scrolls inside the selected card. Returns false where no more rows are hidden in that
  /// direction.
  private mutating func scrollCard(by rows: Int) -> Bool {
    let rows = max(-rowsAbove, min(rows, rowsBelow))
    rowsAbove += rows
    rowsBelow -= rows
    return rows != 0
  }
}
