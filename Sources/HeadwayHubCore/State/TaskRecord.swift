package import HeadwayModel

/// A task as the record keeps it, with everything that a later hub needs to go on with it.
package struct TaskRecord: Hashable, Sendable {
  package var number: TaskNumber
  package var description: TaskDescription
  package var subtitle: SanitisedText?
  package var state: TaskState
  package var ending: TaskEnding?
  /// The reason of the order to stop, for a task that is being cancelled, or that is queued and was
  /// cancelled.
  package var ordered: EndReason?
  /// Whether the order to stop gives the task no grace.
  package var isForced = false
  package var cancelNote: SanitisedText?
  package var halt = Halt()
  package var measured = Measured()
  package var reportsItself = false
  package var isSupervised = false
  package var patience = 1
  /// The gap lengths that were normal in this run.
  package var allowance = StallAllowance()
  /// The pace of this run. Nil unless the task was completed, in one phase, with its last units.
  package var pace: RunPace?
  package var attempt = 1
  /// Whether a later attempt has replaced the task in lists.
  package var isReplaced = false
  /// Whether a person has acknowledged the end.
  package var isAcknowledged = false
  package var leakedAssertion: SanitisedText?
  /// Whether the hub has told a person that the task waits for input.
  package var isInputTold = false
  /// The state that the program itself tells.
  package var programState = ProgramState.working
  /// Whether the subtitle is the message about that state.
  package var isStateMessage = false
  package var submission = Submission()
  package var earlierEnds: [AttemptEnd] = []
  /// The job of the task in another engine than the hub's queue; nil for none.
  package var job: EngineJob?
  /// The open stall question; nil if there is none.
  package var question: StallRecord?
  package var process: ProcessIdentity
  package var startedAt: WallTime
  package var endedAt: WallTime?
  package var elapsed: Duration?

  /// The reasons for which the task is halted.
  package struct Halt: Hashable, Sendable {
    package var isPausedByPerson = false
    /// The reason for which the system suspended the task; nil while it isn't suspended.
    package var suspension: SanitisedText?
  }

  /// The progress of the task.
  package struct Measured: Hashable, Sendable {
    package var reading = ProgressReading()
    /// The fraction, 0 to 1, below which the percent of this phase may not fall.
    package var highestFraction: Double = 0
    /// Whether the total of this phase has risen.
    package var isGrowing = false
    /// Whether this phase or an earlier one showed a percent.
    package var showedPercent = false
  }

  /// The submission, as the queue knows it.
  package struct Submission: Hashable, Sendable {
    /// The terms of the launch; nil for a task that began at once.
    package var terms: LaunchTerms?
    package var turnRank: Int?
    package var claim: LaunchClaim?
    package var queuedAt: WallTime?
    package var isHeld = false
    /// The time of the next attempt of a queued task.
    package var retriesAt: WallTime?
  }

  package init(
    number: TaskNumber, description: TaskDescription, state: TaskState,
    process: ProcessIdentity, startedAt: WallTime
  ) {
    self.number = number
    self.description = description
    self.state = state
    self.process = process
    self.startedAt = startedAt
  }
}

extension TaskHistory.Run {
  /// Takes what the record knows of a run. Nil for a task that never began.
  package init?(_ record: TaskRecord) {
    guard let elapsed = record.elapsed else { return nil }
    self.init(
      elapsed: elapsed, allowance: record.allowance,
      showedPercent: record.measured.showedPercent, pace: record.pace)
  }
}

extension TaskRecord {
  init(_ task: TrackedTask) {
    let reasons = task.halting.reasons
    self.init(
      number: task.number, description: task.description,
      // The record has the task's own state: the halt of a parent is in the parent's record.
      state: task.isActive ? reasons.ownState : task.state,
      process: task.worker.process, startedAt: task.startedAt)
    subtitle = task.subtitle
    ending = task.end?.ending
    ordered = task.cancelling?.order.reason
    isForced = task.cancelling?.order.isForced ?? false
    cancelNote = task.cancelNote
    halt = Halt(isPausedByPerson: reasons.isPaused, suspension: reasons.suspension)
    measured = Measured(
      reading: ProgressReading(
        completed: task.progress.completed, total: task.progress.total, unit: task.progress.unit,
        phase: task.progress.phase),
      highestFraction: task.progress.highestFraction, isGrowing: task.progress.isGrowing,
      showedPercent: task.forecast.hasShownPercent || task.progress.fraction != nil)
    reportsItself = task.reportsItself
    isSupervised = task.worker.isSupervisor
    patience = task.stall.patience
    allowance = task.stall.allowance
    pace = task.end?.pace
    attempt = task.attempt
    isReplaced = task.isReplaced
    isAcknowledged = task.isAcknowledged
    leakedAssertion = task.leakedAssertion
    isInputTold = task.input.isTold
    programState = task.input.programState
    isStateMessage = task.input.keepsMessage
    submission.terms = task.terms
    earlierEnds = task.earlierEnds
    job = task.job
    question = task.stall.recordedKind == task.lastQuestion?.kind ? task.lastQuestion : nil
    endedAt = task.end?.at
    elapsed = task.end?.elapsed
    guard let known = task.submission else { return }
    submission.turnRank = known.turnRank
    submission.claim = known.claim
    submission.queuedAt = known.queuedAt
    submission.isHeld = known.isHeld
    submission.retriesAt = task.state == .queued ? known.retriesAt : nil
  }

  /// Whether the task was queued and no worker has begun it.
  var awaitsBegin: Bool {
    switch state {
    case .queued, .starting: true
    case .cancelling: submission.terms != nil && process.pid == 0
    case .running, .paused, .suspended: false
    case .ended: submission.terms != nil && elapsed == nil
    }
  }

  var progress: TaskProgress {
    TaskProgress(
      measured.reading, highestFraction: measured.highestFraction, isGrowing: measured.isGrowing)
  }

  /// The record as the snapshot of an ended task, for lists that reach further back than the live
  /// list.
  package var snapshot: TaskSnapshot {
    var snapshot = TaskSnapshot(number: number, description, state: state)
    snapshot.subtitle = subtitle
    snapshot.ending = ending
    snapshot.cancelNote = cancelNote
    snapshot.progress = TaskProgressView(progress)
    snapshot.queuedAt = submission.queuedAt
    snapshot.startedAt = awaitsBegin ? nil : startedAt
    snapshot.terms = LaunchTermsView(submission.terms, retriesAt: submission.retriesAt)
    snapshot.isRestartable =
      state == .ended && submission.terms?.launcher == .hub
      && submission.terms?.isAdopted != true
    snapshot.endedAt = endedAt
    snapshot.elapsed = elapsed
    snapshot.attempt = attempt
    snapshot.assertions.leaked = leakedAssertion
    snapshot.job = job
    return snapshot
  }
}
