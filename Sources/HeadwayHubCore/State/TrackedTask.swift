internal import HeadwayModel

/// The hub's own view of one task: what a snapshot shows, and what it takes to decide.
///
/// The optional values `submission`, `cancelling` and `end` hold what a task has only in some states.
/// The state follows from them.
struct TrackedTask: Sendable {
  let number: TaskNumber
  var description: TaskDescription
  var subtitle: SanitisedText?
  var progress = TaskProgress()
  /// A script or a library reported by itself: recognised readings no longer count.
  var reportsItself = false
  var forecast = TaskForecast()
  var worker: WorkerAttachment
  var halting = TaskHalting()
  var input = InputWatch()
  var stall: StallWatch
  /// The record of the question that was asked last. It may be answered or withdrawn by now.
  var lastQuestion: StallRecord?
  /// The order to stop; nil while there is none.
  var cancelling: PendingCancel?
  /// Why a person cancelled the task, in their words.
  var cancelNote: SanitisedText?
  /// The work that the worker must finish before it can be stopped.
  var assertion: SanitisedText?
  var leakedAssertion: SanitisedText?
  /// The number of the attempt, from 1.
  var attempt = 1
  /// The ends of earlier attempts under this key, the oldest first.
  var earlierEnds: [AttemptEnd] = []
  /// A later attempt has taken its place: it isn't listed any more.
  var isReplaced = false
  /// The terms of the submission; nil for a task that began at once.
  var terms: LaunchTerms?
  /// The submission, as the queue knows it; nil for a task that began at once.
  var submission: TaskSubmission?
  /// The time of the begin. For a task that waits for its turn, the time of the submission.
  var startedAt: WallTime
  /// The start on the continuous clock; before its origin for a task of an earlier hub.
  var startedRunning: RunningTime
  /// The end; nil while the task is live.
  var end: TaskEnd?
  /// The earliest wake-up under way for this task, on the awake clock.
  var armedWakeUp: AwakeTime?
  /// The weight of the change that subscribers haven't been told yet; nil for none.
  var untoldChange: ChangeKind?

  var key: TaskKey { description.key }
  var isLive: Bool { end == nil }
  /// Whether the task was queued and no worker has begun it.
  var awaitsBegin: Bool { submission.map { $0.stage != .begun } ?? false }

  /// The state, as it follows from what the task has. An end outranks everything; a task that
  /// hasn't begun stands still for nobody.
  var state: TaskState {
    if end != nil { return .ended }
    switch submission?.stage {
    case .queued?: return .queued
    case .starting?: return cancelling == nil ? .starting : .cancelling
    case .begun?, nil: return cancelling == nil ? halting.reasons.state : .cancelling
    }
  }

  /// Whether the task has started and isn't being stopped.
  var isActive: Bool {
    switch state {
    case .running, .paused, .suspended: true
    case .queued, .starting, .cancelling, .ended: false
    }
  }

  var isHalted: Bool { state == .paused || state == .suspended }

  /// Whether either stall clock may run.
  var mayStall: Bool { input.wait == nil && state == .running }

  /// The next moment at which this task wants to be looked at; nil for never.
  ///
  /// The function changes nothing. As a mutating function it looks at the task in its place, where
  /// a plain one would copy two KiB for every report.
  mutating func nextDeadline() -> AwakeTime? {
    if let end { return end.leavesAt }
    let state = state
    if state == .queued { return submission?.looksAt }
    if let heldBackUntil = cancelling?.heldBackUntil { return heldBackUntil }
    guard state == .running else { return nil }
    let own = AwakeTime.earlier(submission?.refreshEnds, tellsOfInputAt)
    guard input.wait == nil else { return own }
    let ofStall = stall.nextDeadline(hasMeasured: progress.tellsAdvance)
    return .earlier(.earlier(.earlier(ofStall, halting.pending?.until), own), forecast.etaEnds)
  }

  /// The instant (awake clock) at which the hub notifies of the wait at the terminal.
  var tellsOfInputAt: AwakeTime? {
    guard !input.isTold, let patience = input.patience, let since = input.since, state == .running
    else { return nil }
    return worker.foreground ? since + patience : since
  }

  /// Sees to it that a wake-up comes by the next deadline. A wake-up that comes too early finds
  /// nothing and arms the next one, so a busy task costs one timer and not one per update.
  /// - Returns: the time after which to wake up; nil if no other wake-up is needed.
  mutating func arm(at now: Moment) -> Duration? {
    guard let deadline = nextDeadline() else { return nil }
    if let armed = armedWakeUp, armed <= deadline { return nil }
    armedWakeUp = deadline
    return max(.zero, deadline - now.awake)
  }

  /// Notes a change and returns whether it is the first one since the subscribers were told.
  mutating func noteChange(_ kind: ChangeKind) -> Bool {
    defer { untoldChange = max(untoldChange ?? kind, kind) }
    return untoldChange == nil
  }

