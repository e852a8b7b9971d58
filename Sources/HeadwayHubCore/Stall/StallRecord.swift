package import HeadwayModel

/// The question "continue or stop?", as the record keeps it for a later hub.
package struct StallRecord: Hashable, Sendable {
  package var kind: StallKind
  package var askedAt: WallTime
  /// The time at which the clock that ran out began to stand.
  package var since: WallTime

  package init(kind: StallKind, askedAt: WallTime, since: WallTime) {
    self.kind = kind
    self.askedAt = askedAt
    self.since = since
  }
}

extension StallWatch {
  /// A question that an earlier hub asked is asked again, and stands as long as it stood. Nobody
  /// runs out of time before the worker has had `patience` to come back.
  package mutating func restore(
    _ record: StallRecord, patience: Duration, at now: Moment
  ) {
    guard !isHeld else { return }
    let since = now.awake - max(.zero, now.wall.since(record.since))
    let askedAt = now.awake - max(.zero, now.wall.since(record.askedAt))
    restore(
      Question(kind: record.kind, askedAt: max(askedAt, now.awake + patience - countdown)),
      since: min(since, now.awake))
  }
}
