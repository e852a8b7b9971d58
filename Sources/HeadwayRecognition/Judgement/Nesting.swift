/// Decides what a percent beside a count measures: the whole work, or the one thing that is
/// counted.
///
/// The line `task 1 of 2, 41 %` doesn't say. The answer comes when the count goes on:
///
/// ```text
/// task 1 of 2,  90 %                        part 1 of 3,  30 %
/// task 1 of 2, 100 %                        part 1 of 3,  33 %
/// task 2 of 2,   5 %    began again         part 2 of 3,  36 %    went on
/// => of each: the whole is 52 %             => of the whole: 36 %
/// ```
///
/// Until then the percent counts as the whole only where it says the same as the count, as in
/// `18/99 (18%)`. Otherwise nothing is shown.
///
/// ```swift
/// var nesting = Nesting()
/// let first = PlainCount(current: 1, total: 2), second = PlainCount(current: 2, total: 2)
/// nesting.note(first, share: 0.9)      // nil: not known
/// nesting.note(second, share: 0.05)    // .each
/// nesting.rolledUp(second, share: 0.05)  // 52.5 %
/// ```
struct Nesting {
  /// The thing that a share measures.
  enum Scope {
    /// All the things that are counted, together.
    case whole
    /// A single one of the things that are counted.
    case each
  }

  /// The count and the share of the latest line; nil before the first.
  private var latest: (count: PlainCount, share: Double)?
  /// The scope that the latest steps of the count have shown; nil before the first step.
  ///
  /// One fall to less than half is proof of `.each`, and a later step doesn't take it back.
  private(set) var seen: Scope?
  /// Whether the count began at 0: then it counts the things that are done. Else it numbers the
  /// current one.
  private var countsFromNone = false
  /// Whether every share so far was equal to its count, up to `rounding`.
  private var alwaysAgrees = true

  /// The largest difference between a share and a count that say the same, as a fraction.
  private static let rounding = 0.015

  /// Returns the scope of `share`, and remembers both values; nil while the scope isn't known.
  ///
  /// Another total makes the type begin anew: the line counts something else.
  ///
  /// - Parameter share: The percent of the line as a fraction, 0…1.
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

  /// The state of all the counted things together, where `share` is of one of them.
  func rolledUp(_ count: PlainCount, share: Double) -> Measure? {
    let done = countsFromNone ? count.current : count.current - 1
    return .fraction(min(1, (Double(done) + share) / Double(count.total)))
  }
}
