/// Whether a share that is drawn beside a count is of the whole, or of the one that is counted.
///
/// `task 1 of 2, 41 %` doesn't say. What the share does when the count goes on tells: it begins again, or
/// goes on, be it with a small step back. Until then it is of the whole only where it says the same as the
/// count.
struct Nesting {
  enum Scope {
    case whole
    /// Of one of those that are counted.
    case each
  }

  private var latest: (count: PlainCount, share: Double)?
  /// As the count went on.
  private(set) var seen: Scope?
  private var countsFromNone = false
  private var alwaysAgrees = true

  /// By how much two ways to say the same may differ.
  private static let rounding = 0.015

  /// What the share is of; nil while that isn't known.
  mutating func note(_ count: PlainCount, share: Double) -> Scope? {
    if latest?.count.total != count.total { self = Nesting() }
    if count.current == 0 { countsFromNone = true }
    if abs(share - count.fraction) > Self.rounding { alwaysAgrees = false }
    if let latest, count.current > latest.count.current {
      if share < latest.share / 2 {
        seen = .each
      } else {
        seen = seen ?? .whole
      }
    }
    latest = (count, share)
    return seen ?? (alwaysAgrees ? .whole : nil)
  }

  /// How far all of them are, where the share is of each.
  func rolledUp(_ count: PlainCount, share: Double) -> Measure? {
    let done = countsFromNone ? count.current : count.current - 1
    return .fraction(min(1, (Double(done) + share) / Double(count.total)))
  }
}
