package import HeadwayCore

// What the terminal's own sign of progress says of all tasks together.
extension MonitorModel {
  /// Nothing where nothing is known, or nothing goes on.
  package func overallProgress(at now: Moment) -> TerminalProgress.Standing {
    guard link == .connected, let summary else { return .nothing }
    let percent = summary.fraction.map(wholePercent)
    if failureShownUntil(now) != nil { return .failed(percent) }
    if summary.needsYou > 0 || summary.running == 0 && summary.paused > 0 {
      return .paused(percent)
    }
    guard summary.running > 0 else { return .nothing }
    return percent.map { .measured($0) } ?? .indeterminate
  }

  /// How long a failure is shown.
  static let failureTime: Duration = .seconds(30)

  /// On the continuous clock; nil when that is over.
  func failureShownUntil(_ now: Moment) -> Duration? {
    let end = lastFailureAt.map { $0.continuous + Self.failureTime }
    return end.flatMap { $0 > now.continuous ? $0 : nil }
  }

  /// What had failed before anybody watched is no news.
  mutating func noteFailure(of snapshot: TaskSnapshot, at now: Moment) {
    guard snapshot.ending?.reason.isFailure == true, !dismissed.contains(snapshot.key) else {
      return
    }
    let wasAlive = cards[snapshot.key]?.task.isAlive ?? (arriving == nil)
    if wasAlive { lastFailureAt = now }
  }
}
