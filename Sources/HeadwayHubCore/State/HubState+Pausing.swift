package import HeadwayModel

// Pause and resume by a person, suspension by the system.
extension HubState {
  mutating func pause(
    _ reference: TaskReference, by requester: Requester, at now: Moment
  ) -> [HubEffect] {
    withStanding(reference, requester) { state, task in
      if task.state == .queued { return state.hold(task.key, true, requester) }
      guard task.isPausable || task.haltState.isPaused else {
        return state.refuse(.notPausable(task.number), requester)
      }
      return state.changeHalt(task.key, by: .user, at: now, then: state.whenDone(requester)) {
        $0.isPaused = true
      }
    }
  }

  /// Resumes a paused task. A task that was stopped at its own terminal goes on in the background,
  /// and its worker reports that.
  mutating func resume(
    _ reference: TaskReference, by requester: Requester, at now: Moment
  ) -> [HubEffect] {
    withStanding(reference, requester) { state, task in
      if task.state == .queued { return state.hold(task.key, false, requester) }
      let before = task.haltState
      if !before.isPaused, !before.isStopped, let reason = before.suspension {
        return state.refuse(.suspended(task.number, because: reason), requester)
      }
      let effects = state.changeHalt(task.key, by: .user, at: now, then: state.whenDone(requester))
      {
        $0.isPaused = false
      }
      guard before.isStopped, before.ordered == nil, task.isPausable else { return effects }
      return effects + state.tell(task.key, .resume(by: .user))
    }
  }

  private mutating func withStanding(
    _ reference: TaskReference, _ requester: Requester,
    _ body: (inout HubState, TrackedTask) -> [HubEffect]
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard let task = state.tasks[key] else { return [] }
      guard task.isLive else { return state.refuse(.alreadyEnded(task.number), requester) }
      guard task.isActive || task.state == .queued else {
        return state.refuse(.notRunning(task.number), requester)
      }
      return body(&state, task)
    }
  }

  /// Changes what holds a task: the record has it, its worker is told where that makes a
  /// difference, and what waited for it to go on follows.
  private mutating func changeHalt(
    _ key: TaskKey, by halter: Halter, at now: Moment, then afterCommit: [AfterCommit] = [],
    _ change: (inout HaltState) -> Void
  ) -> [HubEffect] {
    guard var task = tasks[key] else { return [] }
    let before = task.haltState
    change(&task.haltState)
    task.settle(at: now)
    tasks[key] = task
    var effects: [HubEffect] = [.save(TaskRecord(task), then: afterCommit)]
    guard task.haltState != before else { return effects }
    note(.listing, of: key)
    if task.haltState.ordered != before.ordered { effects += tellStanding(of: key, by: halter) }
    return effects + followParents(of: key, at: now) + arm(key, at: now)
  }

  /// A worker is back: it is told where it stands, if it thinks otherwise.
  mutating func agreeOnStanding(_ key: TaskKey, _ report: WorkerReport) -> [HubEffect] {
    guard let task = tasks[key], task.isActive, let reported = report.halt,
      reported.halter != task.haltState.ordered
    else { return [] }
    return tellStanding(of: key, by: .system)
  }

  private mutating func tellStanding(of key: TaskKey, by halter: Halter) -> [HubEffect] {
    guard let ordered = tasks[key]?.haltState.ordered else {
      return tell(key, .resume(by: halter)) + tellDeferred(key)
    }
    return tell(key, .pause(by: ordered))
  }

  private func tell(_ key: TaskKey, _ order: WorkerOrder) -> [HubEffect] {
    tasks[key]?.worker.connection.map { [.tellWorker($0, key, order)] } ?? []
  }

  /// Tells the worker, or keeps it until a task that stands still goes on: one of each kind, the
  /// latest.
  mutating func tellOrDefer(_ order: WorkerOrder, to key: TaskKey) -> [HubEffect] {
    guard let task = tasks[key], task.isHalted else { return tell(key, order) }
    tasks[key]?.deferred.removeAll { $0.isOfSameKind(as: order) }
    tasks[key]?.deferred.append(order)
    return []
  }

  private mutating func tellDeferred(_ key: TaskKey) -> [HubEffect] {
    guard let task = tasks[key], !task.isHalted, !task.deferred.isEmpty else { return [] }
    tasks[key]?.deferred = []
    return task.deferred.flatMap { tell(key, $0) }
  }

  /// A task that is to be cancelled holds no more; a command goes on before its parts are told:
  /// they couldn't hear of it.
  mutating func wakeForCancel(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let task = tasks[key], task.isActive, task.haltState != HaltState() else { return [] }
    tasks[key]?.pendingSuspension = nil
    tasks[key]?.haltState = HaltState()
    tasks[key]?.settle(at: now)
    let effects = tellDeferred(key) + followParents(of: key, at: now)
    return liveParts(of: key).isEmpty ? effects : tell(key, .resume(by: .user)) + effects
  }
}

