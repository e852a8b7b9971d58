package import HeadwayModel
internal import HeadwaySystem

/// The clock of a time limit (`--timeout`). It stands while the command is stopped. Pure.
///
/// ```swift
/// var limit = TimeLimit(.seconds(7200))
/// limit.count(true, at: now)
/// if limit.isOver(at: later) { … }
/// ```
package struct TimeLimit: Sendable {
  /// The time that was left when the clock last stood.
  private var left: Duration
  /// The time since which the clock runs; nil while it stands.
  private var countsSince: AwakeTime?

  /// Makes a clock that stands.
  package init(_ limit: Duration) { left = limit }

  /// The time at which the limit is reached; nil while the clock stands.
  package var deadline: AwakeTime? { countsSince.map { $0 + left } }

  /// Lets the clock run, or stand.
  package mutating func count(_ isCounting: Bool, at now: AwakeTime) {
    guard isCounting != (countsSince != nil) else { return }
    if let countsSince { left -= now - countsSince }
    countsSince = isCounting ? now : nil
  }

  /// Whether the limit is reached.
  package func isOver(at now: AwakeTime) -> Bool { deadline.map { $0 <= now } ?? false }
}

extension Supervision {
  /// Lets the clock of the time limit follow the command, and ends a command that reached the limit.
  func keepTimeLimit() {
    guard var limit = timeLimit else { return }
    let isCounting = outcome == .running && !isHalted && cancel.reason == nil
    limit.count(isCounting, at: now)
    timeLimit = limit
    guard let deadline = limit.deadline else { return }
    if limit.isOver(at: now) {
      timeLimit = nil
      let order = CancelOrder(reason: .expired(.timeLimit), grace: options.grace)
      return obey([.cancel(order)])
    }
    tellLimit(deadline - now)
  }

  /// Tells the hub when the limit will be reached. A pause, a sleep of the machine and a new time of
  /// the wall clock change that.
  private func tellLimit(_ left: Duration) {
    let now = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
    let end = now.advanced(by: left)
    if let toldLimitEnd, abs(end.since(toldLimitEnd).wholeMilliseconds) < Self.limitPrecision {
      return
    }
    toldLimitEnd = end
    report { $0.limitEndsAt = end }
  }

  /// The precision, in milliseconds, with which the hub knows the end.
  private static let limitPrecision: Int64 = 500
}