  mutating func takeUntoldChange() -> ChangeKind? {
    defer { untoldChange = nil }
    return untoldChange
  }
}

/// A task's worker: its process, the connection it has now, and what it said of its terminal.
struct WorkerAttachment: Hashable, Sendable {
  var process: ProcessIdentity
  var connection: ConnectionID?
  /// Whether the worker is a supervisor: it ends its own processes when told to, and kills them
  /// after the grace.
  var isSupervisor: Bool
  /// Whether the command is in the foreground of a person's terminal.
  var foreground = true
  var isAttachable = false
  var isPausable = false

  /// Makes the attachment of a task that has no worker yet, because the hub launches one later.
  static func nobody(bootID: String) -> WorkerAttachment {
    WorkerAttachment(
      process: ProcessIdentity(pid: 0, startTime: 0, bootID: bootID), connection: nil,
      isSupervisor: true)
  }

  /// Another connection, perhaps of another process, reports for the task from now on. Whether it
  /// can pause the task, it has yet to say.
  mutating func attach(_ peer: ConnectionPeer, over connection: ConnectionID) {
    (process, isSupervisor) = (peer.process, peer.isSupervisor)
    self.connection = connection
  }
}

/// A submitted task, as the queue knows it.
struct TaskSubmission: Sendable {
  var stage = Stage.queued
  /// The time of the submission, or of the end of the attempt before.
  var queuedAt: WallTime?
  /// The rank of the task among those with its priority.
  var turnRank: Int?
  /// Whether the task stays on hold until a person resumes it.
  var isHeld = false
  /// The time of the next attempt, after an attempt that failed.
  var retriesAt: WallTime?
  /// The instant (awake clock) of the next look at the start time of a queued task.
  var looksAt: AwakeTime?
  /// The resources that the task holds until it ends.
  var claim: LaunchClaim?
  /// The number of a person's changes that the record hasn't got yet.
  var unrecordedChanges = 0
  /// Whether its supervisor left before the begin and another one was started.
  var wasRelaunched = false
  /// The deadline (awake clock) of a refresh.
  var refreshEnds: AwakeTime?

  /// The stages of a task on its way through the queue.
  enum Stage: Hashable, Sendable {
    /// The task waits for its turn.
    case queued
    /// The task has had its turn, and no worker has begun it.
    case starting
    case begun
  }
}

/// An order to stop that the worker has got, or will get.
struct PendingCancel: Sendable {
  var order: CancelOrder
  /// The instant (awake clock) at which the task was told to stop, or at which a later hub heard of
  /// that.
  var orderedAt: AwakeTime
  /// The deadline (awake clock) until which the order is withheld from the worker. The hub delivers
  /// it earlier once nothing that it waits for is asserted. Nil if it isn't withheld.
  var heldBackUntil: AwakeTime?
  /// The deadline (awake clock) of the subtasks, which are told to stop before their parent.
  var subtasksUntil: AwakeTime?
  /// Whether the task is from an earlier hub and its subtasks may come back after it.
  var isReturning = false
  /// The assertion of a subtask that the order waits for.
  var awaitedAssertion: SanitisedText?
}

/// Why a task stands still, and what waits for it to go on.
struct TaskHalting: Sendable {
  var reasons = HaltState()
  /// A suspension that waits for work that must be finished first.
  var pending: PendingSuspension?
  /// The condition that a running task lacks. The task is suspended, or would be if it could.
  var missingCondition: SanitisedText?
  /// The orders for a halted worker, delivered when it goes on: one of each kind.
  var deferred: [WorkerOrder] = []
}

/// The wait of a task for a person at its terminal.
struct InputWatch: Sendable {
  /// The input that the task waits for; nil while it doesn't wait.
  var wait: InputWait?
  /// The instant (awake clock) at which the wait began.
  var since: AwakeTime?
  /// The time that a person at the terminal may take before the hub notifies; nil if no person sits
  /// there.
  var patience: Duration?
  /// Whether somebody was notified of the wait. Until the worker is back, the flag is about the wait
  /// that an earlier hub saw.
  var isTold = false

  /// The task waits for something else than before, or for nothing.
  mutating func note(_ wait: InputWait?, at now: AwakeTime) {
    if wait == nil {
      (since, isTold) = (nil, false)
    } else if self.wait == nil {
      since = now
    }
    self.wait = wait
  }
}

/// The course of a task, and what follows from it for the rest.
struct TaskForecast: Sendable {
  var rate = RateEstimator()
  var remaining = EtaEstimator()
  /// The instant (awake clock) after which the ETA is dropped unless the task advances.
  var etaEnds: AwakeTime?
}

/// The end of a task.
struct TaskEnd: Sendable {
  var ending: TaskEnding
  var at: WallTime
  /// The time that the task ran; nil if it never began.
  var elapsed: Duration?
  /// The instant (awake clock) at which the task leaves the live list.
  var leavesAt: AwakeTime
}
