internal import HeadwayModel

/// The hub's own view of one task: what a snapshot shows, and what it takes to decide.
struct TrackedTask: Sendable {
  let number: TaskNumber
  var description: TaskDescription
  var subtitle: SanitisedText?
  var state: TaskState
  var ending: TaskEnding?
  var progress = TaskProgress()
  /// A script or a library reported by itself: recognised readings no longer count.
  var reportsItself = false
  var estimator = RateEstimator()
  var remaining = EtaEstimator()
  /// The instant (awake clock) after which the ETA is dropped unless the task advances.
  var etaEnds: AwakeTime?
  var foreground = true
  var isAttachable = false
  var isPausable = false
  var haltState = HaltState()
  var pendingSuspension: PendingSuspension?
  /// The condition that a running task lacks. The task is suspended, or would be if it could.
  var missingCondition: SanitisedText?
  /// The orders for a halted worker, delivered when it goes on: one of each kind.
  var deferred: [WorkerOrder] = []
  var inputWait: InputWait?
  /// The instant (awake clock) at which the wait for input began.
  var inputSince: AwakeTime?
  /// The time that a person at the terminal may take before the hub notifies; nil if no person sits
  /// there.
  var inputPatience: Duration?
  /// Whether somebody was notified of the wait for input. Until the worker is back, the flag is
  /// about the wait that an earlier hub saw.
  var isInputTold = false
  var stall: StallWatch
  /// The record of the question that was asked last. It may be answered or withdrawn by now.
  var lastQuestion: StallRecord?
  var worker: WorkerAttachment
  var cancel: CancelOrder?
  /// Why a person cancelled it, in their words.
  var cancelNote: SanitisedText?
  /// The deadline (awake clock) until which a cancel is withheld from the worker. The hub delivers
  /// it earlier once nothing that it waits for is asserted. Nil if no cancel is withheld.
  var heldBackUntil: AwakeTime?
  /// The instant (awake clock) at which the task was told to stop, or at which a later hub heard of
  /// that.
  var orderedAt: AwakeTime?
  /// The deadline (awake clock) of the subtasks, which are told to stop before their parent.
  var partsUntil: AwakeTime?
  /// Whether the task is from an earlier hub and its subtasks may come back after it.
  var isReturning = false
  /// The assertion of a subtask that a cancel waits for.
  var awaitedAssertion: SanitisedText?
  /// The work that the worker must finish before it can be stopped.
  var assertion: SanitisedText?
  var leakedAssertion: SanitisedText?
  /// The how manieth try it is: 1 or more.
  var attempt = 1
  /// The ends of earlier attempts under this key, the oldest first.
  var earlierEnds: [AttemptEnd] = []
  /// A later attempt has taken its place: it isn't listed any more.
  var isReplaced = false
  /// The terms of the submission; nil for a task that began at once.
  var terms: LaunchTerms?
  /// The rank of the task among those with its priority.
  var turnRank: Int?
  /// The time of the next attempt, after an attempt that failed.
  var retriesAt: WallTime?
  /// The resources that the task holds until it ends.
  var claim: LaunchClaim?
  var queuedAt: WallTime?
  /// Whether the task stays on hold until a person resumes it.
  var isHeld = false
  /// The number of a person's changes that the record hasn't got yet.
  var unrecordedChanges = 0
  /// Whether the task was queued and no worker has begun it.
  var awaitsBegin = false
  /// Whether its supervisor left before the begin and another one was started.
  var wasRelaunched = false
  /// The instant (awake clock) of the next look at the start time of a queued task.
  var looksAt: AwakeTime?
  /// The time of the begin. For a task that waits for its turn, the time of the submission.
  var startedAt: WallTime
  /// The start on the continuous clock; before its origin for a task of an earlier hub.
  var startedRunning: RunningTime
  var endedAt: WallTime?
  var elapsedAtEnd: Duration?
  /// The earliest wake-up under way for this task, on the awake clock.
  var armedWakeUp: AwakeTime?
  /// The deadline (awake clock) of a refresh.
  var budgetEnds: AwakeTime?
  /// The instant (awake clock) at which an ended task leaves the live list.
  var leavesAt: AwakeTime?
  /// The weight of the change that subscribers haven't been told yet; nil for none.
  var untoldChange: ChangeKind?

  var key: TaskKey { description.key }
  var isLive: Bool { state != .ended }

  /// Whether either stall clock may run.
  var mayStall: Bool { state == .running && inputWait == nil }

  /// The next moment at which this task wants to be looked at; nil for never.
  ///
  /// It changes nothing. As it is mutating, it looks at the task where that is; else every report
  /// would copy the two KiB of it.
  mutating func nextDeadline() -> AwakeTime? {
    guard isLive else { return leavesAt }
    if state == .queued { return looksAt }
    if let heldBackUntil { return heldBackUntil }
    let own = AwakeTime.earlier(state == .running ? budgetEnds : nil, tellsOfInputAt)
    guard mayStall else { return own }
    let ofStall = stall.nextDeadline(hasMeasured: progress.tellsAdvance)
    return .earlier(.earlier(.earlier(ofStall, pendingSuspension?.until), own), etaEnds)
  }

