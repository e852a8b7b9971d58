extension TrackedTask {
  /// A task that begins now.
  init(
    number: TaskNumber, description: TaskDescription, worker: WorkerAttachment,
    settings: HubSettings, at now: Moment
  ) {
    self.number = number
    self.description = description
    self.description.title = description.shownTitle
    self.worker = worker
    state = .running
    startedAt = min(description.startedAt ?? now.wall, now.wall)
    startedContinuous = now.continuous - max(.zero, now.wall.since(startedAt))
    stall = StallWatch(
      policy: description.stallPolicy, limits: settings.stallLimits, at: now.awake)
  }

  /// A task of an earlier hub. Its stall clocks start again: nobody watched in between.
  init(_ record: TaskRecord, settings: HubSettings, at now: Moment) {
    let worker = WorkerAttachment(
      process: record.process, connection: nil, isSupervisor: record.isSupervised)
    self.init(
      number: record.number, description: record.description, worker: worker, settings: settings,
      at: now)
    state = record.state
    startedAt = record.startedAt
    startedContinuous = now.continuous - max(.zero, now.wall.since(startedAt))
    subtitle = record.subtitle
    ending = record.ending
    cancelNote = record.cancelNote
    reportsItself = record.reportsItself
    stall = StallWatch(
      policy: description.stallPolicy, limits: settings.stallLimits, patience: record.patience,
      at: now.awake)
    progress = record.progress
    if state == .cancelling {
      cancel = CancelOrder(
        reason: record.ordered ?? .cancelled(by: .user), grace: description.grace,
        isForced: record.isForced)
    }
    guard state == .ended else { return }
    endedAt = record.endedAt.map { max($0, startedAt) }
    elapsedAtEnd = record.elapsed
    let age = max(.zero, now.wall.since(record.endedAt ?? now.wall))
    leavesAt = now.awake + max(.zero, settings.keepEnded - age)
  }

  /// Takes in what its worker, or a script within it, says. What kind of change that was; nil for
  /// none.
  @discardableResult
  mutating func take(_ report: WorkerReport, isRecognised: Bool, at now: Moment) -> ChangeKind? {
    var kind: ChangeKind?
    if let title = report.title, title != description.title, !title.isBlank {
      description.title = title
      kind = .listing
    }
    if takeStanding(report, at: now) { kind = .listing }
    let sign = stall.noteSign(at: now.awake)
    if sign { kind = .listing }
    if isRecognised, reportsItself { return kind }
    if let subtitle = report.subtitle, subtitle != self.subtitle {
      self.subtitle = subtitle.isEmpty ? nil : subtitle
      kind = kind ?? .progress
    }
    return takeProgress(report.reading, at: now) ?? kind
  }

  private mutating func takeProgress(_ reading: ProgressReading, at now: Moment) -> ChangeKind? {
    let phase = progress.phase
    let change = progress.apply(reading)
    if progress.phase != phase { estimator = RateEstimator() }
    if reading.completed != nil, let completed = progress.completed {
      estimator.record(units: completed, at: now.continuous)
    }
    let withdrawn = change.advanced && stall.noteAdvance(at: now.awake)
    if withdrawn || progress.phase != phase { return .listing }
    return change.changed ? .progress : nil
  }

  /// Foreground, waiting for input, paused: whether any of it changed.
  private mutating func takeStanding(_ report: WorkerReport, at now: Moment) -> Bool {
    let before = (foreground, inputWait, state)
    if let foreground = report.foreground { self.foreground = foreground }
    if let wait = report.inputWait { inputWait = InputWait(wait) }
    if let isPaused = report.isPaused, state == .running || state == .paused {
      state = isPaused ? .paused : .running
    }
    guard before != (foreground, inputWait, state) else { return false }
    adjustStallClocks(at: now)
    return true
  }

  mutating func finish(
    _ ending: TaskEnding, at now: Moment, endedAt: WallTime, keepFor: Duration
  ) {
    state = .ended
    self.ending = ending
    inputWait = nil
    cancel = nil
    stall.hold()
    self.endedAt = max(endedAt, startedAt)
    let sinceEnd = max(.zero, now.wall.since(endedAt))
    elapsedAtEnd = max(.zero, now.continuous - startedContinuous - sinceEnd)
    leavesAt = now.awake + keepFor
  }
}

extension InputWait {
  init?(_ report: InputWaitReport) {
    switch report {
    case .none: return nil
    case .input: self = .input
    case .password: self = .password
    }
  }
}
