internal import HeadwayModel

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
    startedRunning = now.running - max(.zero, now.wall.since(startedAt))
    stall = StallWatch(
      policy: description.stallPolicy, limits: settings.stallLimits, at: now.awake)
    let tells = settings.telling.tellsOfInput(isRequested: description.notifiesOfEnd)
    inputPatience = tells ? settings.telling.after : nil
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
    startedRunning = now.running - max(.zero, now.wall.since(startedAt))
    subtitle = record.subtitle
    ending = record.ending
    cancelNote = record.cancelNote
    leakedAssertion = record.leakedAssertion
    isInputTold = record.isInputTold
    reportsItself = record.reportsItself
    attempt = record.attempt
    terms = record.terms
    turnRank = record.turnRank
    retriesAt = record.retriesAt
    claim = record.claim
    queuedAt = record.queuedAt
    earlierEnds = record.earlierEnds
    isHeld = record.isHeld
    awaitsBegin = record.awaitsBegin
    isReplaced = record.isReplaced
    stall = StallWatch(
      policy: description.stallPolicy, limits: settings.stallLimits, patience: record.patience,
      at: now.awake)
    stall.restore(record.allowance)
    restore(record)
    adjustStallClocks(at: now)
    lastQuestion = record.question
    if let question = record.question {
      stall.restore(question, patience: HubState.returnPatience, at: now)
    }
    progress = record.progress
    if isActive { armBudget(at: now) }
    if state == .cancelling || state == .queued && record.ordered != nil {
      cancel = CancelOrder(
        reason: record.ordered ?? .cancelled(by: .user), grace: description.grace,
        isForced: record.isForced)
      orderedAt = now.awake
      isReturning = worker.isSupervisor
    }
    guard state == .ended else { return }
    endedAt = record.endedAt.map { max($0, startedAt) }
    elapsedAtEnd = record.elapsed
    let age = max(.zero, now.wall.since(record.endedAt ?? now.wall))
    leavesAt = now.awake + max(.zero, settings.keepEnded - age)
  }

  /// A task that was queued has had its turn.
  mutating func begin(at now: Moment, startedAt: WallTime?) {
    if cancel == nil {
      state = .running
    } else if state == .queued {
      state = .cancelling
    }
    awaitsBegin = false
    // A worker that says when it was begun, and means before it waited.
    let start = startedAt.flatMap { $0 < queuedAt ?? $0 ? nil : $0 }
    self.startedAt = min(start ?? now.wall, now.wall)
    startedRunning = now.running - max(.zero, now.wall.since(self.startedAt))
    (looksAt, armedWakeUp) = (nil, nil)
    armBudget(at: now)
    adjustStallClocks(at: now)
  }

  mutating func finish(
    _ ending: TaskEnding, at now: Moment, endedAt: WallTime, keepFor: Duration
  ) {
    state = .ended
    self.ending = ending
    (inputWait, inputSince, isInputTold) = (nil, nil, false)
    cancel = nil
    heldBackUntil = nil
    (assertion, awaitedAssertion) = (nil, nil)
    (haltState, pendingSuspension, deferred) = (HaltState(), nil, [])
    stall.hold()
    self.endedAt = max(endedAt, startedAt)
    let sinceEnd = max(.zero, now.wall.since(endedAt))
    elapsedAtEnd =
      awaitsBegin ? nil : max(.zero, now.running - startedRunning - sinceEnd)
    leavesAt = now.awake + keepFor
    // Its stall clocks' wake-up gives way to the one at which it leaves.
    armedWakeUp = nil
  }
}
