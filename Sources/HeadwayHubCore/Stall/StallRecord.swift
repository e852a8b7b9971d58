package import HeadwayModel

/// The question "continue or stop?", as the record keeps it for a later hub.
package struct StallRecord: Hashable, Sendable {
  package var kind: StallKind
  package var askedAt: WallTime
  /// The start of the stall: the last sign of life, the last advance, or the start of the slowdown.
  package var since: WallTime

  package init(kind: StallKind, askedAt: WallTime, since: WallTime) {
    self.kind = kind
    self.askedAt = askedAt
    self.since = since
  }
}

extension StallWatch {
  /// Asks a question of an earlier hub again. The stall and the countdown go on from their old
  /// times.
  ///
  /// The countdown ends no earlier than `patience` from now, so that the worker has time to come
  /// back. Nothing happens while the clocks are held. A question about input isn't asked again: the
  /// worker first has to say that the task still waits.
  package mutating func restore(
    _ record: StallRecord, patience: Duration, at now: Moment
  ) {
    guard !isHeld, record.kind != .input else { return }
    let since = now.awake - max(.zero, now.wall.since(record.since))
    let askedAt = now.awake - max(.zero, now.wall.since(record.askedAt))
    restore(
      Question(kind: record.kind, askedAt: max(askedAt, now.awake + patience - countdown)),
      since: min(since, now.awake))
  }
}
