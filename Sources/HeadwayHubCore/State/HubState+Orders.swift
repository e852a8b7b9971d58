package import HeadwayModel

// Reports, cancels, answers, and the clocks that lead to them.
extension HubState {
  /// The event `reportReceived` without its wrapping, for the hub's hot path: a report costs one
  /// lookup, and allocates nothing of the hub's own.
  package mutating func apply(
    _ report: WorkerReport, of reference: TaskReference, isRecognised: Bool,
    from requester: Requester, at now: Moment
  ) -> [HubEffect] {
    guard let place = place(of: reference),
      let outcome = tasks[place: place].hear(report, isRecognised: isRecognised, at: now)
    else { return refuse(reference, requester) }
    if outcome.isFirstChange { changedKeys.append(tasks[place: place].key) }
    guard outcome.isQuiet, requester.request == nil else {
      return follow(outcome, place, requester, at: now)
    }
    return []
  }

  mutating func takeHeartbeat(
    of reference: TaskReference, estimated: Int64?, from requester: Requester, at now: Moment
  ) -> [HubEffect] {
    var report = WorkerReport()
    report.reading.estimated = estimated
    guard let place = place(of: reference),
      let outcome = tasks[place: place].hear(report, isRecognised: nil, at: now)
    else { return refuse(reference, requester) }
    if outcome.isFirstChange { changedKeys.append(tasks[place: place].key) }
    guard outcome.isForRecord else { return acknowledge(requester) + wakeUp(outcome, place) }
    return [.save(TaskRecord(tasks[place: place]), then: whenDone(requester))]
      + wakeUp(outcome, place)
  }

  private mutating func follow(
    _ outcome: ReportOutcome, _ place: Int, _ requester: Requester, at now: Moment
  ) -> [HubEffect] {
    var effects: [HubEffect] = []
    if requester.request != nil || outcome.isForRecord {
      effects.append(.save(TaskRecord(tasks[place: place]), then: whenDone(requester)))
    }
    effects += wakeUp(outcome, place)
    let key = tasks[place: place].key
    if outcome.hasMoved { effects += tellParts(of: tasks[place: place]) }
    if outcome.hasStood { effects += followParents(of: key, at: now) }
    if outcome.isPausableNow { effects += keepToConditions(key, at: now) }
    guard outcome.isAssertionNew else { return effects }
    return effects + noteAssertion(of: key, at: now)
  }

  private func wakeUp(
    _ outcome: ReportOutcome, _ place: Int
  ) -> [HubEffect] {
    outcome.wakeUpAfter.map { [.wakeUp(tasks[place: place].key, after: $0)] } ?? []
  }