  /// The instant (awake clock) at which the hub notifies of the wait at the terminal.
  @inline(__always)
  var tellsOfInputAt: AwakeTime? {
    guard state == .running, !isInputTold, let inputPatience, let inputSince else { return nil }
    return foreground ? inputSince + inputPatience : inputSince
  }

  /// Adopts what the record knows of earlier runs of the task.
  mutating func learn(from history: TaskHistory) {
    remaining.history = history
    stall.learn(history.allowance)
  }

  /// Keeps a new question for the record. A question about memory isn't recorded: a later hub
  /// measures again.
  mutating func noteQuestion(at now: Moment) {
    guard let question = stall.question, question.askedAt == now.awake, question.kind != .memory
    else { return }
    let stood = stall.stalledTime(at: now.awake) ?? .zero
    lastQuestion = StallRecord(
      kind: question.kind, askedAt: now.wall, since: now.wall.advanced(by: .zero - stood))
  }

  /// Lets the clocks run or stand, as the state asks.
  mutating func adjustStallClocks(at now: Moment) {
    if mayStall {
      if stall.isHeld, etaEnds != nil { etaEnds = now.awake + remaining.patience }
      stall.release(at: now.awake)
      remaining.release(at: now.running)
    } else {
      stall.hold()
      remaining.hold(at: now.running)
    }
  }
}

/// A task's worker: its process, and the connection it has now.
struct WorkerAttachment: Hashable, Sendable {
  var process: ProcessIdentity
  var connection: ConnectionID?
  /// Whether the worker is a supervisor: it ends its own processes when told to, and kills them
  /// after the grace.
  var isSupervisor: Bool
}

extension TrackedTask {
  /// The task as others see it at `now`.
  func snapshot(at now: Moment) -> TaskSnapshot {
    var snapshot = TaskSnapshot(
      number: number, key: key, title: description.title, state: state)
    snapshot.identifier = description.identifier
    snapshot.subtitle = subtitle
    snapshot.sensitive = description.sensitive
    snapshot.ending = ending
    snapshot.cancelNote = cancelNote
    snapshot.progress = progressView(at: now)
    snapshot.queuedAt = queuedAt
    snapshot.startedAt = awaitsBegin ? nil : startedAt
    snapshot.endedAt = endedAt
    snapshot.elapsed =
      awaitsBegin ? nil : elapsedAtEnd ?? max(.zero, now.running - startedRunning)
    snapshot.foreground = foreground && isLive && !awaitsBegin
    snapshot.isAttachable = isAttachable && isLive
    snapshot.pid = isLive && worker.process.pid > 0 ? worker.process.pid : nil
    snapshot.priority = terms?.priority ?? 0
    snapshot.needs = terms?.needs ?? [:]
    snapshot.terms = LaunchTermsView(terms, retriesAt: state == .queued ? retriesAt : nil)
    snapshot.isPausable = isPausable && isActive
    snapshot.command = description.command
    snapshot.directory = description.directory
    snapshot.parent = description.parent
    snapshot.attempt = attempt
    snapshot.leakedAssertion = leakedAssertion
    snapshot.group = description.group
    addStanding(to: &snapshot, at: now)
    return snapshot
  }

  private func progressView(at now: Moment) -> TaskProgressView {
    guard state == .running, currentInputWait == nil else { return TaskProgressView(progress) }
    let eta = remaining.eta(
      of: progress, elapsed: now.running - startedRunning, at: now.running)
    let isGoingOn = remaining.isAdvancing(at: now.running) && !progress.isDone
    return TaskProgressView(progress, rate: isGoingOn ? estimator.rate : nil, eta: eta)
  }

  /// The input that the task's terminal waits for. A halted program reads nothing.
  var currentInputWait: InputWait? { state == .running ? inputWait : nil }

  /// Whether the task asks "continue or stop?" or waits at its terminal.
  /// ``TaskSnapshot/needsAnswer`` is the same for clients.
  var needsAnswer: Bool { isLive && (stall.question != nil || currentInputWait != nil) }

  private func addStanding(to snapshot: inout TaskSnapshot, at now: Moment) {
    guard isLive else { return }
    if state == .suspended { snapshot.blockedOn = haltState.suspension }
    if state == .running, !isPausable { snapshot.blockedOn = missingCondition }
    snapshot.waitingForInput = currentInputWait
    snapshot.assertion = assertion ?? awaitedAssertion
    guard let question = stall.question else { return }
    snapshot.stalled = question.kind
    snapshot.stalledFor = stall.stalledTime(at: now.awake)
    snapshot.slowdown = stall.slowdown
    snapshot.memoryBytes = question.memoryBytes
    snapshot.expiresIn = stall.expiresIn(at: now.awake)
  }
}
