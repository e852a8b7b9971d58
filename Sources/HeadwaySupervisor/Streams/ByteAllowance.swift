internal import HeadwayCore

/// How much of a stream may be looked at or kept: `burst` bytes at once, and `rate` a second for as
/// long as it lasts (a token bucket). What is refused counts too: a stream that stays too fast gets
/// nothing more until it has been slower for a while.
struct ByteAllowance {
  private let rate: Int
  private let burst: Int
  private var left: Int
  private var earnedUntil: Duration?

  init(rate: Int, burst: Int) {
    (self.rate, self.burst) = (rate, burst)
    left = burst
  }

  /// Takes `count` bytes at `now`, a time that doesn't go back; false where they are more than is
  /// left.
  mutating func take(_ count: Int, now: Duration) -> Bool {
    if left < count || earnedUntil == nil { earn(now: now) }
    let isGranted = left >= count
    left = max(left - count, -debtLimit)
    return isGranted
  }

  private var debtLimit: Int { min(rate / 4, burst) }

  private mutating func earn(now: Duration) {
    let since = earnedUntil ?? now
    let milliseconds = (now - since).wholeMilliseconds
    // An hour earns as much as a year: the sum stays small.
    left = min(burst, left + Int(min(milliseconds, 3_600_000)) * rate / 1000)
    earnedUntil = since + .milliseconds(milliseconds)
  }
}
