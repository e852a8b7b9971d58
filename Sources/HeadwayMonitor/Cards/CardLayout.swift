/// The positions of cards on the screen.
///
/// The layout measures a few screenfuls of cards at most, so it costs the same for ten and for ten
/// thousand tasks.
///
/// ```swift
/// let layout = CardLayout(count: 3, rows: 4, height: { _ in 2 }, gapBefore: { _ in 0 })
/// layout.placements(from: 1)  // the cards 1 and 2, in the rows 0 and 2
/// ```
struct CardLayout {
  /// The number of listed cards.
  let count: Int
  /// The number of rows for cards.
  let rows: Int
  /// The height of the card at an index, in rows.
  let height: (Int) -> Int
  /// The number of blank rows between the card at an index and the card before it.
  let gapBefore: (Int) -> Int

  /// The index of the first card in view, moved from `top` as little as possible.
  ///
  /// - The selected card must be visible whole, or from its first row if it is taller than the
  ///   view.
  /// - No row at the end may stay empty while cards are above the view.
  func settledTop(_ top: Int, selected: Int) -> Int {
    guard count > 0 else { return 0 }
    let top = top > 0 ? min(top, lowestTop(showing: count - 1)) : 0
    return min(max(top, lowestTop(showing: selected)), selected)
  }

  /// The number of rows of the card at `index` that don't fit the view.
  func excess(of index: Int) -> Int { count > 0 ? max(0, height(index) - rows) : 0 }

  /// The cards in view from `top` on. `rowsAbove` rows of the first card are above the view, and
  /// the last card may be cut off.
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

  /// The smallest first index for which the card at `index` is visible whole.
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

/// The index of a card in view and its first row, which is negative if the card starts above the
/// view.
struct CardPlacement: Hashable {
  var index: Int
  var row: Int
}
