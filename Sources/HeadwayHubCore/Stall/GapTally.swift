internal import HeadwayModel

/// The recent long gaps between a task's signs of life, or between its advances. They show which
/// gaps are normal for the task.
///
/// The tally keeps the last 16 gaps of at least a tenth of the limit.
struct GapTally: Hashable, Sendable {
  private let limit: Duration
  /// The length from which a gap counts: a tenth of the limit. Shorter gaps can't lengthen the
  /// limit.
  private let shortest: Duration
  private var gaps: [Duration] = []
  private var next = 0
  /// The gap length that is normal for the task. Zero if no gap counted yet.
  ///
  /// The allowance is three times the second longest gap, or one and a half times the longest gap,
  /// whichever is longer. It is at most 20 times the limit.
  private(set) var allowance: Duration = .zero

  private static let capacity = 16
  private static let mostOfLimit = 20

  /// Makes an empty tally.
  ///
  /// - Parameter limit: the length of the stall clock before the tally has any gap.
  init(limit: Duration) { (self.limit, shortest) = (limit, limit / 10) }

  /// Adds a gap if it is long enough to count.
  ///
  /// - Returns: whether the gap counted, so that the allowance may have changed.
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

/// The gap lengths that were normal in a run of a task. The next run of the same task starts with
/// them.
package struct StallAllowance: Hashable, Sendable {
  /// The normal time without a sign of life; zero if nothing was learned.
  package var silent: Duration
  /// The normal time without new units; zero if nothing was learned.
  package var advancing: Duration

  package init(silent: Duration = .zero, advancing: Duration = .zero) {
    self.silent = silent
    self.advancing = advancing
  }

  /// Returns the longer silence and the longer time without new units of both allowances.
  func union(_ other: StallAllowance) -> StallAllowance {
    StallAllowance(
      silent: max(silent, other.silent), advancing: max(advancing, other.advancing))
  }
}
