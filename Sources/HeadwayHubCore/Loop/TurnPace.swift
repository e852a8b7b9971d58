package import HeadwayModel

/// How long a hub rests between two turns, so that reports which come one by one are taken in
/// together: each turn costs a wake-up, most of what a report costs. Network cards moderate their
/// interrupts likewise.
///
/// Nobody who waits for an answer waits for a rest: only a turn of mere reports is followed by one,
/// only while turns come close upon each other, and not when there is much to do anyway.
package struct TurnPace: Hashable, Sendable {
  private var reports = 0
  private var isAwaited = false
  private var lastEnd: AwakeTime?

  package static let rest: Duration = .microseconds(500)
  /// A turn with more reports than this needs no gathering.
  package static let fullTurn = 64

  package init() {}

  /// A report was taken in that nobody waits for an answer to.
  package mutating func noteReport() { reports += 1 }

  /// Something else was: its answer is on the way, and the next question comes after it.
  package mutating func noteRequest() { isAwaited = true }

  /// Ends a turn at `now`, on the awake clock: how long to rest before the next, not at all being
  /// nil. After a rest, `rested` says when it was over.
  package mutating func endTurn(at now: AwakeTime) -> Duration? {
    defer { (reports, isAwaited, lastEnd) = (0, false, now) }
    guard let lastEnd, now - lastEnd < Self.rest, !isAwaited, (1...Self.fullTurn).contains(reports)
    else { return nil }
    return Self.rest
  }

  package mutating func rested(until now: AwakeTime) { lastEnd = now }
}
