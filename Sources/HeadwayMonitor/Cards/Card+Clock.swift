import HeadwayCore

/// What goes on between two snapshots: time.
extension Card {
  /// From start to end or to `now`; nil before the start.
  func elapsed(at now: Moment) -> Duration? {
    guard let elapsed = elapsedWhenReceived else { return nil }
    return task.state == .ended ? elapsed : elapsed + sinceReceived(now)
  }

  /// Nil also once it would be over without being so: what was foreseen wasn't true.
  func eta(at now: Moment) -> Duration? {
    guard task.state == .running, let eta = progress.eta else { return nil }
    let remaining = eta - sinceReceived(now)
    return remaining >= .seconds(1) ? remaining : nil
  }

  /// Whether there is a question to show.
  var isAsking: Bool {
    task.stalled != nil && task.stalledFor != nil && task.state != .ended
  }

  func question(at now: Moment, of subject: StallQuestion.Subject? = nil) -> String? {
    snapshot.question(after: stalledSince(now), of: subject)
  }

  /// How long the task has stalled.
  func stalledFor(at now: Moment) -> Duration? {
    task.stalledFor.map { $0 + stalledSince(now) }
  }

  /// Until the unanswered question ends the task.
  func expiresIn(at now: Moment) -> Duration? {
    task.expiresIn.map { max(.zero, $0 - stalledSince(now)) }
  }

  /// Whether the card shows a time that goes on by itself.
  var showsTime: Bool {
    switch kind {
    case .needsAnswer: true
    case .live: elapsedWhenReceived != nil || eta(at: receivedAt) != nil
    case .queued, .ended: false
    }
  }

  private func sinceReceived(_ now: Moment) -> Duration {
    max(.zero, now.continuous - receivedAt.continuous)
  }

  private func stalledSince(_ now: Moment) -> Duration {
    max(.zero, now.awake - receivedAt.awake)
  }
}
