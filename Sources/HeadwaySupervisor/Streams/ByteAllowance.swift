internal import HeadwayModel

/// A token bucket that limits how much of a stream is read or kept.
///
/// The bucket holds up to `burst` bytes and gains `rate` bytes per second. Refused bytes are
/// charged too, down to a limit, so that a stream that stays too fast is refused until it has been
/// slower for a while. `OutputLog` and `ProgressFeed` use it.
struct ByteAllowance {
  /// The gain in bytes per second.
  private let rate: Int
  /// The capacity in bytes.
  private let burst: Int
  /// The bytes in the bucket; negative while a fast stream is in debt.
  private var left: Int
  /// The time up to which the gain is counted, in whole milliseconds; nil before the first use.
  private var earnedUntil: AwakeTime?

  /// Creates a full bucket.
  init(rate: Int, burst: Int) {
    (self.rate, self.burst) = (rate, burst)
    left = burst
  }

  /// Charges `count` bytes. Returns false if the bucket held fewer. `now` must not go back.
  mutating func spend(_ count: Int, now: AwakeTime) -> Bool {
    if left < count || earnedUntil == nil { earn(now: now) }
    let isGranted = left >= count
    left = max(left - count, -debtLimit)
    return isGranted
  }

  /// The largest debt: what a quarter of a second earns, and at most `burst`.
  private var debtLimit: Int { min(rate / 4, burst) }

  private mutating func earn(now: AwakeTime) {
    let since = earnedUntil ?? now
    let milliseconds = (now - since).wholeMilliseconds
    // An hour is enough to fill any bucket, and the limit keeps the product small.
    left = min(burst, left + Int(min(milliseconds, 3_600_000)) * rate / 1000)
    earnedUntil = since + .milliseconds(milliseconds)
  }
}
