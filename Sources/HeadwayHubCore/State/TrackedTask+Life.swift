internal import HeadwayModel

extension TrackedTask {
  /// Makes a task that begins now.
  init(
    number: TaskNumber, description: TaskDescription, worker: WorkerAttachment,
    settings: HubSettings, at now: Moment
  ) {
    self.number = number
    self.description = description
    self.description.title = description.shownTitle
    self.worker = worker
    startedAt = min(description.startedAt ?? now.wall, now.wall)
    startedRunning = now.running - max(.zero, now.wall.since(startedAt))
    stall = StallWatch(
      policy: description.stallPolicy, limits: settings.stallLimits, at: now.awake)
    let tells = settings.telling.tellsOfInput(isRequested: description.notifiesOfEnd)
    input.patience = tells ? settings.telling.after : nil
  }

  /// Makes a task that waits for its turn from now on.
  init(
    queued description: TaskDescription, number: TaskNumber, worker: WorkerAttachment,
    terms: LaunchTerms?, settings: HubSettings, at now: Moment
  ) {
    self.init(
      number: number, description: description, worker: worker, settings: settings, at: now)
    self.terms = terms
    self.worker.foreground = terms?.launcher != .hub
    submission = TaskSubmission(queuedAt: now.wall)
    adjustStallClocks(at: now)
  }

  /// Makes a task of an earlier hub from its record. Its stall clocks start again, because no hub
  /// watched the task in between.
  init(_ record: TaskRecord, settings: HubSettings, at now: Moment) {
    let worker = WorkerAttachment(
      process: record.process, connection: nil, isSupervisor: record.isSupervised)
    self.init(
      number: record.number, description: record.description, worker: worker, settings: settings,
      at: now)
    startedAt = record.startedAt
    startedRunning = now.running - max(.zero, now.wall.since(startedAt))
    subtitle = record.subtitle
    cancelNote = record.cancelNote
    leakedAssertion = record.leakedAssertion
    if record.state != .ended { restoreProgramState(of: record, at: now) }
    input.isTold = record.isInputTold
    reportsItself = record.reportsItself
    attempt = record.attempt
    terms = record.submission.terms
    self.worker.foreground = terms?.launcher != .hub
    submission = TaskSubmission(record)
    earlierEnds = record.earlierEnds
    job = record.job
    isReplaced = record.isReplaced
    isAcknowledged = record.isAcknowledged
    progress = record.progress
    forecast.hasShownPercent = record.measured.showedPercent
    restoreEnd(of: record, settings: settings, at: now)
    restoreOrders(of: record, at: now)
    restoreClocks(of: record, settings: settings, at: now)
  }

  /// Restores what the program itself told. A worker that comes back tells its own state again, but
  /// nobody repeats what `headway update --state` told.
  private mutating func restoreProgramState(of record: TaskRecord, at now: Moment) {
    input.note(record.programState, at: now.awake)
    input.hasMessage = record.isStateMessage
  }

  private mutating func restoreEnd(of record: TaskRecord, settings: HubSettings, at now: Moment) {
    guard record.state == .ended else { return }
    let age = max(.zero, now.wall.since(record.endedAt ?? now.wall))
    end = TaskEnd(
      ending: record.ending ?? TaskEnding(reason: .lost),
      at: max(record.endedAt ?? startedAt, startedAt), elapsed: record.elapsed,
      leavesAt: now.awake + max(.zero, settings.keepEnded - age))
    end?.pace = record.pace
  }

  /// Restores the orders to stop and to halt.
  private mutating func restoreOrders(of record: TaskRecord, at now: Moment) {
    if record.state == .cancelling || record.state == .queued && record.ordered != nil {
      let order = CancelOrder(
        reason: record.ordered ?? .cancelled(by: .user), grace: description.grace,
        isForced: record.isForced)
      cancelling = PendingCancel(
        order: order, orderedAt: now.awake, isReturning: worker.isSupervisor)
    }
    guard isActive else { return }
    halting.reasons.isPaused = record.halt.isPausedByPerson
    halting.reasons.suspension = record.halt.suspension
    halting.reasons.isStopped = record.state == .paused && !record.halt.isPausedByPerson
    worker.isPausable = worker.isSupervisor
  }

  private mutating func restoreClocks(
    of record: TaskRecord, settings: HubSettings, at now: Moment
  ) {
    stall = StallWatch(
      policy: description.stallPolicy, limits: settings.stallLimits, patience: record.patience,
      at: now.awake)
    stall.restore(record.allowance)
    adjustStallClocks(at: now)
    lastQuestion = record.question
    if let question = record.question {
      stall.restore(question, patience: HubSettings.returnPatience, at: now)
    }
    if isActive { armRefresh(at: now) }
  }

