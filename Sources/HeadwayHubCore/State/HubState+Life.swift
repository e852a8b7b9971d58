package import HeadwayModel

// Begin, end, and what lies between a worker and its connection.
extension HubState {
  mutating func load(_ records: [TaskRecord], highest: Int, at now: Moment) -> [HubEffect] {
    reserveNumbers(through: highest)
    let fresh = records.filter { tasks[$0.description.key] == nil }
    for record in fresh { insert(TrackedTask(record, settings: settings, at: now)) }
    // Those that others wait for are known by now.
    let effects = fresh.flatMap { record -> [HubEffect] in
      guard let task = tasks[record.description.key] else { return [] }
      return restore(task, at: now) + arm(task.key, at: now) + recallHistory(of: task)
    }
    return effects + fresh.flatMap { followParent($0.description.key, at: now) }
  }

  /// The task that `event` is about, where it may have ended and left the list since: then the
  /// record is to be loaded first, or the task would begin a second time.
  package func forgottenKey(in event: HubEvent, at now: Moment) -> TaskKey? {
    let key: TaskKey
    switch event {
    case .taskBegan(let task, _, _):
      guard let startedAt = task.startedAt,
        !isFresh(startedAt, at: now) || mayBeDropped(startedAt)
      else { return nil }
      key = task.key
    // A script may submit its key again after any time: the same key never queues a second task.
    case .taskSubmitted(let submission, _): key = submission.description.key
    case .endFoundInSpool(let end): key = end.description.key
    case .recordLoaded, .connectionOpened, .connectionClosed, .reportReceived, .heartbeatReceived,
      .taskEnded, .cancelRequested, .pauseRequested, .resumeRequested, .answerGiven, .endAwaited,
      .workerExited, .spoolFoundEmpty, .wakeUpReached, .historyRecalled,
      .launchSimulated, .wakeRequested, .expirySimulated, .supervisorStarted,
      .launchFailed, .supervisorMissing, .restartRequested, .adjustmentRequested, .cleanRequested,
      .cleanableFound, .submissionRecorded, .changeRecorded, .recordRefused,
      .machineConditionsChanged,
      .wallClockSet, .memoryMeasured,
      .memoryPressed, .selectionMoved, .focusReported, .newsGathered, .settingsChanged,
      .shutdownRequested, .shutdownPatienceEnded:
      return nil
    }
    return tasks[key] == nil ? key : nil
  }

  /// Whether a task that began at `startedAt` is too young to have ended and left the list. A time
  /// far in the future isn't fresh: somebody has set the wall clock back.
  private func isFresh(_ startedAt: WallTime, at now: Moment) -> Bool {
    let (age, window) = (now.wall.since(startedAt), min(shortestKeep, Self.freshTime))
    return age < window && age > .zero - window
  }

  private static var freshTime: Duration { .seconds(5) }

  /// The references of `event` that aren't in the live list. The record may have them.
  package func unknownReferences(in event: HubEvent) -> [TaskReference] {
    let named: [TaskReference] =
      switch event {
      case .taskSubmitted(let submission, _): submission.terms.dependencies.map(\.task)
      case .restartRequested(let reference, _): [reference] + needs(of: reference)
      case .endAwaited(let reference, _): [reference]
      case .cleanRequested(let references, _): references
      default: []
      }
    return named.filter { (try? key(of: $0)) == nil }
  }

  /// The tasks whose success the task needs; none for one that isn't listed.
  private func needs(of reference: TaskReference) -> [TaskReference] {
    guard let key = try? key(of: reference) else { return [] }
    return tasks[key]?.terms?.dependencies.filter(\.needsSuccess).map(\.task) ?? []
  }

  mutating func open(_ connection: ConnectionID, _ peer: ConnectionPeer) -> [HubEffect] {
    peers[connection] = peer
    return []
  }

  mutating func close(_ connection: ConnectionID) -> [HubEffect] {
    peers[connection] = nil
    pendingNotifications.focusedMonitors.remove(connection)
    waiters.forget(connection)
    let deselection = moveSelection(to: nil, in: connection)
    let keys = keysByConnection.removeValue(forKey: connection) ?? []
    return deselection
      + keys.sorted().compactMap { detach($0, connection) }
  }

  private mutating func detach(_ key: TaskKey, _ connection: ConnectionID) -> HubEffect? {
    guard let task = tasks[key], task.isLive, task.worker.connection == connection else {
      return nil
    }
    tasks[key]?.worker.connection = nil
    return .watchProcess(key, task.worker.process)
  }

