/// Which of several bars speaks for the whole.
///
/// The first does until it is done; another one takes over when it is drawn twice without the
/// first, or the first is done. A bar on a row below it is a part of it, if it begins again while
/// the first goes on; until that is seen, both could be parts of something that has no bar.
struct Lead {
  private var leader: Bar?
  private var challenger: (bar: Bar, count: Int)?
  /// The bar below, as drawn last.
  private var part: Bar?
  private var hasPartBegunAgain = false
  /// The lowest row on which one was drawn below the leader.
  private var lowestRow: Int?

  /// A bar of no tool in particular has to be drawn as often before an unfinished one gives way.
  private static let genericCount = 16

  /// Whether it isn't known if the leader speaks for the whole.
  var isUndecided: Bool { part != nil && !hasPartBegunAgain }

  mutating func admits(_ bar: Bar) -> Bool {
    guard let leader, !leader.measure.isDone || bar.isSame(as: leader) else {
      return follow(bar, besideLast: true)
    }
    if bar.isSame(as: leader), !bar.isBelow(leader) || part == nil && bar.place.end != .up {
      return goOn(bar)
    }
    if bar.isBelow(leader) { notePart(bar) }
    if bar.isBelow(leader), bar.place.end == .up { return false }
    challenger = (bar, count(of: bar))
    let needed = bar.trust == .generic && leader.trust != .generic ? Self.genericCount : 2
    return challenger?.count ?? 0 >= needed ? follow(bar) : false
  }

  private mutating func notePart(_ bar: Bar) {
    if let part, bar.isSame(as: part), bar.place.row == part.place.row,
      bar.measure.completed < part.measure.completed, leader?.measure.isDone == false
    {
      hasPartBegunAgain = true
    }
    part = bar
    lowestRow = max(lowestRow ?? bar.place.row, bar.place.row)
  }

  /// How often it was drawn anew since the leader was.
  private func count(of bar: Bar) -> Int {
    guard let challenger, bar.isSame(as: challenger.bar) else { return 1 }
    return challenger.count + (bar.measure == challenger.bar.measure ? 0 : 1)
  }

  private mutating func goOn(_ bar: Bar) -> Bool {
    leader = bar
    challenger = nil
    return true
  }

  /// What was drawn beside the last leader doesn't speak for the whole any more than that did.
  private mutating func follow(_ bar: Bar, besideLast: Bool = false) -> Bool {
    if !(besideLast && isUndecided && isInBlock(bar)) {
      (part, hasPartBegunAgain, lowestRow) = (nil, false, nil)
    }
    return goOn(bar)
  }
}

extension Lead {
  /// Not below what was drawn with the leader.
  private func isInBlock(_ bar: Bar) -> Bool { lowestRow.map { bar.place.row <= $0 } ?? false }
}

extension Bar {
  fileprivate func isSame(as other: Bar) -> Bool { tool == other.tool && label == other.label }

  fileprivate func isBelow(_ other: Bar) -> Bool { place.row > other.place.row }
}