  /// Notes that a worker has begun the task. A queued task has had its turn.
  ///
  /// - Parameter startedAt: the start that the worker names; nil if it names none.
  mutating func begin(at now: Moment, startedAt: WallTime?) {
    // A worker may name the time at which its process started. A time before the task was queued
    // doesn't count as the begin, unless the task is a job that ran before.
    let start = startedAt.flatMap {
      $0 < submission?.queuedAt ?? $0 && terms?.isAdopted != true ? nil : $0
    }
    submission?.stage = .begun
    submission?.looksAt = nil
    self.startedAt = min(start ?? now.wall, now.wall)
    startedRunning = now.running - max(.zero, now.wall.since(self.startedAt))
    armedWakeUp = nil
    armRefresh(at: now)
    // The time in the queue is no part of the run.
    forecast = TaskForecast()
    adjustStallClocks(at: now)
  }

  /// Ends the task. From now on nothing halts the task, cancels it or asks about it.
  ///
  /// - Parameter keepFor: the time until the task leaves the live list.
  mutating func finish(
    _ ending: TaskEnding, at now: Moment, endedAt: WallTime, keepFor: Duration
  ) {
    let sinceEnd = max(.zero, now.wall.since(endedAt))
    end = TaskEnd(
      ending: ending, at: max(endedAt, startedAt),
      elapsed: awaitsBegin ? nil : max(.zero, now.running - startedRunning - sinceEnd),
      leavesAt: now.awake + keepFor)
    let pace = pace(until: now.running - sinceEnd)
    end?.pace = pace
    input.end()
    (cancelling, assertion) = (nil, nil)
    halting = TaskHalting(missingCondition: halting.missingCondition)
    stall.hold()
    // The next wake-up is the one at which the task leaves the live list.
    armedWakeUp = nil
  }

  /// Lets the stall clocks and the ETA run or stop, as the state of the task demands.
  mutating func adjustStallClocks(at now: Moment) {
    if mayStall {
      if stall.isHeld, forecast.etaEnds != nil {
        forecast.etaEnds = now.awake + forecast.remaining.patience
      }
      stall.release(at: now.awake)
      forecast.remaining.release(at: now.running)
    } else {
      if waitsUnseen { stall.holdForInput(at: now.awake) } else { stall.hold() }
      forecast.remaining.hold(at: now.running)
    }
  }

  /// Sets the deadline of a refresh. The deadline counts from the begin, even if an earlier hub saw
  /// the begin.
  private mutating func armRefresh(at now: Moment) {
    guard terms?.refresh != nil else { return }
    let used = max(.zero, now.running - startedRunning)
    submission?.refreshEnds = now.awake + max(.zero, HubSettings.refreshBudget - used)
  }

  /// Returns the pace of the run that ends at `end`, for later runs. Nil for a task that wasn't
  /// completed, and for one whose percent an earlier hub saw: that may have been another phase.
  private func pace(until end: RunningTime) -> RunPace? {
    guard self.end?.ending.reason == .completed, self.end?.elapsed != nil,
      !forecast.hasShownPercent, let total = progress.total
    else { return nil }
    return forecast.remaining.pace(of: total, from: startedRunning, to: end)
  }

  /// Adopts the earlier runs of the task that the record knows.
  mutating func learn(from history: TaskHistory) {
    forecast.remaining.history = history
    stall.learn(history.allowance)
  }

  /// Keeps a new question for the record. A question about memory isn't recorded, because a later
  /// hub measures again.
  mutating func noteQuestion(at now: Moment) {
    guard let question = stall.question, question.askedAt == now.awake, question.kind != .memory
    else { return }
    let stood = stall.stalledTime(at: now.awake) ?? .zero
    lastQuestion = StallRecord(
      kind: question.kind, askedAt: now.wall, since: now.wall.advanced(by: .zero - stood))
  }
}

extension TaskSubmission {
  /// Restores the submission from the record; nil for a task that began at once.
  fileprivate init?(_ record: TaskRecord) {
    guard record.submission.terms != nil || record.awaitsBegin else { return nil }
    if record.awaitsBegin {
      stage = record.state == .queued ? .queued : .starting
    } else {
      stage = .begun
    }
    queuedAt = record.submission.queuedAt
    turnRank = record.submission.turnRank
    isHeld = record.submission.isHeld
    retriesAt = record.submission.retriesAt
    claim = record.submission.claim
  }
}
