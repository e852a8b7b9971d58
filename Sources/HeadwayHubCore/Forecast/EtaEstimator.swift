internal import HeadwayModel

/// Estimates the time at which a task will be done, from its own course so far and from the
/// durations of earlier runs.
///
/// All instants are of the running clock. Time in which the task was halted doesn't count.
struct EtaEstimator: Sendable {
  var history = TaskHistory()
  /// Whether the task itself says that it makes no progress for now.
  var isResting = false
  private var trail = ProgressTrail()
  /// The time of the trail's last point, as it was given: each report asks, and to make a duration
  /// of seconds again takes long.
  private var advancedAt: RunningTime = .origin
  private var readingCount = 0
  private var hasPhases = false
  private var grewAt: RunningTime?
  private var heldSince: RunningTime?
  private var heldTime: Duration = .zero
  /// The usual time from one advance to the next.
  private var gaps = GapTally(limit: .seconds(10))

  private static let readingsNeeded = 3
  private static let timeNeeded = 2.0
  private static let tenYears = 315_576_000.0
  /// Without an advance for longer than that, and than is usual, what was foreseen is no longer
  /// true.
  private static let leastPatience: Duration = .seconds(5)
  /// Less is no time to wait for.
  private static let leastRemaining: Duration = .milliseconds(500)
  /// A total that grew this long ago, and that part of its way, may have come to rest.
  private static let restAfterGrowth: Duration = .seconds(10)
  /// The time after which earlier runs count, and the largest factor by which they may differ.
  /// ninja does the same.
  private static let historyAfter: Duration = .seconds(15)
  private static let historyAfterFraction = 0.05
  private static let historyWithin = 10.0

  /// Another stretch of work: what was learned of the last one says nothing of it.
  mutating func beginPhase() {
    hasPhases = hasPhases || !trail.points.isEmpty
    (trail, readingCount, grewAt, isResting) = (ProgressTrail(), 0, nil, false)
  }

  mutating func record(units: Int64, at now: RunningTime) {
    readingCount = min(readingCount + 1, Self.readingsNeeded + 1)
    if let last = trail.points.last, Double(units) > last.units {
      _ = gaps.note(timeWithoutAdvance(at: now))
    }
    let time = active(now)
    if trail.record(units: Double(units), at: time.sinceOrigin.inSeconds) { advancedAt = time }
  }

  /// The total rose: what was said before is no longer true, and what it will be isn't known.
  mutating func noteGrowth(at now: RunningTime) { grewAt = active(now) }

  /// Stops the clock of a task that was halted or waits for a person.
  mutating func hold(at now: RunningTime) { heldSince = heldSince ?? now }

  mutating func release(at now: RunningTime) {
    if let heldSince { heldTime += max(.zero, now - heldSince) }
    heldSince = nil
  }

  /// The time after an advance for which a forecast is made.
  var patience: Duration { max(Self.leastPatience, gaps.allowance) }

  /// There are readings enough.
  var mayForesee: Bool {
    guard let first = trail.points.first, let last = trail.points.last else { return false }
    return readingCount >= Self.readingsNeeded && last.seconds - first.seconds >= Self.timeNeeded
  }

  /// Returns the time since the latest advance.
  private func timeWithoutAdvance(at now: RunningTime) -> Duration {
    trail.points.isEmpty ? .zero : max(.zero, active(now) - advancedAt)
  }

  /// Returns whether the task advanced recently.
  func isAdvancing(at now: RunningTime) -> Bool {
    !isResting && timeWithoutAdvance(at: now) <= patience
  }

  /// Returns the remaining time at `now`; nil if it isn't known.
  ///
  /// A task that goes on always has something left, even when everything that it measured is done.
  func eta(of progress: TaskProgress, elapsed: Duration, at now: RunningTime) -> Eta? {
    guard isAdvancing(at: now) || progress.isDone && !isResting else { return nil }
    let eta = expected(of: progress, elapsed: elapsed, at: now)
    return eta.flatMap { $0.remaining >= Self.leastRemaining ? $0 : nil }
  }

  private func expected(
    of progress: TaskProgress, elapsed: Duration, at now: RunningTime
  ) -> Eta? {
    let running = max(.zero, elapsed - (now - active(now)))
    let own = progress.isDone ? nil : ownEta(of: progress, at: now)
    guard let usual = history.usualDuration, usual > running,
      running >= Self.historyAfter || progress.fraction ?? 0 >= Self.historyAfterFraction
    else {
      // Of the stretch: where one came after another, more may come.
      return hasPhases ? own.map { Eta($0.remaining, .approximate) } : own
    }
    let earlier = Eta(usual - running, .approximate)
    guard let own else { return earlier }
    return hasPhases
      ? Eta(max(own.remaining, earlier.remaining), .approximate)
      : own.blended(
        with: earlier, trust: trust(in: usual, running + own.remaining, progress.fraction ?? 0))
  }

  /// Earlier runs count less the further this one is, and the further it is from them.
  private func trust(in usual: Duration, _ expected: Duration, _ fraction: Double) -> Double {
    let (shorter, longer) = (min(usual, expected).inSeconds, max(usual, expected).inSeconds)
    guard shorter > 0, longer < shorter * Self.historyWithin else { return 0 }
    var agreement = (Self.historyWithin - longer / shorter) / (Self.historyWithin - 1)
    // To the sixteenth: two thirds at a factor of 1.2, a seventh at 2.
    for _ in 0..<4 { agreement *= agreement }
    return (1 - fraction) * agreement
  }

  private func ownEta(of progress: TaskProgress, at now: RunningTime) -> Eta? {
    guard let total = progress.total, mayForesee,
      !isGrowing(at: now), let forecast = TrailForecast(trail, goal: Double(total))
    else { return nil }
    guard forecast.seconds < Self.tenYears,
      let remaining = Duration(
        nonNegativeSeconds: max(0, forecast.seconds - timeWithoutAdvance(at: now).inSeconds))
    else { return nil }
    let isSure =
      forecast.spread <= 0.15 && progress.fraction ?? 0 >= 0.1 && !progress.isGrowing
    return Eta(remaining, isSure ? .exact : .approximate)
  }

  private func isGrowing(at now: RunningTime) -> Bool {
    guard let grewAt, let first = trail.points.first else { return false }
    let way = max(.zero, grewAt.sinceOrigin - .seconds(first.seconds))
    return active(now) - grewAt < max(Self.restAfterGrowth, way / 3)
  }

  /// `now` without the time in which it stood still.
  func active(_ now: RunningTime) -> RunningTime { (heldSince ?? now) - heldTime }
}

extension Eta {
  fileprivate func blended(with other: Eta, trust: Double) -> Eta {
    let seconds =
      remaining.inSeconds * (1 - trust) + other.remaining.inSeconds * trust
    guard let blend = Duration(nonNegativeSeconds: seconds) else { return self }
    return Eta(blend, confidence)
  }
}