  mutating func begin(
    _ description: TaskDescription, _ report: WorkerReport, by requester: Requester,
    at now: Moment
  ) -> [HubEffect] {
    guard let peer = peers[requester.connection] else { return [] }
    if let known = tasks[description.key] {
      return resume(known, description, report, peer: peer, by: requester, at: now)
    }
    if cleaned.contains(description.key) {
      return refuse(.unknownTask(.key(description.key)), requester)
    }
    guard liveCount < settings.taskLimit, let number = nextNumber() else {
      return [.reply(requester, .refused(.limitReached(taskLimit: settings.taskLimit)))]
    }
    let worker = WorkerAttachment(
      process: peer.process, connection: requester.connection, isSupervisor: peer.isSupervisor)
    var task = TrackedTask(
      number: number, description: description, worker: worker, settings: settings, at: now)
    task.believe(report.halt)
    task.apply(report, isRecognised: peer.isSupervisor, at: now)
    let replaced = description.isRetry ? failures(of: description.identifier) : []
    task.attempt = Self.attempt(after: replaced)
    insert(task)
    keysByConnection[requester.connection, default: []].insert(task.key)
    note(.beginning, of: task.key)
    let acknowledgement = AfterCommit.reply(requester, .begun(task.key, number))
    return [.save(TaskRecord(task), then: [acknowledgement])] + replaced.map { replace($0) }
      + arm(task.key, at: now) + noteAssertion(of: task.key, at: now) + tellWhereItIs(task.key)
      + tellSelection(of: task.key)
      + cancelWithCommand(task.key, at: now) + recallHistory(of: task)
      + followParent(task.key, at: now) + agreeOnStanding(task.key, report)
  }

  private func recallHistory(of task: TrackedTask) -> [HubEffect] {
    guard task.isLive, !task.awaitsBegin, let key = task.description.historyKey else { return [] }
    return [.recallHistory(task.key, of: key)]
  }

  /// An ETA may be known now, and a clock may have longer to run.
  mutating func merge(_ history: TaskHistory, of key: TaskKey, at now: Moment) -> [HubEffect] {
    guard tasks[key]?.isLive == true, !history.runs.isEmpty else { return [] }
    tasks[key]?.learn(from: history)
    note(.progress, of: key)
    return arm(key, at: now)
  }

  /// The tasks that ended under the identifier without being completed.
  func failures(of identifier: SanitisedText?) -> [TrackedTask] {
    guard let identifier else { return [] }
    return tasks.named(identifier.string).filter {
      !$0.isReplaced && $0.ending != nil && $0.ending?.reason != .completed
    }.sorted { $0.number < $1.number }
  }

  static func attempt(after failures: [TrackedTask]) -> Int {
    let (next, overflow) = (failures.map(\.attempt).max() ?? 0).addingReportingOverflow(1)
    return overflow ? .max : next
  }

  /// Hides a task that another one takes the place of. A worker that resends something still finds
  /// it.
  mutating func replace(_ task: TrackedTask) -> HubEffect {
    var task = task
    task.isReplaced = true
    tasks[task.key] = task
    noteRemoval(of: task.key)
    return .save(TaskRecord(task), then: [])
  }

  /// A worker resends its begin: it is attached again, and told what it missed.
  private mutating func resume(
    _ known: TrackedTask, _ description: TaskDescription, _ report: WorkerReport,
    peer: ConnectionPeer, by requester: Requester, at now: Moment
  ) -> [HubEffect] {
    var task = known
    let acknowledgement = AfterCommit.reply(requester, .begun(task.key, task.number))
    // The worker of an earlier launch is late: the task waits for the next one.
    guard task.isLive, description.launch >= task.description.launch else {
      return [.confirm(task.key, then: [acknowledgement])] + endNotice(task, to: requester)
    }
    let isFirst = task.awaitsBegin
    if isFirst {
      leaveQueue(task.key)
      task.begin(at: now, startedAt: description.startedAt)
    }
    task.worker = WorkerAttachment(
      process: peer.process, connection: requester.connection, isSupervisor: peer.isSupervisor)
    var report = report
    if !(peer.isSupervisor && task.reportsItself) { report.title = description.title }
    task.isPausable = false
    task.apply(report, isRecognised: peer.isSupervisor, isResent: !isFirst, at: now)
    tasks[task.key] = task
    keysByConnection[requester.connection, default: []].insert(task.key)
    note(.listing, of: task.key)
    var effects: [HubEffect] = [
      .unwatchProcess(task.key), .save(TaskRecord(task), then: [acknowledgement]),
    ]
    effects +=
      noteAssertion(of: task.key, at: now) + tellWhereItIs(task.key) + tellSelection(of: task.key)
    if let question = task.stall.question {
      effects.append(.tellWorker(requester.connection, task.key, .questionAsked(question.kind)))
    }
    if task.haltState != known.haltState { effects += followParents(of: task.key, at: now) }
    effects += followParent(task.key, at: now) + agreeOnStanding(task.key, report)
    effects += cancelWithCommand(task.key, at: now)
    let isNew = task.cancel != nil && !heldBack.contains(task.key)
    effects += deliverCancel(of: task.key, at: now)
    if !isNew { effects += remindOfWaiting(task.key, at: now) }
    effects += keepToConditions(task.key, at: now)
    if isFirst { effects += recallHistory(of: task) }
    return effects + arm(task.key, at: now)
  }

