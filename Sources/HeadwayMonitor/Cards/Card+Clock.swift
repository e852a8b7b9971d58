import HeadwayModel

/// The times on a card, which advance between two messages of the hub. Elapsed time and ETA use the
/// continuous clock. Stall times use the awake clock, which stops while the machine sleeps.
extension Card {
  /// The time since the start, up to `now` or the end. Nil before the start.
  func elapsed(at now: Moment) -> Duration? {
    guard let elapsed = elapsedWhenReceived else { return nil }
    return task.state == .ended ? elapsed : elapsed + sinceReceived(now)
  }

  /// The time left at `now`. Nil unless the task runs and the hub gave an estimate. Nil also when
  /// less than a second is left: the estimate was wrong, since the task hasn't ended.
  func eta(at now: Moment) -> Duration? {
    guard task.state == .running, let eta = progress.eta else { return nil }
    let remaining = eta - sinceReceived(now)
    return remaining >= .seconds(1) ? remaining : nil
  }

  /// Whether the card shows a question about a stall.
  var isAsking: Bool {
    task.stalled != nil && task.stalledFor != nil && task.state != .ended
  }

  /// The text of the question at `now`. Nil if the task isn't stalled.
  func question(at now: Moment, of subject: StallQuestion.Subject? = nil) -> String? {
    snapshot.question(after: stalledSince(now), of: subject)
  }

  /// The time since the task stalled. Nil if it isn't stalled.
  func stalledFor(at now: Moment) -> Duration? {
    task.stalledFor.map { $0 + stalledSince(now) }
  }

  /// The time until the unanswered question ends the task, at least zero. Nil if nothing ends it.
  func expiresIn(at now: Moment) -> Duration? {
    task.expiresIn.map { max(.zero, $0 - stalledSince(now)) }
  }

  /// Whether the card shows a running clock, so that it needs drawing every second.
  var showsTime: Bool {
    switch kind {
    case .needsAnswer: true
    case .live: elapsedWhenReceived != nil || eta(at: receivedAt) != nil
    case .queued, .ended: false
    }
  }

  private func sinceReceived(_ now: Moment) -> Duration {
    max(.zero, now.running - receivedAt.running)
  }

  private func stalledSince(_ now: Moment) -> Duration {
    max(.zero, now.awake - receivedAt.awake)
  }
}
