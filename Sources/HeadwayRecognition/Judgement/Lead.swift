/// Chooses the bar that speaks for the whole work where several bars are on the screen.
///
/// The first bar is the *leader* until it is done. Another bar takes over when the leader is done,
/// or when the other bar has been drawn with two different values since the leader was drawn last.
///
/// A bar on a row below the leader is a *candidate part*. Two cases look alike at first:
///
/// ```text
/// all   25%  |###         |      outer bar       download-a  25%     no bar of these
/// part  90%  |##########  |      inner bar       download-b  90%     is the whole
/// ```
///
/// The candidate is a part of the leader if it begins again while the leader goes on. Until then
/// ``isUndecided`` is true, and the card shows no percent.
///
/// ```swift
/// var lead = Lead()
/// lead.admits(outer25)     // true: the first bar leads
/// lead.admits(inner90)     // false: below the leader, isUndecided is now true
/// lead.admits(outer50)     // true: the leader goes on
/// lead.admits(inner10)     // false: the inner bar began again, isUndecided is now false
/// ```
struct Lead {
  private var leader: Bar?
  /// The bar that may take over, and the number of different values it has shown since the leader's
  /// last sample.
  private var challenger: (bar: Bar, count: Int)?
  /// The latest sample of a bar below the leader; nil if none was drawn.
  private var part: Bar?
  /// Whether a bar below the leader fell while the leader wasn't done: the bar is a part of the
  /// leader.
  private var hasPartBegunAgain = false
  /// The lowest row on which a bar was drawn below the leader; nil if there is none.
  private var lowestRow: Int?

  /// The number of values that a bar of no tool in particular needs to replace the unfinished bar
  /// of a known tool. Any other challenger needs 2.
  private static let genericCount = 16

  /// Whether nobody knows yet if the leader speaks for the whole.
  var isUndecided: Bool {
    guard let part, !hasPartBegunAgain else { return false }
    return leader.map { !$0.counts(part) } ?? true
  }

  /// Returns whether `bar` speaks for the whole, and remembers the sample.
  ///
  /// A bar with the name of the leader on a row below it is another bar in two cases: its block is
  /// drawn again and again (the line ended with `.up`), or a bar below is known already. The last
  /// bar of such a block never takes over from an unfinished leader.
  mutating func admits(_ bar: Bar) -> Bool {
    if let leader, leader.counts(bar), bar.isBelow(leader),
      !leader.measure.isDone || isInBlock(bar)
    {
      notePart(bar)
      return false
    }
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

  /// The number of different values that `bar` has shown since the leader was drawn last, this one
  /// included.
  private func count(of bar: Bar) -> Int {
    guard let challenger, bar.isSame(as: challenger.bar) else { return 1 }
    return challenger.count + (bar.measure == challenger.bar.measure ? 0 : 1)
  }

  private mutating func goOn(_ bar: Bar) -> Bool {
    leader = bar
    challenger = nil
    return true
  }

  /// Makes `bar` the leader after another one.
  ///
  /// The candidate part is forgotten: it was a neighbour of the last leader. One case is different.
  /// A leader that is done may have stood in the same block as `bar`, and nobody knew which of them
  /// was the whole. Then the doubt stays.
  private mutating func follow(_ bar: Bar, besideLast: Bool = false) -> Bool {
    if !(besideLast && isUndecided && isInBlock(bar)) {
      (part, hasPartBegunAgain, lowestRow) = (nil, false, nil)
    }
    return goOn(bar)
  }
}

extension Lead {
  /// Returns whether `bar` stands no lower than the bars that were drawn with the leader.
  private func isInBlock(_ bar: Bar) -> Bool { lowestRow.map { bar.place.row <= $0 } ?? false }
}

extension Bar {
  fileprivate func isSame(as other: Bar) -> Bool { tool == other.tool && label == other.label }

  /// Returns whether the bar is a coarse count, such as `Packages 1/3`, above the much finer bar
  /// `part`: it counts things of which `part` is one.
  fileprivate func counts(_ part: Bar) -> Bool {
    guard measure.isCoarse, let total = measure.total, let fine = part.measure.total else {
      return false
    }
    return part.measure.unit != .count || fine / 8 >= total
  }

  fileprivate func isBelow(_ other: Bar) -> Bool { place.row > other.place.row }
}
