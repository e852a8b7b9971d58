internal import HeadwayModel

// The runs of a series. One task is the next run. When it has its turn, the task of the run after it
// is queued in the same commit, so that a killed hub neither loses nor doubles it.
extension TaskQueue {
  /// Lets the first run of a series wait until the record has its submission. The turn of a run makes
  /// the run after it, which a retraction of the submission must not leave behind.
  mutating func awaitRecord(of key: TaskKey, in hub: HubContext) {
    if hub.tasks[key]?.terms?.isNextRun == true { turns.hold(key, for: .record) }
  }

  /// Notes that the record has the submission of a task, so that the first run of a series may begin.
  mutating func noteRecorded(_ key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.terms?.isNextRun == true,
      task.submission?.unrecordedChanges == 0
    else { return }
    turns.lift(.record, from: key)
    waiting.mayAnyoneStart = true
    hub.tasks.note(.listing, of: key)
  }

  /// Queues the run after `key`, which has its turn now. Ends the series if no time is left.
  mutating func goOn(after key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], let series = task.terms?.series else { return }
    hub.change(key) {
      $0.terms?.series?.hasGoneOn = true
      $0.terms?.earliest = nil
    }
    guard hub.tasks[key.next] == nil, let number = hub.tasks.nextNumber,
      let run = task.runAfter(series, number, in: hub)
    else { return }
    hub.insert(run)
    enter(run.key, in: &hub)
    hub.tasks.note(.beginning, of: run.key)
    hub.perform(.copyPayload(from: key, to: run.key))
    hub.save(run.key)
  }

  /// Decides about the next run of a series whose time may have come: the run comes, waits on, or
  /// moves to the next time because its own was missed or the run before still runs.
  mutating func lookAtRun(_ key: TaskKey, in hub: inout HubContext) {
    guard let terms = hub.tasks[key]?.terms, let series = terms.series,
      let due = terms.earliest?.time
    else { return }
    let (wall, isSetBack) = (hub.now.wall, series.isSetBack(at: hub.now.wall))
    guard due <= wall || isSetBack else {
      let looksAt = hub.now.awake + due.since(wall)
      hub.change(key, showing: .listing) { $0.submission?.looksAt = looksAt }
      return
    }
    let isBusy = turns.holds(of: key).contains { if case .run = $0 { true } else { false } }
    let isMissed = wall.since(due) > RunSeries.patience && !series.catchesUp
    guard isSetBack || isMissed || isBusy && series.overlap == .skip else {
      return reschedule(key, series.done(through: due), at: nil, in: &hub)
    }
    // An interval that skips a time still counts from the last begin.
    let done = isSetBack ? series.begun(at: wall) : series.done(through: due)
    guard let next = done.next(now: wall, hub.clocks) else { return endSeries(key, in: &hub) }
    reschedule(key, done, at: next, in: &hub)
  }

  /// - Parameter time: the new time of the run; nil for a run whose time has come.
  private mutating func reschedule(
    _ key: TaskKey, _ series: RunSeries, at time: WallTime?, in hub: inout HubContext
  ) {
    let kept = turns.holds(of: key).intersection([.reboot, .record])
    let earliest = time.map { EarliestStart($0, in: hub) }
    leave(key, in: hub)
    hub.change(key, showing: .listing) {
      $0.terms?.series = series
      $0.terms?.earliest = earliest
      $0.submission?.looksAt = nil
    }
    enter(key, kept, in: &hub)
    hub.save(key)
  }

  /// Ends a run whose only time was missed.
  private func endSeries(_ key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key] else { return }
    let note = SanitisedText(wire: "its time passed, and no later one is left")
    hub.change(key) { $0.cancelNote = $0.cancelNote ?? note }
    hub.dequeue(task, .cancelled(by: .dependency))
  }
}

extension TrackedTask {
  /// Returns the run after this one, which has its turn now; nil if the series has no time left.
  fileprivate func runAfter(
    _ series: RunSeries, _ number: TaskNumber, in hub: HubContext
  ) -> TrackedTask? {
    var (description, next) = (description, series.begun(at: hub.now.wall))
    guard var terms, let time = next.next(now: hub.now.wall, hub.clocks) else { return nil }
    description.key = key.next
    (description.launch, description.startedAt, description.parent) = (1, nil, nil)
    next.runBefore = key
    (terms.series, terms.earliest) = (next, EarliestStart(time, in: hub))
    (terms.dependencies, terms.startsNow, terms.restartsAtEnd) = ([], false, false)
    var run = TrackedTask(
      queued: description, number: number, worker: .nobody(bootID: hub.settings.bootID),
      terms: terms, settings: hub.settings, at: hub.now)
    (run.subtitle, run.progress) = (subtitle, progress)
    return run
  }
}

extension RunSeries {
  /// The first time after all that are done; nil if there is none.
  func next(now: WallTime, _ clocks: ClockOffset) -> WallTime? {
    recurrence.next(after: doneThrough ?? now, now: now, clocks)
  }

  /// The series after a run that begins now. An interval counts from this begin. A calendar
  /// expression whose time is done stays done, even if the clock was set back.
  func begun(at now: WallTime) -> RunSeries {
    var series = self
    series.doneThrough = recurrence.isInterval ? now : max(doneThrough ?? now, now)
    return series
  }

  /// The series after a time that has come, or that a person moved.
  func done(through time: WallTime) -> RunSeries {
    var series = self
    if !recurrence.isInterval { series.doneThrough = max(doneThrough ?? time, time) }
    return series
  }

  /// Whether the clock was set back behind the begin that an interval counts from.
  func isSetBack(at now: WallTime) -> Bool {
    recurrence.isInterval && doneThrough.map { $0 > now } ?? false
  }
}

extension EarliestStart {
  /// The start at `time`, in the words of the user's time zone.
  init(_ time: WallTime, in hub: HubContext) {
    self.init(time, words: SanitisedText(wire: "until \(hub.timeWords(time, hub.now.wall))"))
  }
}
