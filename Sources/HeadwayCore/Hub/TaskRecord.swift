/// A task as the record keeps it: what a later hub needs to go on with it.
package struct TaskRecord: Hashable, Sendable {
  package var number: TaskNumber
  package var description: TaskDescription
  package var subtitle: SanitisedText?
  package var state: TaskState
  package var ending: TaskEnding?
  /// The end that a task in `cancelling` was told to come to.
  package var ordered: EndReason?
  /// It was told so without grace.
  package var isForced = false
  package var cancelNote: SanitisedText?
  package var reading = ProgressReading()
  /// What the percent of this phase may not fall below, 0 to 1.
  package var highestFraction: Double = 0
  /// The total of this phase has risen.
  package var isGrowing = false
  package var reportsItself = false
  package var isSupervised = false
  package var patience = 1
  /// How long its own gaps have shown that it may take.
  package var allowance = StallAllowance()
  package var attempt = 1
  /// A later attempt has taken its place in lists of what is or was just now.
  package var isReplaced = false
  package var leakedAssertion: SanitisedText?
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
    self.init(
      number: task.number, description: task.description, state: task.state,
      process: task.worker.process, startedAt: task.startedAt)
    subtitle = task.subtitle
    ending = task.ending
    ordered = task.cancel?.reason
    isForced = task.cancel?.isForced ?? false
    cancelNote = task.cancelNote
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
    endedAt = task.endedAt
    elapsed = task.elapsedAtEnd
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
    snapshot.startedAt = startedAt
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
