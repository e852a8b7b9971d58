import HeadwayModel
import TestClocks

/// What a task's clocks have learned of it, as the reference has it: every gap, and every rate.
struct ReferenceHabits {
  private var signGaps: [Duration] = []
  private var advanceGaps: [Duration] = []
  private var rates: [Double] = []
  private var earlierSigns: Duration = .zero
  private var earlierAdvances: Duration = .zero
  private var window: (time: AwakeTime, units: Int64)?
  private var slow: (since: AwakeTime, windows: Int)?

  /// The number of signs that came a second apart or more, and the last of them.
  private var spacedSigns = 0
  private var lastSpacedSign: AwakeTime
  private var hasAdvanced = false

  init(at now: AwakeTime) { lastSpacedSign = now }

  /// How long the task may be silent. `isMeasured`: it counts units now.
  func signLimit(isMeasured: Bool) -> Duration {
    let isKnown = isMeasured || hasAdvanced || spacedSigns >= 10
    return max(
      .seconds(isKnown ? 30 : 300), earlierSigns, Self.usual(signGaps, .seconds(30)))
  }

  var advanceLimit: Duration {
    max(.seconds(120), earlierAdvances, Self.usual(advanceGaps, .seconds(120)))
  }

  var slowSince: AwakeTime? { slow.flatMap { $0.windows >= 2 ? $0.since : nil } }

  mutating func noteSign(after gap: Duration, at now: AwakeTime) {
    signGaps.append(gap)
    guard now - lastSpacedSign >= .seconds(1) else { return }
    spacedSigns += 1
    lastSpacedSign = now
  }

  mutating func noteProgress() { hasAdvanced = true }

  mutating func noteAdvance(after gap: Duration, to units: Int64, at now: AwakeTime) {
    advanceGaps.append(gap)
    guard let start = window, now - start.time >= .seconds(10) else {
      window = window ?? (now, units)
      return
    }
    window = (now, units)
    let rate =
      Double(max(0, units - start.units)) / Double((now - start.time).components.seconds)
    let usual = rates.suffix(31).sorted()
    if usual.count >= 6, rate * 10 < usual[usual.count / 2] {
      slow = (slow?.since ?? start.time, (slow?.windows ?? 0) + 1)
    } else {
      slow = nil
      if rate > 0 { rates.append(rate) }
    }
  }

  mutating func interrupt() { (window, slow) = (nil, nil) }

  /// The record keeps only how patient one had to be.
  func reloaded(at now: AwakeTime) -> ReferenceHabits {
    var habits = ReferenceHabits(at: now)
    habits.earlierSigns = max(earlierSigns, Self.usual(signGaps, .seconds(30)))
    habits.earlierAdvances = max(earlierAdvances, Self.usual(advanceGaps, .seconds(120)))
    return habits
  }

  private static func usual(_ gaps: [Duration], _ limit: Duration) -> Duration {
    let long = gaps.filter { $0 >= limit / 10 }.suffix(16).sorted()
    guard let longest = long.last else { return .zero }
    return min(max(longest * 3 / 2, (long.dropLast().last ?? .zero) * 3), limit * 20)
  }
}
