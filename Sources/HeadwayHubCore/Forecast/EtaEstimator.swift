internal import HeadwayModel

/// Estimates the remaining time of a task from its own progress so far, and from the paces and
/// durations of earlier runs.
///
/// All instants are of the running clock. Time in which the task was halted or waited for a person
/// doesn't count.
struct EtaEstimator: Sendable {
  var history = TaskHistory()
  /// Whether the task itself reports that it makes no progress for now.
  var isResting = false
  private var trail = ProgressTrail()
  /// The time of the last point of the trail. The time is stored, because every report needs it and
  /// a conversion from seconds is slow.
  private var advancedAt: RunningTime = .origin
  private var readingCount = 0
  private var hasPhases = false
  private var grewAt: RunningTime?
  private var heldSince: RunningTime?
  private var heldTime: Duration = .zero
  /// The gaps between advances. They show how long a gap is normal.
  private var gaps = GapTally(limit: .seconds(10))

  private static let readingsNeeded = 3
  private static let timeNeeded = 2.0
  private static let tenYears = 315_576_000.0
  /// The shortest time without an advance after which an ETA is no longer true.
  private static let leastPatience: Duration = .seconds(5)
  /// The shortest remaining time that is worth an ETA.
  private static let leastRemaining: Duration = .milliseconds(500)
  /// The largest expected error of an ETA without `~`. Nine of ten such ETAs are within a quarter of
  /// the truth (`Tests/Benchmarks/run eta`).
  private static let exactError = 0.17
  /// The fraction done from which an ETA may have no `~`.
  private static let exactFraction = 0.2
  /// The shortest time after which a total that grew counts as settled. A third of the time from
  /// the start of the phase to the growth must have passed too.
  private static let restAfterGrowth: Duration = .seconds(10)
  /// The time after which earlier runs count, and the fraction done after which they count, where
  /// one of them showed a percent: this run's own percent will tell more soon. Earlier runs without
  /// a percent count from the start. The last value is the largest factor by which earlier runs may
  /// differ from this one. ninja has the same limits.
  private static let historyAfter: Duration = .seconds(15)
  private static let historyAfterFraction = 0.05
  private static let historyWithin = 10.0
  /// The share of a run at which its last unit must be done, so that the run's pace tells its end.
  private static let lastUnitShare = 0.9

  /// Begins a phase. The progress of the last phase says nothing about this one.
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

  /// Notes that the total rose. An earlier ETA is no longer true, and the total may go on rising.
  mutating func noteGrowth(at now: RunningTime) { grewAt = active(now) }

  /// Stops the clock of a task that was halted or waits for a person.
  mutating func hold(at now: RunningTime) { heldSince = heldSince ?? now }

  mutating func release(at now: RunningTime) {
    if let heldSince { heldTime += max(.zero, now - heldSince) }
    heldSince = nil
  }

  /// The time without an advance for which the ETA stays true.
  var patience: Duration { max(Self.leastPatience, gaps.allowance) }

  /// Returns the pace of a run of `total` units from `start` to `end`. Nil for a run with several
  /// phases, and for one that went on for long after its last unit: the end of its units doesn't tell
  /// its own end.
  func pace(of total: Int64, from start: RunningTime, to end: RunningTime) -> RunPace? {
    let (worked, whole) = (advancedAt - start, active(end) - start)
    guard !hasPhases, worked.inSeconds >= whole.inSeconds * Self.lastUnitShare else { return nil }
    return RunPace(trail, total: total)
  }

  /// Whether the phase has enough readings for an ETA: three, over two seconds.
  var mayForesee: Bool {
    guard let first = trail.points.first, let last = trail.points.last else { return false }
    return readingCount >= Self.readingsNeeded && last.seconds - first.seconds >= Self.timeNeeded
  }

  /// Returns the time since the latest advance; zero before the first reading.
  private func timeWithoutAdvance(at now: RunningTime) -> Duration {
    trail.points.isEmpty ? .zero : max(.zero, active(now) - advancedAt)
  }

  /// Returns whether the task doesn't rest and has advanced recently.
  func isAdvancing(at now: RunningTime) -> Bool {
    !isResting && timeWithoutAdvance(at: now) <= patience
  }

  /// Returns the remaining time at `now`. Nil if it isn't known, or if it is under half a second.
  ///
  /// Only earlier runs give a remaining time for a task that has completed all units and still runs.
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
        || !history.showedPercent
    else {
      // The task's own ETA is that of the phase. If the task has had several phases, more may come.
      return hasPhases ? own.map { Eta($0.remaining, .approximate) } : own
    }
    let earlier = Eta(usual - running, .approximate)
    guard let own else { return earlier }
    if hasPhases { return Eta(max(own.remaining, earlier.remaining), .approximate) }
    // The task's own ETA compares with the paces of earlier runs, which say more than durations.
    if let total = progress.total, history.hasPace(for: Double(total)) { return own }
    return own.blended(
      with: earlier, trust: trust(in: usual, running + own.remaining, progress.fraction ?? 0))
  }

  /// Returns the weight of earlier runs, 0 to 1. They count less the further this run is, and the
  /// more their duration differs from the one that this run's progress suggests.
  private func trust(in usual: Duration, _ expected: Duration, _ fraction: Double) -> Double {
    let (shorter, longer) = (min(usual, expected).inSeconds, max(usual, expected).inSeconds)
    guard shorter > 0, longer < shorter * Self.historyWithin else { return 0 }
    var agreement = (Self.historyWithin - longer / shorter) / (Self.historyWithin - 1)
    // The sixteenth power gives a weight of about 0.7 at a factor of 1.2, and 0.15 at a factor of
    // 2.
    for _ in 0..<4 { agreement *= agreement }
    return (1 - fraction) * agreement
  }

  private func ownEta(of progress: TaskProgress, at now: RunningTime) -> Eta? {
    guard let total = progress.total, mayForesee,
      !isGrowing(at: now),
      let forecast = TrailForecast(
        trail, goal: Double(total), history: hasPhases ? TaskHistory() : history)
    else { return nil }
    guard forecast.seconds < Self.tenYears,
      let remaining = Duration(
        nonNegativeSeconds: max(0, forecast.seconds - timeWithoutAdvance(at: now).inSeconds))
    else { return nil }
    let isSure =
      forecast.expectedError <= Self.exactError && progress.fraction ?? 0 >= Self.exactFraction
      && !progress.isGrowing
    return Eta(remaining, isSure ? .exact : .approximate)
  }

  private func isGrowing(at now: RunningTime) -> Bool {
    guard let grewAt, let first = trail.points.first else { return false }
    let way = max(.zero, grewAt.sinceOrigin - .seconds(first.seconds))
    return active(now) - grewAt < max(Self.restAfterGrowth, way / 3)
  }

  /// Returns `now` without the time in which the clock was stopped.
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