  /// A report for a task that is over, or that there is none of.
  private mutating func refuse(
    _ reference: TaskReference, _ requester: Requester
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      state.tasks[key].map { state.refuse(.alreadyEnded($0.number), requester) } ?? []
    }
  }

  mutating func cancel(
    _ reference: TaskReference, isForced: Bool, note: SanitisedText?, by requester: Requester,
    at now: Moment
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard let task = state.tasks[key] else { return [] }
      guard task.isLive else { return state.refuse(.alreadyEnded(task.number), requester) }
      if task.state == .queued { return state.cancelQueued(task, note: note, requester) }
      let isNoted = note.map { !$0.isEmpty && $0 != task.cancelNote } ?? false
      if isNoted { state.tasks[key]?.cancelNote = note }
      return state.order(
        .cancelled(by: .user), key, isForced: isForced, isNoted: isNoted, at: now,
        then: state.whenDone(requester))
    }
  }

  mutating func apply(
    _ answer: StallAnswer, to reference: TaskReference, from requester: Requester, at now: Moment
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard var task = state.tasks[key] else { return [] }
      guard task.isLive else { return state.refuse(.alreadyEnded(task.number), requester) }
      guard task.stall.question != nil else {
        return state.refuse(.nothingAsked(task.number), requester)
      }
      switch answer {
      case .stop:
        return state.order(
          .cancelled(by: .question), key, isForced: false, at: now,
          then: state.whenDone(requester))
      case .continue:
        state.noteAnswer(to: task.stall.question, at: now)
        task.stall.continueFurther(at: now.awake)
        state.tasks[key] = task
        state.note(.listing, of: key)
        return [.save(TaskRecord(task), then: state.whenDone(requester))]
          + state.arm(key, at: now)
      }
    }
  }

  /// Tells the worker to stop, now or when it is back. A later order replaces the reason only
  /// where there is none yet; force adds to it, and a new note is shown. The record has it before
  /// anyone is answered: a later hub tells the worker too.
  ///
  /// The order holds for all parts of a supervisor's task too. All generations are at hand, so this
  /// is a loop: how deep tasks are nested is up to whoever begins them.
  mutating func order(
    _ reason: EndReason, _ key: TaskKey, isForced: Bool, isNoted: Bool = false, at now: Moment,
    then afterCommit: [AfterCommit] = []
  ) -> [HubEffect] {
    var effects: [HubEffect] = []
    guard
      note(reason, key, isForced: isForced, isNoted: isNoted, at: now, then: afterCommit, &effects)
    else { return effects }
    var ordered = [key]
    for part in liveParts(of: key)
    where note(reason, part, isForced: isForced, isNoted: false, at: now, then: [], &effects) {
      ordered.append(part)
    }
    for part in ordered.reversed() {
      effects += deliverCancel(of: part, at: now)
      if isForced, let worker = tasks[part]?.worker, !worker.isSupervisor {
        effects.append(.killProcess(worker.process))
      }
    }
    return effects
  }

  /// Notes an order to stop on one task, and ends one that is still queued. Returns whether its
  /// worker has yet to be told.
  private mutating func note(
    _ reason: EndReason, _ key: TaskKey, isForced: Bool, isNoted: Bool, at now: Moment,
    then afterCommit: [AfterCommit], _ effects: inout [HubEffect]
  ) -> Bool {
    guard var task = tasks[key] else { return false }
    if task.state == .queued {
      effects += dequeue(task, reason, at: now, then: afterCommit)
      return false
    }
    let order = CancelOrder(
      reason: task.cancel?.reason ?? reason, grace: task.description.grace,
      isForced: isForced || task.cancel?.isForced == true)
    let isNews = task.cancel != order
    let wakeUps = wakeForCancel(key, at: now)
    (task.haltState, task.pendingSuspension, task.deferred) = (HaltState(), nil, [])
    task.cancel = order
    task.orderedAt = task.orderedAt ?? now.awake
    task.state = .cancelling
    task.adjustStallClocks(at: now)
    tasks[key] = task
    effects.append(.save(TaskRecord(task), then: afterCommit))
    if isNews || isNoted { note(.listing, of: key) }
    effects += wakeUps
    return isNews
  }

  mutating func wakeUp(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard var task = tasks[key] else { return [] }
    if let armed = task.armedWakeUp, armed <= now.awake { task.armedWakeUp = nil }
    tasks[key] = task
    if let leavesAt = task.leavesAt, leavesAt <= now.awake {
      remove(key)
      if !task.isReplaced { noteRemoval(of: key) }
      return []
    }
    if task.state == .queued {
      lookAtTime(of: key, at: now)
      return arm(key, at: now)
    }
    if let heldBackUntil = task.heldBackUntil, heldBackUntil <= now.awake {
      return endPatience(of: key, at: now) + arm(key, at: now)
    }
    if let budgetEnds = task.budgetEnds, budgetEnds <= now.awake, task.state == .running {
      return expireRefresh(key, at: now) + arm(key, at: now)
    }
    if let etaEnds = task.etaEnds, etaEnds <= now.awake, task.mayStall { withdrawEta(of: key) }
    guard let task = tasks[key] else { return [] }
    return lookAtClocks(of: task, at: now) + tellOfInput(key, at: now)
      + suspendAtLast(key, at: now) + arm(key, at: now)
  }

  /// Removes the ETA of a task that has stood longer than is usual.
  private mutating func withdrawEta(of key: TaskKey) {
    tasks[key]?.etaEnds = nil
    note(.progress, of: key)
  }

  private mutating func lookAtClocks(of task: TrackedTask, at now: Moment) -> [HubEffect] {
    guard task.mayStall else { return [] }
    var task = task
    let isOfMemory = task.stall.question?.kind == .memory
    let finding = task.stall.check(hasMeasured: task.progress.tellsAdvance, at: now.awake)
    task.noteQuestion(at: now)
    tasks[task.key] = task
    switch finding {
    case nil: return []
    case .expired where isOfMemory: return expireForMemory(task.key, at: now)
    case .expired: return order(.expired(.stall), task.key, isForced: false, at: now)
    case .withdrawn:
      note(.listing, of: task.key)
      return []
    case .asked(let kind):
      let notice = task.worker.connection.map {
        HubEffect.tellWorker($0, task.key, .questionAsked(kind))
      }
      note(.listing, of: task.key)
      return (notice.map { [$0] } ?? []) + [.save(TaskRecord(task), then: [])]
        + tell(.stall, of: task.key, at: now)
    }
  }

  mutating func arm(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    tasks[key]?.arm(at: now).map { [.wakeUp(key, after: $0)] } ?? []
  }
}

extension HubState {
  /// Resolves `reference` and goes on, or refuses the request.
  mutating func withTask(
    _ reference: TaskReference, _ requester: Requester,
    _ body: (inout HubState, TaskKey) -> [HubEffect]
  ) -> [HubEffect] {
    do {
      return body(&self, try key(of: reference))
    } catch {
      return refuse(error.refusal, requester)
    }
  }

  func refuse(_ refusal: Refusal, _ requester: Requester) -> [HubEffect] {
    [.reply(requester, .refused(refusal))]
  }

  func whenDone(_ requester: Requester) -> [AfterCommit] {
    requester.request == nil ? [] : [.reply(requester, .done)]
  }

  func acknowledge(_ requester: Requester) -> [HubEffect] {
    requester.request == nil ? [] : [.reply(requester, .done)]
  }
}
