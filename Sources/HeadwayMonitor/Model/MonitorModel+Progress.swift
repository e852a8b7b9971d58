package import HeadwayModel

/// The progress of all tasks together, for terminals that show one in their tab or task bar.
extension MonitorModel {
  /// The state of the terminal's progress sign at `now`. `.nothing` means that no task runs, or
  /// that the hub is unreachable.
  package func overallProgress(at now: Moment) -> TerminalProgress.Shown {
    guard link == .connected, let summary else { return .nothing }
    let percent = summary.fraction.map(wholePercent)
    if failureShownUntil(now) != nil { return .failed(percent) }
    if summary.needsYou > 0 || summary.running == 0 && summary.paused > 0 {
      return .paused(percent)
    }
    guard summary.running > 0 else { return .nothing }
    return percent.map { .measured($0) } ?? .indeterminate
  }

  /// The time for which the sign shows a failure.
  static let failureTime: Duration = .seconds(30)

  /// The continuous time until which the sign shows the last failure. Nil when no failure is shown.
  func failureShownUntil(_ now: Moment) -> RunningTime? {
    let end = lastFailureAt.map { $0.running + Self.failureTime }
    return end.flatMap { $0 > now.running ? $0 : nil }
  }

  /// Remembers a failure of a task that was alive while the monitor watched. A task that had failed
  /// before is old news.
  mutating func noteFailure(of snapshot: TaskSnapshot, at now: Moment) {
    guard snapshot.ending?.reason.isFailure == true, !dismissed.contains(snapshot.key) else {
      return
    }
    let wasAlive = cards[snapshot.key]?.task.isAlive ?? (arriving == nil)
    if wasAlive { lastFailureAt = now }
  }
}
