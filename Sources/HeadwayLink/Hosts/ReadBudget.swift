import HeadwayModel

/// The number of bytes that are read from another machine, so that one that floods can't take all of
/// this process's time. Pure: the budget is told the time.
///
/// A snapshot of many tasks fits at once. Afterwards the rate counts.
struct ReadBudget: Hashable, Sendable {
  private var left = Self.burst
  private var filledAt: AwakeTime?
  /// The time until which nothing is read; nil while reading is allowed.
  private(set) var restsUntil: AwakeTime?

  /// The number of bytes that may come at once.
  static let burst = 32 << 20
  /// The number of bytes per second that may come for long.
  static let rate = 2 << 20
  /// The shortest rest.
  private static let rest: Duration = .milliseconds(100)

  /// Whether reading is allowed at `now`.
  mutating func allows(at now: AwakeTime) -> Bool {
    if let restsUntil, now < restsUntil { return false }
    restsUntil = nil
    return true
  }

  /// Notes bytes that were read at `now`.
  mutating func spend(_ count: Int, at now: AwakeTime) {
    let since = filledAt.map { (now - $0).wholeMilliseconds } ?? 0
    left = min(Self.burst, left + Int(min(since, 60_000)) * Self.rate / 1000)
    filledAt = now
    left -= count
    if left < 0 { restsUntil = now + max(Self.rest, .milliseconds(-left * 1000 / Self.rate)) }
  }
}
