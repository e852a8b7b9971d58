import HeadwayCore

// An open card may be taller than the view: what moves on through the list moves through it first.
extension MonitorModel {
  mutating func move(by cards: Int) {
    if !scrollCard(by: cards) { select(selectedIndex + cards) }
  }

  mutating func movePage(by pages: Int) {
    let rows = max(1, areas.body.count - 1)
    if !scrollCard(by: pages * rows) { select(selectedIndex + pages * max(1, inView.count - 1)) }
  }

  /// False where there is no more of the selected card in that direction.
  private mutating func scrollCard(by rows: Int) -> Bool {
    let rows = max(-rowsAbove, min(rows, rowsBelow))
    rowsAbove += rows
    rowsBelow -= rows
    return rows != 0
  }
}
