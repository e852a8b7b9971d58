internal import HeadwayModel

/// The long gaps between a task's signs of life, or between its advances: what is usual for it.
///
/// Bounded: the last sixteen gaps that are long enough to matter.
struct GapTally: Hashable, Sendable {
  private let limit: Duration
  /// Gaps under it, a tenth of the limit, can't stretch the limit.
  private let shortest: Duration
  private var gaps: [Duration] = []
  private var next = 0
  /// The time for which the next gap is normal; zero if nothing was learned.
  ///
  /// Three times a gap that came twice, or one and a half times a gap that came once. At most
  /// twenty times the limit that the allowance stretches.
  private(set) var allowance: Duration = .zero

  private static let capacity = 16
  private static let mostOfLimit = 20

  /// `limit` is what holds while nothing was learned.
  init(limit: Duration) { (self.limit, shortest) = (limit, limit / 10) }

  /// Whether the allowance may have changed by it.
  mutating func note(_ gap: Duration) -> Bool {
    guard gap >= shortest else { return false }
    if gaps.count < Self.capacity {
      gaps.append(gap)
    } else {
      gaps[next] = gap
      next = (next + 1) % Self.capacity
    }
    allowance = min(longestTwo, limit * Self.mostOfLimit)
    return true
  }

  private var longestTwo: Duration {
    var (longest, second) = (Duration.zero, Duration.zero)
    for gap in gaps {
      second = max(second, min(gap, longest))
      longest = max(longest, gap)
    }
    return max(second * 3, longest + longest / 2)
  }
}

/// The patience that a run has shown its task to need. The next run of the same task starts with
/// it.
package struct StallAllowance: Hashable, Sendable {
  /// The silence that isn't worth a question; zero if nothing was learned.
  package var silent: Duration
  /// The time without new units that isn't worth a question; zero if nothing was learned.
  package var advancing: Duration

  package init(silent: Duration = .zero, advancing: Duration = .zero) {
    self.silent = silent
    self.advancing = advancing
  }

  /// The longer of each.
  func union(_ other: StallAllowance) -> StallAllowance {
    StallAllowance(
      silent: max(silent, other.silent), advancing: max(advancing, other.advancing))
  }
}
