internal import HeadwayModel

/// The outcome of a report.
struct ReportOutcome {
  /// Subscribers were told all before it.
  var isFirstChange = false
  /// The task reports itself from now on, and the record must know.
  var isForRecord = false
  /// Whether the assertion changed or ended.
  var isAssertionNew = false
  /// Whether the task came to the foreground or left it.
  var hasMoved = false
  /// Whether the task was halted or goes on.
  var hasStood = false
  /// Now it can stand still.
  var isPausableNow = false
  /// A wake-up to be armed.
  var wakeUpAfter: Duration?

  /// Whether only subscribers need to hear of the report.
  var isQuiet: Bool {
    !isForRecord && wakeUpAfter == nil && !isAssertionNew && !hasMoved && !hasStood
      && !isPausableNow
  }
}

extension TrackedTask {
  /// Takes in a report, recognised in output or not, or a heartbeat, which is nil of both. Nil for
  /// a task that is over.
  mutating func hear(
    _ report: WorkerReport, isRecognised: Bool?, at now: Moment
  ) -> ReportOutcome? {
    guard isLive else { return nil }
    var outcome = ReportOutcome()
    let before = report.assertion == nil ? nil : assertion
    let wasForeground = foreground
    let stood = report.tellsOfHalt ? haltState : nil
    let wasPausable = isPausable
    let (wasAsked, wasTold) = (stall.question != nil, isInputTold)
    if let kind = apply(report, isRecognised: isRecognised ?? false, at: now) {
      outcome.isFirstChange = noteChange(kind)
    }
    if isRecognised == false, !reportsItself {
      reportsItself = true
      outcome.isForRecord = true
    }
    outcome.isAssertionNew = report.assertion != nil && assertion != before
    if report.leakedAssertion != nil || wasAsked && stall.question == nil || wasTold && !isInputTold
    {
      outcome.isForRecord = true
    }
    outcome.hasMoved = foreground != wasForeground
    outcome.isPausableNow = isPausable && !wasPausable
    if let stood, stood != haltState {
      outcome.hasStood = true
      if stood.ordered != haltState.ordered { outcome.isForRecord = true }
    }
    outcome.wakeUpAfter = arm(at: now)
    return outcome
  }

  /// Sees to it that a wake-up is under way by the next deadline: nil, or after how long one is to
  /// be armed. One that comes too early finds nothing and arms the next, so a busy task costs one
  /// timer and not one per update.
  mutating func arm(at now: Moment) -> Duration? {
    guard let deadline = nextDeadline() else { return nil }
    if let armed = armedWakeUp, armed <= deadline { return nil }
    armedWakeUp = deadline
    return max(.zero, deadline - now.awake)
  }

  /// Applies a report and returns the kind of change that it makes; nil for none.
  ///
  /// - Parameter isResent: Whether the worker sent the report before. Such a report is no sign of
  /// life.
  @discardableResult
  mutating func apply(
    _ report: WorkerReport, isRecognised: Bool, isResent: Bool = false, at now: Moment
  ) -> ChangeKind? {
    var kind: ChangeKind?
    if let title = report.title, title != description.title, !title.isBlank {
      description.title = title
      kind = .listing
    }
    if takeStanding(report, at: now) { kind = .listing }
    if takeAssertions(report) { kind = .listing }
    if !isResent, !report.tellsOnlyStanding, stall.noteSign(at: now.awake) { kind = .listing }
    if isRecognised, reportsItself { return kind }
    if let subtitle = report.subtitle, subtitle != self.subtitle {
      self.subtitle = subtitle.isEmpty ? nil : subtitle
      kind = kind ?? .progress
    }
    return takeProgress(report.reading, at: now) ?? kind
  }

  private mutating func takeProgress(_ reading: ProgressReading, at now: Moment) -> ChangeKind? {
    let earlierTotal = progress.total
    let change = progress.apply(reading)
    if change.isNewPhase {
      estimator = RateEstimator()
      remaining.beginPhase()
    } else if let earlierTotal, let total = progress.total, total > earlierTotal {
      remaining.noteGrowth(at: now.running)
    }
    if reading.completed != nil, let completed = progress.completed {
      estimator.record(units: completed, at: remaining.active(now.running))
      remaining.record(units: completed, at: now.running)
    }
    let rests = noteRest(reading.isResting)
    if change.advanced {
      etaEnds =
        remaining.mayForesee ? now.awake + remaining.patience + .milliseconds(1) : nil
    }
    let withdrawn =
      change.advanced
      && stall.noteAdvance(
        to: progress.completed, isNewPhase: change.isNewPhase, at: now.awake)
    if withdrawn || change.isNewPhase { return .listing }
    if change.changed || rests { return .progress }
    // The same count again: the rate falls.
    return reading.completed != nil && estimator.rate != nil ? .progress : nil
  }

  /// Whether it changed.
  private mutating func noteRest(_ isResting: Bool?) -> Bool {
    guard let isResting, isResting != remaining.isResting else { return false }
    remaining.isResting = isResting
    return true
  }

  /// Whether what it asserts, or has leaked, changed.
  private mutating func takeAssertions(_ report: WorkerReport) -> Bool {
    guard report.assertion != nil || report.leakedAssertion != nil else { return false }
    let before = (assertion, leakedAssertion)
    if let new = report.assertion { assertion = new.isEmpty ? nil : new }
    if let leaked = report.leakedAssertion, !leaked.isEmpty { leakedAssertion = leaked }
    return before != (assertion, leakedAssertion)
  }

  /// Foreground, attachable, waiting for input, standing still: whether any of it changed.
  private mutating func takeStanding(_ report: WorkerReport, at now: Moment) -> Bool {
    guard report.hasStanding else { return false }
    let before = (foreground, isAttachable, isPausable, inputWait, state)
    if let isAttachable = report.isAttachable { self.isAttachable = isAttachable }
    if let isPausable = report.isPausable { self.isPausable = isPausable }
    if let foreground = report.foreground { self.foreground = foreground }
    if let wait = report.inputWait { noteInputWait(InputWait(wait), at: now) }
    takeHalt(report)
    guard before != (foreground, isAttachable, isPausable, inputWait, state) else { return false }
    adjustStallClocks(at: now)
    return true
  }

  private mutating func noteInputWait(_ wait: InputWait?, at now: Moment) {
    if wait == nil {
      (inputSince, isInputTold) = (nil, false)
    } else if inputWait == nil {
      inputSince = now.awake
    }
    inputWait = wait
  }
}

extension WorkerReport {
  fileprivate var hasStanding: Bool {
    foreground != nil || isAttachable != nil || isPausable != nil || inputWait != nil
      || tellsOfHalt
  }

  /// Whether the report only says where the task stands, which others may have changed. Such a
  /// report is no sign of life.
  fileprivate var tellsOnlyStanding: Bool {
    guard hasStanding else { return false }
    var rest = self
    (rest.foreground, rest.isAttachable, rest.isPausable) = (nil, nil, nil)
    (rest.inputWait, rest.isPaused, rest.halt) = (nil, nil, nil)
    return rest == WorkerReport()
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