  mutating func end(
    _ reference: TaskReference, _ ending: TaskEnding, launch: Int, endedAt: WallTime?,
    by requester: Requester, at now: Moment
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard let task = state.tasks[key] else { return [] }
      if launch < task.description.launch {
        return [.confirm(key, then: [.reply(requester, .ended(key, task.number, ending))])]
      }
      let final = task.ending ?? task.asOrdered(ending)
      let acknowledgement = AfterCommit.reply(requester, .ended(key, task.number, final))
      return state.finish(
        key, final, at: now, endedAt: min(endedAt ?? now.wall, now.wall), then: [acknowledgement])
    }
  }

  /// Ends a task once; for one that has ended it only makes sure that the record has it.
  mutating func finish(
    _ key: TaskKey, _ ending: TaskEnding, at now: Moment, endedAt: WallTime,
    then afterCommit: [AfterCommit]
  ) -> [HubEffect] {
    guard var task = tasks[key] else { return [] }
    unrecorded[key]?.note(afterCommit)
    guard task.isLive else { return [.confirm(key, then: afterCommit)] }
    if task.mayRetry(after: ending) {
      return tryAgain(task, after: ending, endedAt: endedAt, at: now, then: afterCommit)
    }
    if mayRefresh(task, after: ending) {
      return refresh(task, after: ending, endedAt: endedAt, at: now, then: afterCommit)
    }
    let stoodStill = task.isHalted
    task.finish(ending, at: now, endedAt: endedAt, keepFor: settings.keepEnded)
    tasks[key] = task
    noteEnd(of: task)
    if let connection = task.worker.connection { keysByConnection[connection]?.remove(key) }
    let answers = waiters.removeAll(of: key).map {
      AfterCommit.reply($0, .ended(key, task.number, ending))
    }
    unrecorded[key]?.note(answers)
    note(.listing, of: key)
    let news = tellOfEnd(of: key, at: now)
    let effects =
      [.unwatchProcess(key), .save(TaskRecord(task), then: afterCommit + answers + news.hook)]
      + news.effects + arm(key, at: now) + noteEndOfWaiting(of: key, at: now)
    noteEndForQueue(of: key)
    return effects + (stoodStill ? followParents(of: key, at: now) : [])
  }

  mutating func awaitEnd(of reference: TaskReference, for requester: Requester) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard let task = state.tasks[key] else { return [] }
      if let ending = task.ending {
        let answer = AfterCommit.reply(requester, .ended(key, task.number, ending))
        state.unrecorded[key]?.note([answer])
        return [.confirm(key, then: [answer])]
      }
      guard state.waiters.count < state.settings.waiterLimit else {
        return state.refuse(.tooManyWaiters(limit: state.settings.waiterLimit), requester)
      }
      state.waiters.add(requester, for: key)
      return []
    }
  }

  mutating func noteExit(of key: TaskKey) -> [HubEffect] {
    guard let task = tasks[key], task.mayBeGone else { return [] }
    // It may have left to another one, of an earlier hub.
    if task.awaitsBegin, task.terms?.launcher == .hub {
      return [.searchSupervisor(key, launch: task.description.launch)]
    }
    return [.searchSpool(key)]
  }

  /// Ends a task whose process is gone without a word. A task that was told to stop has stopped.
  /// The outcome of any other task isn't known, nor that of a task whose cancel was still withheld.
  mutating func loseTask(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let task = tasks[key], task.mayBeGone else { return [] }
    let reason =
      task.state == .queued
      ? .cancelled(by: .terminal)
      : task.heldBackUntil == nil ? task.cancel?.reason ?? .lost : .lost
    return finish(key, TaskEnding(reason: reason), at: now, endedAt: now.wall, then: [])
  }

  mutating func recover(_ spooled: SpooledEnd, at now: Moment) -> [HubEffect] {
    let key = spooled.description.key
    if tasks[key] == nil {
      if cleaned.contains(key) { return [.forget([key], then: [.removeSpooledEnd(key)])] }
      guard let number = nextNumber() else { return [] }
      let worker = WorkerAttachment(
        process: spooled.process, connection: nil, isSupervisor: true)
      insert(
        TrackedTask(
          number: number, description: spooled.description, worker: worker, settings: settings,
          at: now))
    }
    if let known = tasks[key], spooled.description.launch < known.description.launch {
      return [.confirm(known.key, then: [.removeSpooledEnd(key)])]
    }
    if tasks[key]?.isLive == true {
      let isRecognised = tasks[key]?.worker.isSupervisor ?? false
      tasks[key]?.apply(spooled.report, isRecognised: isRecognised, at: now)
    }
    return finish(
      key, spooled.ending, at: now, endedAt: spooled.endedAt ?? now.wall,
      then: [.removeSpooledEnd(key)])
  }
}

extension TrackedTask {
  /// Whether the task has a process that isn't connected. A task that the hub is yet to launch has
  /// none.
  fileprivate var mayBeGone: Bool {
    isLive && worker.connection == nil && !(state == .queued && terms?.launcher == .hub)
  }

  /// A command that fails because its parts did as they were told has been cancelled, although it
  /// wasn't told itself.
  fileprivate func asOrdered(_ ending: TaskEnding) -> TaskEnding {
    guard heldBackUntil != nil, ending.reason == .failed, let cancel else { return ending }
    return TaskEnding(reason: cancel.reason, status: ending.status)
  }
}
