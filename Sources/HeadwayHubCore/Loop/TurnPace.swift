package import HeadwayModel

/// The rest of the hub between two turns. Reports that come one by one are then taken in together.
///
/// Each turn costs a wake-up, which is most of what a report costs. Network cards moderate their
/// interrupts in the same way.
///
/// No client that waits for an answer waits for a rest. A rest follows only a turn of mere reports,
/// and only while turns come close upon each other without much to do.
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

  /// Notes a request. Its answer is on the way, and the next request may come right after it.
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
