/// Which of several bars speaks for the whole.
///
/// The first does until it is done; another one takes over when it is drawn twice without the
/// first, or the first is done. A bar below it in a block that is drawn again and again is a part
/// of it, and is passed over.
struct Lead {
  private var leader: Bar?
  private var challenger: (bar: Bar, count: Int)?

  /// A bar of no tool in particular has to be drawn as often before an unfinished one gives way.
  private static let genericCount = 16

  mutating func admits(_ bar: Bar) -> Bool {
    guard let leader, !leader.measure.isDone || bar.isSame(as: leader) else {
      return follow(bar)
    }
    if bar.place.row > leader.place.row, bar.place.end == .up { return false }
    if bar.isSame(as: leader) { return follow(bar) }
    challenger = (bar, count(of: bar))
    let count = challenger?.count ?? 0
    let needed = bar.trust == .generic && leader.trust != .generic ? Self.genericCount : 2
    return count >= needed ? follow(bar) : false
  }

  /// How often it was drawn anew since the leader was.
  private func count(of bar: Bar) -> Int {
    guard let challenger, bar.isSame(as: challenger.bar) else { return 1 }
    return challenger.count + (bar.measure == challenger.bar.measure ? 0 : 1)
  }

  private mutating func follow(_ bar: Bar) -> Bool {
    leader = bar
    challenger = nil
    return true
  }
}

extension Bar {
  fileprivate func isSame(as other: Bar) -> Bool { tool == other.tool && label == other.label }
}
