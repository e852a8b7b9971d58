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
  /// When what remains isn't known any more unless it advances, on the awake clock.
  var etaEnds: AwakeTime?
  var foreground = true
  var isAttachable = false
  var isPausable = false
  var standstill = Standstill()
  var pendingSuspension: PendingSuspension?
  /// What must hold while it runs, and doesn't: it is, or would be, suspended for want of that.
  var missingCondition: SanitisedText?
  /// What its worker is told once it goes on: one of each kind.
  var deferred: [WorkerOrder] = []
  var inputWait: InputWait?
  /// Since when, on the awake clock.
  var inputSince: AwakeTime?
  /// How long somebody who sits at its terminal may take before they are told; nil where nobody is.
  var inputPatience: Duration?
  /// Somebody was told of the wait: of this one, or, until its worker is back, of the one that an earlier
  /// hub knew.
  var isInputTold = false
  var stall: StallWatch
  /// Of the question that was asked last, which may be answered or withdrawn by now.
  var lastQuestion: StallRecord?
  var worker: WorkerAttachment
  var cancel: CancelOrder?
  /// Why a person cancelled it, in their words.
  var cancelNote: SanitisedText?
  /// Its worker isn't told of the cancel before then, on the awake clock, but when nothing that it
  /// waits for is asserted any more; nil where nothing waits.
  var heldBackUntil: AwakeTime?
  /// When it was told to stop, or a later hub heard of that; on the awake clock.
  var orderedAt: AwakeTime?
  /// How long its parts, which were told first, may take; on the awake clock.
  var partsUntil: AwakeTime?
  /// Of an earlier hub: its parts may come back after it.
  var isReturning = false
  /// Of one of its parts, for which its cancel waits.
  var awaitedAssertion: SanitisedText?
  /// What its worker must finish first.
  var assertion: SanitisedText?
  var leakedAssertion: SanitisedText?
  /// The how manieth try it is: 1 or more.
  var attempt = 1
  /// How earlier attempts under this key ended, the oldest first.
  var earlierEnds: [AttemptEnd] = []
  /// A later attempt has taken its place: it isn't listed any more.
  var isReplaced = false
  /// On which terms it was submitted; nil for a task that began at once.
  var terms: LaunchTerms?
  /// Its place among those of its priority.
  var turnRank: Int?
  /// When it is tried again, after an attempt that failed.
  var retriesAt: WallTime?
  /// What it holds until it ends.
  var claim: LaunchClaim?
  var queuedAt: WallTime?
  /// It waits for a person's word.
  var isHeld = false
  /// So many changes that a person made of it the record hasn't got yet.
  var unrecordedChanges = 0
  /// It was queued, and no worker has begun it.
  var awaitsBegin = false
  /// Its supervisor left before it began, and another was started.
  var wasRelaunched = false
  /// While it is queued: when to look whether its time has come, on the awake clock.
  var looksAt: AwakeTime?
  /// Of a task that waits for its turn, when it was queued.
  var startedAt: WallTime
  /// The start on the continuous clock; before its origin for a task of an earlier hub.
  var startedRunning: RunningTime
  var endedAt: WallTime?
  var elapsedAtEnd: Duration?
  /// The earliest wake-up under way for this task, on the awake clock.
  var armedWakeUp: AwakeTime?
  /// When a refresh has run for long enough, on the awake clock.
  var budgetEnds: AwakeTime?
  /// When an ended task leaves the live list, on the awake clock.
  var leavesAt: AwakeTime?
  /// What changed since subscribers were told; nil for nothing.
  var untoldChange: ChangeKind?

  var key: TaskKey { description.key }
  var isLive: Bool { state != .ended }

  /// Whether either stall clock may run.
  var mayStall: Bool { state == .running && inputWait == nil }

  /// The next moment at which this task wants to be looked at; nil for never.
  ///
  /// It changes nothing. As it is mutating, it looks at the task where that is; else every report would
  /// copy the two KiB of it.
  mutating func nextDeadline() -> AwakeTime? {
    guard isLive else { return leavesAt }
    if state == .queued { return looksAt }
    if let heldBackUntil { return heldBackUntil }
    let own = AwakeTime.earlier(state == .running ? budgetEnds : nil, tellsOfInputAt)
    guard mayStall else { return own }
    let ofStall = stall.nextDeadline(hasMeasured: progress.tellsAdvance)
    return .earlier(.earlier(.earlier(ofStall, pendingSuspension?.until), own), etaEnds)
  }

  /// When somebody is to be told that it waits at its terminal, on the awake clock.
  @inline(__always)
  var tellsOfInputAt: AwakeTime? {
    guard state == .running, !isInputTold, let inputPatience, let inputSince else { return nil }
    return foreground ? inputSince + inputPatience : inputSince
  }

  /// What the record knows of earlier runs of the same.
  mutating func learn(from history: TaskHistory) {
    remaining.history = history
    stall.learn(history.allowance)
  }

  /// Keeps a new question for the record. A question about memory isn't recorded: a later hub measures
  /// again.
  mutating func noteQuestion(at now: Moment) {
    guard let question = stall.question, question.askedAt == now.awake, question.kind != .memory
    else { return }
    let stood = stall.standstill(at: now.awake) ?? .zero
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
  /// It ends its own processes when told to, and kills them after the grace.
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
    snapshot.isPausable = isPausable && stands
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
    guard state == .running, standingWait == nil else { return TaskProgressView(progress) }
    let eta = remaining.eta(
      of: progress, elapsed: now.running - startedRunning, at: now.running)
    let isGoingOn = remaining.isAdvancing(at: now.running) && !progress.isDone
    return TaskProgressView(progress, rate: isGoingOn ? estimator.rate : nil, eta: eta)
  }

  /// What its terminal waits for; a stopped program reads nothing.
  var standingWait: InputWait? { state == .running ? inputWait : nil }

  /// It asks "continue or stop?", or waits at its terminal: `TaskSnapshot/needsAnswer`.
  var needsAnswer: Bool { isLive && (stall.question != nil || standingWait != nil) }

  private func addStanding(to snapshot: inout TaskSnapshot, at now: Moment) {
    guard isLive else { return }
    if state == .suspended { snapshot.blockedOn = standstill.suspension }
    if state == .running, !isPausable { snapshot.blockedOn = missingCondition }
    snapshot.waitingForInput = standingWait
    snapshot.assertion = assertion ?? awaitedAssertion
    guard let question = stall.question else { return }
    snapshot.stalled = question.kind
    snapshot.stalledFor = stall.standstill(at: now.awake)
    snapshot.slowdown = stall.slowdown
    snapshot.memoryBytes = question.memoryBytes
    snapshot.expiresIn = stall.expiresIn(at: now.awake)
  }
}