// What is a part of a command stands still with it.
extension HubState {
  /// A command stands still, or goes on.
  mutating func followParents(of key: TaskKey, at now: Moment) -> [HubEffect] {
    liveParts(of: key).flatMap { followParent($0, at: now) }
  }

  mutating func followParent(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    let state = lineage(of: key).dropFirst().compactMap { tasks[$0] }
      .first { $0.worker.isSupervisor && $0.isHalted }?.state
    guard let task = tasks[key], task.haltState.ofWhole != state else { return [] }
    tasks[key]?.haltState.ofWhole = state
    tasks[key]?.settle(at: now)
    note(.listing, of: key)
    return tellDeferred(key) + arm(key, at: now)
  }
}

// For the scheduler: work whose condition has ended is suspended, and resumed.
extension HubState {
  /// The system stops a running task, for want of what `reason` names, as in "AC power". What it
  /// asserts that it must finish is waited for. Nothing for one that can't be stopped.
  package mutating func suspend(
    _ key: TaskKey, because reason: SanitisedText, at now: Moment
  ) -> [HubEffect] {
    guard let task = tasks[key], task.isActive, task.isPausable else { return [] }
    guard task.haltState.ordered == nil, isAwaiting(key) else {
      return changeHalt(key, by: .system, at: now) { $0.suspension = reason }
    }
    let until = task.pendingSuspension?.until ?? now.awake + AssertionPatience.longest
    tasks[key]?.pendingSuspension = PendingSuspension(reason: reason, until: until)
    guard task.pendingSuspension == nil else { return [] }
    return askToFinish(assertors(below: key), within: until - now.awake) + arm(key, at: now)
  }

  /// Resumes a task that the system suspended, unless a person has paused it.
  package mutating func unsuspend(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let task = tasks[key], task.isActive else { return [] }
    if task.pendingSuspension != nil {
      tasks[key]?.pendingSuspension = nil
      return askToFinish(assertors(below: key), within: nil)
    }
    guard task.haltState.suspension != nil else { return [] }
    return changeHalt(key, by: .system, at: now) { $0.suspension = nil }
  }

  /// Suspends a task whose assertions are done, or have been waited for long enough.
  mutating func suspendAtLast(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let task = tasks[key], let pending = task.pendingSuspension,
      pending.until <= now.awake || !isAwaiting(key)
    else { return [] }
    tasks[key]?.pendingSuspension = nil
    return changeHalt(key, by: .system, at: now) { $0.suspension = pending.reason }
  }
}

extension WorkerOrder {
  /// The latest of a kind supersedes those before.
  fileprivate func isOfSameKind(as other: WorkerOrder) -> Bool {
    switch (self, other) {
    case (.cancel, .cancel), (.questionAsked, .questionAsked), (.pause, .pause),
      (.assertionAwaited, .assertionAwaited), (.terminalMoved, .terminalMoved),
      (.selectionMoved, .selectionMoved),
      (.resume, .resume), (.turnCame, .turnCame):
      true
    case (.cancel, _), (.questionAsked, _), (.assertionAwaited, _), (.terminalMoved, _),
      (.selectionMoved, _),
      (.pause, _), (.resume, _), (.turnCame, _):
      false
    }
  }
}
