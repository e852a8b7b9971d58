internal import HeadwayModel

/// The consequences of a report beyond the task itself.
struct ReportOutcome {
  /// Whether the report made the first change of the task in this turn.
  var isFirstChange = false
  /// Whether the report changed something that the record must have.
  var isForRecord = false
  /// Whether the assertion began, changed or ended.
  var isAssertionNew = false
  /// Whether the task came to the foreground of its terminal or left it.
  var hasMoved = false
  /// Whether the reasons for which the task is halted have changed.
  var hasChangedHalt = false
  /// Whether the report asked for less progress than the task has shown in this phase.
  var keepsProgress = false
  /// Whether the worker can pause the task now, and couldn't before.
  var isPausableNow = false
  /// The time after which to wake up for the task; nil if the wake-up under way is early enough.
  var wakeUpAfter: Duration?

  /// Whether the report concerns only subscribers.
  var isQuiet: Bool {
    !isForRecord && wakeUpAfter == nil && !isAssertionNew && !hasMoved && !hasChangedHalt
      && !isPausableNow
  }
}

extension TrackedTask {
  /// Applies a report or a heartbeat.
  ///
  /// - Parameter isRecognised: whether the report was recognised in output; nil for a heartbeat.
  /// - Returns: the consequences; nil for a task that has ended.
  mutating func hear(
    _ report: WorkerReport, isRecognised: Bool?, at now: Moment
  ) -> ReportOutcome? {
    guard isLive else { return nil }
    var outcome = ReportOutcome()
    let before = report.assertion == nil ? nil : assertion
    let wasForeground = worker.foreground
    let stood = report.tellsOfHalt ? halting.reasons : nil
    let wasPausable = worker.isPausable
    let (wasAsked, wasTold) = (stall.question != nil, input.isTold)
    if let kind = apply(report, isRecognised: isRecognised ?? false, at: now) {
      outcome.isFirstChange = noteChange(kind)
      // A supervisor repeats the state to a later hub. Others don't.
      if isRecognised == false, report.programState != nil { outcome.isForRecord = true }
    }
    if isRecognised == false, !reportsItself, !report.tellsOnlyState {
      reportsItself = true
      outcome.isForRecord = true
    }
    outcome.isAssertionNew = report.assertion != nil && assertion != before
    let isAnswered = wasAsked && stall.question == nil
    if report.leakedAssertion != nil || isAnswered || wasTold && !input.isTold {
      outcome.isForRecord = true
    }
    if let wanted = report.reading.completed, let shown = progress.completed {
      outcome.keepsProgress = shown > max(0, wanted)
    }
    outcome.hasMoved = worker.foreground != wasForeground
    outcome.isPausableNow = worker.isPausable && !wasPausable
    if let stood, stood != halting.reasons {
      outcome.hasChangedHalt = true
      if stood.ordered != halting.reasons.ordered { outcome.isForRecord = true }
    }
    outcome.wakeUpAfter = arm(at: now)
    return outcome
  }

  /// Applies a report.
  ///
  /// - Parameter isResent: whether the worker sent the report before. Such a report is no sign of
  /// life.
  /// - Returns: the kind of the change; nil if subscribers see no change.
  @discardableResult
  mutating func apply(
    _ report: WorkerReport, isRecognised: Bool, isResent: Bool = false, at now: Moment
  ) -> ChangeKind? {
    var kind: ChangeKind?
    if let title = report.title, title != description.title, !title.isBlank {
      description.title = title
      kind = .listing
    }
    if applyAttachment(report, at: now) { kind = .listing }
    if applyAssertions(report) { kind = .listing }
    if !isResent, !report.tellsOnlyAttachment, stall.noteSign(at: now.awake) { kind = .listing }
    if report.programState != nil { input.hasMessage = report.subtitle?.isBlank == false }
    if isRecognised, reportsItself { return kind }
    let keepsMessage = isRecognised && report.programState == nil && input.keepsMessage
    if !keepsMessage, let subtitle = report.subtitle, subtitle != self.subtitle {
      self.subtitle = subtitle.isEmpty ? nil : subtitle
      kind = kind ?? .progress
    }
    return applyProgress(report.reading, at: now) ?? kind
  }

