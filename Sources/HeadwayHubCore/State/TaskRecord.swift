package import HeadwayModel

/// A task as the record keeps it: what a later hub needs to go on with it.
package struct TaskRecord: Hashable, Sendable {
  package var number: TaskNumber
  package var description: TaskDescription
  package var subtitle: SanitisedText?
  package var state: TaskState
  package var ending: TaskEnding?
  /// The end that a task in `cancelling`, or still queued, was told to come to.
  package var ordered: EndReason?
  /// Whether the task was told to stop without grace.
  package var isForced = false
  package var cancelNote: SanitisedText?
  /// Whether a person paused the task.
  package var isPausedByPerson = false
  /// Why the system suspended it; nil while it isn't.
  package var suspension: SanitisedText?
  package var reading = ProgressReading()
  /// The fraction, 0 to 1, below which the percent of this phase may not fall.
  package var highestFraction: Double = 0
  /// The total of this phase has risen.
  package var isGrowing = false
  package var reportsItself = false
  package var isSupervised = false
  package var patience = 1
  /// The time without progress that the task's own gaps have shown to be normal.
  package var allowance = StallAllowance()
  package var attempt = 1
  /// A later attempt has taken its place in lists of what is or was just now.
  package var isReplaced = false
  package var leakedAssertion: SanitisedText?
  /// Whether somebody was notified that the task waits for input.
  package var isInputTold = false
  package var terms: LaunchTerms?
  package var turnRank: Int?
  package var claim: LaunchClaim?
  package var queuedAt: WallTime?
  package var earlierEnds: [AttemptEnd] = []
  package var isHeld = false
  /// The time of the next attempt of a queued task.
  package var retriesAt: WallTime?
  /// The question that stands; nil where none does.
  package var question: StallRecord?
  package var process: ProcessIdentity
  package var startedAt: WallTime
  package var endedAt: WallTime?
  package var elapsed: Duration?

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

extension TaskRecord {
  init(_ task: TrackedTask) {
    let reasons = task.halting.reasons
    self.init(
      number: task.number, description: task.description,
      // The state of a parent isn't part of it: the parent has a record of its own.
      state: task.isActive ? reasons.ownState : task.state,
      process: task.worker.process, startedAt: task.startedAt)
    subtitle = task.subtitle
    ending = task.end?.ending
    ordered = task.cancelling?.order.reason
    isForced = task.cancelling?.order.isForced ?? false
    cancelNote = task.cancelNote
    isPausedByPerson = reasons.isPaused
    suspension = reasons.suspension
    reading = ProgressReading(
      completed: task.progress.completed, total: task.progress.total, unit: task.progress.unit,
      phase: task.progress.phase)
    highestFraction = task.progress.highestFraction
    isGrowing = task.progress.isGrowing
    reportsItself = task.reportsItself
    isSupervised = task.worker.isSupervisor
    patience = task.stall.patience
    allowance = task.stall.allowance
    attempt = task.attempt
    isReplaced = task.isReplaced
    leakedAssertion = task.leakedAssertion
    isInputTold = task.input.isTold
    terms = task.terms
    earlierEnds = task.earlierEnds
    question = task.stall.recordedKind == task.lastQuestion?.kind ? task.lastQuestion : nil
    endedAt = task.end?.at
    elapsed = task.end?.elapsed
    guard let submission = task.submission else { return }
    turnRank = submission.turnRank
    claim = submission.claim
    queuedAt = submission.queuedAt
    isHeld = submission.isHeld
    retriesAt = task.state == .queued ? submission.retriesAt : nil
  }

  /// Whether the task was queued and no worker has begun it.
  var awaitsBegin: Bool {
    switch state {
    case .queued, .starting: true
    case .cancelling: terms != nil && process.pid == 0
    case .running, .paused, .suspended: false
    case .ended: terms != nil && elapsed == nil
    }
  }

  var progress: TaskProgress {
    TaskProgress(reading, highestFraction: highestFraction, isGrowing: isGrowing)
  }

  /// The record as a finished task's snapshot, for lists that reach back further than the hub.
  package var snapshot: TaskSnapshot {
    var snapshot = TaskSnapshot(
      number: number, key: description.key, title: description.title, state: state)
    snapshot.identifier = description.identifier
    snapshot.subtitle = subtitle
    snapshot.sensitive = description.sensitive
    snapshot.ending = ending
    snapshot.cancelNote = cancelNote
    snapshot.progress = TaskProgressView(progress)
    snapshot.queuedAt = queuedAt
    snapshot.startedAt = awaitsBegin ? nil : startedAt
    snapshot.priority = terms?.priority ?? 0
    snapshot.needs = terms?.needs ?? [:]
    snapshot.terms = LaunchTermsView(terms, retriesAt: retriesAt)
    snapshot.isRestartable = state == .ended && terms?.launcher == .hub
    snapshot.endedAt = endedAt
    snapshot.elapsed = elapsed
    snapshot.command = description.command
    snapshot.directory = description.directory
    snapshot.parent = description.parent
    snapshot.attempt = attempt
    snapshot.leakedAssertion = leakedAssertion
    snapshot.group = description.group
    return snapshot
  }
}
