internal import HeadwayModel

/// The recent attention of people to each group. Groups that are looked at are kept fresh first.
struct GroupAttention: Sendable {
  private var looks: [SanitisedText: Looks] = [:]

  private struct Looks {
    var weight: Double
    /// The instant (running clock) at which the weight was true.
    var at: RunningTime
  }

  /// The time after which a look counts half.
  private static let halfLife: Duration = .seconds(86_400)
  /// The time within which several looks count as one.
  private static let pause: Duration = .seconds(60)
  private static let groupLimit = 1000
  private static let steps = 1000.0

  /// Notes a look at a group.
  ///
  /// - Returns: false if the last look was only a moment ago.
  mutating func note(_ group: SanitisedText, at now: RunningTime) -> Bool {
    if let last = looks[group], now - last.at < Self.pause { return false }
    looks[group] = Looks(weight: weight(of: group, at: now) + 1, at: now)
    if looks.count > Self.groupLimit { forgetLeast(at: now) }
    return true
  }

  /// The attention to a group. 0 for a group that nobody has looked at, and for no group.
  func queueRank(of group: SanitisedText?, at now: RunningTime) -> Int {
    group.map { Int(min(weight(of: $0, at: now), 1e6) * Self.steps) } ?? 0
  }

  private func weight(of group: SanitisedText, at now: RunningTime) -> Double {
    guard let last = looks[group] else { return 0 }
    let halvings = max(0, (now - last.at) / Self.halfLife)
    return last.weight * Self.halved(halvings)
  }

  /// 2 to the power of -`times`: exact for whole numbers, linear between.
  private static func halved(_ times: Double) -> Double {
    guard times < 60 else { return 0 }
    let whole = Int(times)
    return (1 - (times - Double(whole)) / 2) / Double(1 << whole)
  }

  private mutating func forgetLeast(at now: RunningTime) {
    let least = looks.keys.min { weight(of: $0, at: now) < weight(of: $1, at: now) }
    if let least { looks[least] = nil }
  }
}