  private mutating func applyProgress(_ reading: ProgressReading, at now: Moment) -> ChangeKind? {
    let earlierTotal = progress.total
    let change = progress.apply(reading)
    if change.isNewPhase {
      if earlierTotal != nil { forecast.hasShownPercent = true }
      forecast.rate = RateEstimator()
      forecast.remaining.beginPhase()
    } else if let earlierTotal, let total = progress.total, total > earlierTotal {
      forecast.remaining.noteGrowth(at: now.running)
    }
    if reading.completed != nil, let completed = progress.completed {
      forecast.rate.record(units: completed, at: forecast.remaining.active(now.running))
      forecast.remaining.record(units: completed, at: now.running)
    }
    let rests = noteRest(reading.isResting)
    if change.advanced {
      forecast.etaEnds =
        forecast.remaining.mayForesee
        ? now.awake + forecast.remaining.patience + .milliseconds(1) : nil
    }
    let withdrawn =
      change.advanced
      && stall.noteAdvance(
        to: progress.completed, isNewPhase: change.isNewPhase, at: now.awake)
    if withdrawn || change.isNewPhase { return .listing }
    if change.changed || rests { return .progress }
    // The same count again means that the rate falls.
    return reading.completed != nil && forecast.rate.rate != nil ? .progress : nil
  }

  /// Notes whether the task reports that it rests.
  ///
  /// - Returns: whether that changed.
  private mutating func noteRest(_ isResting: Bool?) -> Bool {
    guard let isResting, isResting != forecast.remaining.isResting else { return false }
    forecast.remaining.isResting = isResting
    return true
  }

  /// Applies assertions and leaked assertions.
  ///
  /// - Returns: whether either changed.
  private mutating func applyAssertions(_ report: WorkerReport) -> Bool {
    guard report.assertion != nil || report.leakedAssertion != nil else { return false }
    let before = (assertion, leakedAssertion)
    if let new = report.assertion { assertion = new.isEmpty ? nil : new }
    if let leaked = report.leakedAssertion, !leaked.isEmpty { leakedAssertion = leaked }
    return before != (assertion, leakedAssertion)
  }

  /// Applies the statements of a report about the terminal, input and halts.
  ///
  /// - Returns: whether the worker, the wait for input or the state of the task changed.
  private mutating func applyAttachment(_ report: WorkerReport, at now: Moment) -> Bool {
    guard report.hasAttachment else { return false }
    let before = (worker, input.wait, input.isInteractive, state)
    let told = (input.programState, input.toldSubtasks)
    if let isAttachable = report.isAttachable { worker.isAttachable = isAttachable }
    if let limitEndsAt = report.limitEndsAt { worker.limitEndsAt = limitEndsAt }
    if let isPausable = report.isPausable { worker.isPausable = isPausable }
    if let foreground = report.foreground { worker.foreground = foreground }
    if let isInteractive = report.isInteractive { input.isInteractive = isInteractive }
    if let wait = report.inputWait { input.note(InputWait(wait), at: now.awake) }
    if let state = report.programState { input.note(state, at: now.awake) }
    if let subtasks = report.toldSubtasks { input.note(subtasks) }
    applyHalt(report)
    guard
      told != (input.programState, input.toldSubtasks)
        || before != (worker, input.wait, input.isInteractive, state)
    else { return false }
    adjustStallClocks(at: now)
    return true
  }

  /// Adopts a person's pause from the report of a worker that this hub doesn't know.
  mutating func believe(_ report: HaltReport?) {
    if report == .paused { halting.reasons.isPaused = true }
  }

  /// Applies a report on the job control of the terminal, and on the order to halt. If a person at
  /// the terminal let the task go on, no order halts it any more.
  private mutating func applyHalt(_ report: WorkerReport) {
    if let isPaused = report.isPaused { halting.reasons.isStopped = isPaused && isActive }
    guard report.halt == .woken else { return }
    (halting.reasons.isPaused, halting.reasons.suspension) = (false, nil)
  }
}

extension WorkerReport {
  fileprivate var hasAttachment: Bool {
    foreground != nil || isAttachable != nil || isPausable != nil || inputWait != nil
      || isInteractive != nil || programState != nil || toldSubtasks != nil || limitEndsAt != nil
      || tellsOfHalt
  }

  /// Whether the report is only about the terminal, input, halts and the time limit. Others than the task may have
  /// changed these, so the report is no sign of life.
  fileprivate var tellsOnlyAttachment: Bool {
    guard hasAttachment else { return false }
    var rest = self
    (rest.foreground, rest.isAttachable, rest.isPausable) = (nil, nil, nil)
    (rest.inputWait, rest.isInteractive) = (nil, nil)
    (rest.isPaused, rest.halt, rest.limitEndsAt) = (nil, nil, nil)
    return rest == WorkerReport()
  }

  /// Whether the report says how the program stands, and nothing of the work itself. What is read
  /// off the output then still counts.
  fileprivate var tellsOnlyState: Bool {
    programState != nil && title == nil && reading == ProgressReading()
  }

  fileprivate var tellsOfHalt: Bool { isPaused != nil || halt != nil }
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

extension WorkerReport {
  /// Makes the report of a heartbeat: the task is alive.
  ///
  /// - Parameter estimated: the estimated units beyond the completed ones; nil for no estimate.
  init(estimated: Int64?) {
    self.init()
    reading.estimated = estimated
  }
}
