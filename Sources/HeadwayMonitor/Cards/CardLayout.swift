/// Which cards of a long list are on the screen, and where. Looks at those in view only.
struct CardLayout {
  /// How many cards there are.
  let count: Int
  /// The rows for them.
  let rows: Int
  let height: (Int) -> Int
  /// Blank rows between the card of that index and the one before.
  let gapBefore: (Int) -> Int

  /// `top` moved as little as needed for `selected` to be in view whole, and for no row at the end
  /// to stay unused.
  func settledTop(_ top: Int, selected: Int) -> Int {
    guard count > 0 else { return 0 }
    let top = top > 0 ? min(top, lowestTop(showing: count - 1)) : 0
    return min(max(top, lowestTop(showing: selected)), selected)
  }

  /// How many rows of the card at `index` don't fit into the view.
  func excess(of index: Int) -> Int { count > 0 ? max(0, height(index) - rows) : 0 }

  /// The cards in view from `top` on, `rowsAbove` rows of which are above it; the last one may be cut.
  func placements(from top: Int, rowsAbove: Int = 0) -> [CardPlacement] {
    var placements: [CardPlacement] = []
    var row = -rowsAbove
    for index in max(0, top)..<max(top, count, 0) {
      if index > top { row += gapBefore(index) }
      if row >= rows { break }
      placements.append(CardPlacement(index: index, row: row))
      row += height(index)
    }
    return placements
  }

  private func lowestTop(showing index: Int) -> Int {
    var top = index
    var used = height(index)
    while top > 0 {
      used += gapBefore(top) + height(top - 1)
      if used > rows { break }
      top -= 1
    }
    return top
  }
}

/// Where a card is: its place in the list, and its first row, which may be above the view.
struct CardPlacement: Hashable {
  var index: Int
  var row: Int
}
