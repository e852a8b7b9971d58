internal import HeadwayModel

// Tasks that wait for their turn, and how they come to it.
extension HubState {
  /// Once for each key: asked again, it says what it said.
  mutating func submit(
    _ submission: Submission, by requester: Requester, at now: Moment
  ) -> [HubEffect] {
    guard let peer = peers[requester.connection] else { return [] }
    if let known = tasks[submission.description.key] {
      return submitAgain(known, peer: peer, by: requester, at: now)
    }
    if cleaned.contains(submission.description.key) {
      return refuse(.keyCleaned(submission.description.key), requester)
    }
    guard liveCount < settings.taskLimit, let number = nextNumber() else {
      return refuse(.limitReached(taskLimit: settings.taskLimit), requester)
    }
    do {
      let task = try queuedTask(submission, number, peer: peer, by: requester, at: now)
      return accept(task, by: requester, at: now)
    } catch {
      return refuse(error.refusal, requester)
    }
  }

  private func queuedTask(
    _ submission: Submission, _ number: TaskNumber, peer: ConnectionPeer, by requester: Requester,
    at now: Moment
  ) throws(RefusedReference) -> TrackedTask {
    var terms = submission.terms
    if let refusal = settings.queue.refusal(of: terms.needs) { throw RefusedReference(refusal) }
    terms.dependencies = try resolved(terms.dependencies, of: submission.description)
    terms.earliest = earliestRefresh(submission.description.identifier, terms, at: now)
    let isOwn = terms.launcher == .worker
    let worker = WorkerAttachment(
      process: isOwn
        ? peer.process : ProcessIdentity(pid: 0, startTime: 0, bootID: settings.bootID),
      connection: isOwn ? requester.connection : nil, isSupervisor: isOwn ? peer.isSupervisor : true
    )
    var task = TrackedTask(
      number: number, description: submission.description, worker: worker, settings: settings,
      at: now)
    task.apply(submission.report, isRecognised: true, at: now)
    if task.description.isRetry {
      task.attempt = Self.attempt(after: failures(of: task.description.identifier))
    }
    task.state = .queued
    task.awaitsBegin = true
    task.terms = terms
    task.queuedAt = now.wall
    task.adjustStallClocks(at: now)
    return task
  }

  /// The dependencies by key. A number or an identifier may mean another task one day.
  private func resolved(
    _ dependencies: [Dependency], of task: TaskDescription
  ) throws(RefusedReference) -> [Dependency] {
    let replaced = task.identifier.flatMap { waitingTasks.byIdentifier[$0] }
    var resolved: [Dependency] = []
    for dependency in dependencies {
      let key = try key(of: dependency.task)
      resolved.append(Dependency(.key(key), needsSuccess: dependency.needsSuccess))
    }
    if let replaced, self.dependencies(below: resolved.compactMap(\.key)).contains(replaced) {
      throw RefusedReference(.dependsOnItself)
    }
    return resolved
  }

  private mutating func accept(
    _ task: TrackedTask, by requester: Requester, at now: Moment
  ) -> [HubEffect] {
    let replaced = task.description.identifier.flatMap { waitingTasks.byIdentifier[$0] }
    insert(task)
    enqueue(task.key, at: now)
    if task.terms?.strategy == .fail, !startsNow(task.key) {
      defer {
        leaveQueue(task.key)
        remove(task.key)
      }
      return refuse(.cannotStartNow(obstacle(of: task.key, at: now)), requester)
    }
    if let connection = task.worker.connection {
      keysByConnection[connection, default: []].insert(task.key)
    }
    note(.beginning, of: task.key)
    unrecorded[task.key] = UnrecordedSubmission(requesters: [requester], replaces: replaced)
    var effects: [HubEffect] = []
    if task.terms?.launcher == .hub {
      effects.append(.keepPayload(task.key, from: requester.connection))
    }
    // Who takes another's place hears of it once the record has that too.
    let acknowledgements =
      replaced == nil ? [AfterCommit.reply(requester, .submitted(task.key, task.number))] : []
    effects.append(
      .save(
        record(of: task.key) ?? TaskRecord(task),
        then: acknowledgements + [.noteRecorded(task.key)]))
    unmetDependents.append(task.key)
    return effects + arm(task.key, at: now)
  }

  private func startsNow(_ key: TaskKey) -> Bool {
    settings.configProblem == nil && queue.isNext(key)
  }

  /// A pending request with the same identifier is replaced (`BGTaskScheduler.submit`).
  mutating func displace(
    _ key: TaskKey, by number: TaskNumber, at now: Moment, then afterCommit: [AfterCommit]
  ) -> [HubEffect] {
    tasks[key]?.cancelNote = SanitisedText("replaced by \(number)", limit: .line)
    let effects = tasks[key].map { dequeue($0, .cancelled(by: .user), at: now, then: []) } ?? []
    tasks[key]?.isReplaced = true
    noteRemoval(of: key)
    return effects + (record(of: key).map { [.save($0, then: afterCommit)] } ?? [])
  }

  /// Ends a task that waits in the queue. It never ran and needs no grace. A worker that waits for
  /// its turn is told.
  mutating func dequeue(
    _ task: TrackedTask, _ reason: EndReason, at now: Moment, then afterCommit: [AfterCommit]
  ) -> [HubEffect] {
    let notice = task.worker.connection.map { connection in
      HubEffect.tellWorker(
        connection, task.key, .cancel(CancelOrder(reason: reason, grace: task.description.grace)))
    }
    return finish(
      task.key, TaskEnding(reason: reason), at: now, endedAt: now.wall, then: afterCommit)
      + (notice.map { [$0] } ?? [])
  }

  /// Who submits again after a reconnect waits on, begins, or hears that it is over.
  private mutating func submitAgain(
    _ known: TrackedTask, peer: ConnectionPeer, by requester: Requester, at now: Moment
  ) -> [HubEffect] {
    unrecorded[known.key]?.requesters.append(requester)
    let isAboutToReplace = unrecorded[known.key]?.replaces != nil
    let older = isAboutToReplace ? nil : olderTwin(of: known)
    let replacement = older.map { replace($0, by: known, for: [requester], at: now) } ?? []
    var acknowledgements: [AfterCommit] = []
    if !isAboutToReplace, older == nil {
      acknowledgements.append(.reply(requester, .submitted(known.key, known.number)))
    }
    guard known.isLive, known.terms?.launcher == .worker else {
      let notice = known.terms?.launcher == .worker ? endNotice(known, to: requester) : []
      return [.confirm(known.key, then: acknowledgements)] + notice + replacement
    }
    tasks[known.key]?.worker = WorkerAttachment(
      process: peer.process, connection: requester.connection, isSupervisor: peer.isSupervisor)
    keysByConnection[requester.connection, default: []].insert(known.key)
    note(.listing, of: known.key)
    if known.state == .starting {
      acknowledgements.append(.tellToBegin(known.key, units: known.claim?.units ?? [:]))
    }
    let record = record(of: known.key) ?? TaskRecord(known)
    return [.unwatchProcess(known.key), .save(record, then: acknowledgements)]
      + deliverCancel(of: known.key, at: now) + replacement
  }

  /// Tells a worker to stop that wasn't there when its task ended before it had begun.
  func endNotice(_ task: TrackedTask, to requester: Requester) -> [HubEffect] {
    guard task.awaitsBegin, let reason = task.ending?.reason else { return [] }
    let order = CancelOrder(reason: reason, grace: task.description.grace)
    return [.tellWorker(requester.connection, task.key, .cancel(order))]
  }

  private func record(of key: TaskKey) -> TaskRecord? { tasks[key].map { TaskRecord($0) } }
}

// The queue.
extension HubState {
  /// Adds a task to the queue, with everything that holds it at this moment.
  mutating func enqueue(_ key: TaskKey, _ holds: Set<Hold> = [], at now: Moment) {
    guard let task = tasks[key], let terms = task.terms else { return }
    var holds = holds.union(conditionHolds(of: terms))
    if task.isHeld { holds.insert(.person) }
    if task.unrecordedChanges > 0 { holds.insert(.record) }
    for dependency in terms.dependencies {
      guard case .key(let other) = dependency.task, tasks[other]?.isLive == true else { continue }
      holds.insert(.task(other))
    }
    if let retriesAt = task.retriesAt, retriesAt > now.wall {
      holds.insert(.retry)
      let pause = min(retriesAt.since(now.wall), HubSettings.longestRetryPause)
      tasks[key]?.looksAt = now.awake + pause
    }
    if let earliest = terms.earliest, earliest.time > now.wall {
      holds.insert(.earliest)
      tasks[key]?.looksAt = now.awake + earliest.time.since(now.wall)
    }
    let queueRank = queueRank(of: task, at: now)
    tasks[key]?.turnRank = queue.add(
      key, terms, group: task.description.group?.string, rank: task.turnRank,
      queueRank: queueRank, holds: holds)
    waitingTasks.add(key, task.description.identifier, terms)
  }

  private func conditionHolds(of terms: LaunchTerms) -> Set<Hold> {
    Set(
      terms.startConditions.filter { !waitingTasks.machineConditions.meet($0) }.map {
        Hold.condition($0)
      })
  }

  mutating func leaveQueue(_ key: TaskKey) {
    guard queue.contains(key), let task = tasks[key], let terms = task.terms else { return }
    queue.remove(key)
    waitingTasks.remove(key, task.description.identifier, terms)
  }

  /// Starts all tasks that can start, and tells how those behind them have moved. A problem of the
  /// config keeps tasks from starting, not from moving.
  mutating func takeTurns(at now: Moment) -> [HubEffect] {
    guard waitingTasks.mayAnyoneStart else { return [] }
    waitingTasks.mayAnyoneStart = false
    var effects: [HubEffect] = []
    while settings.configProblem == nil, let (key, claim) = queue.next() {
      effects += start(key, claim)
    }
    noteMoves()
    return effects + lookOut()
  }

  private mutating func start(_ key: TaskKey, _ claim: LaunchClaim) -> [HubEffect] {
    guard let task = tasks[key], let terms = task.terms else { return [] }
    waitingTasks.remove(key, task.description.identifier, terms)
    waitingTasks.mayAnyoneStart = false
    waitingTasks.keep(key, to: terms)
    tasks[key]?.state = .starting
    tasks[key]?.claim = claim
    note(.listing, of: key)
    guard let record = record(of: key) else { return [] }
    switch terms.launcher {
    case .hub:
      return unrecorded[key] == nil
        ? [.launch(record), .save(record, then: [])]
        : [.save(record, then: [.launch(record)])]
    case .worker:
      return [.save(record, then: [.tellToBegin(key, units: claim.units)])]
    }
  }

  /// The places of those behind have changed; nobody counts further than that.
  private mutating func noteMoves() {
    for key in queue.firstKeys(Self.countedPlaces) { note(.progress, of: key) }
  }

  private static var countedPlaces: Int { 256 }

  /// Frees what an ended task held, and lifts the hold from the tasks that waited for its end.
  mutating func noteEndForQueue(of key: TaskKey) {
    leaveQueue(key)
    waitingTasks.release(key)
    if queue.release(key) { waitingTasks.mayAnyoneStart = true }
    for follower in waitingTasks.byDependency[key]?.sorted() ?? [] {
      queue.lift(.task(key), from: follower)
      waitingTasks.mayAnyoneStart = true
      note(.listing, of: follower)
    }
    guard tasks[key]?.ending?.reason != .completed else { return }
    unmetDependents += waitingTasks.byNeededSuccess[key]?.sorted() ?? []
  }

  /// Ends the tasks that needed the success of one that had none, and then those that needed
  /// theirs.
  ///
  /// A work list instead of a recursion: the length of a chain is up to whoever queues the tasks.
  mutating func endUnmetDependents(at now: Moment) -> [HubEffect] {
    var effects: [HubEffect] = []
    var place = 0
    while place < unmetDependents.count {
      let key = unmetDependents[place]
      place += 1
      guard let task = tasks[key], task.state == .queued, failedDependency(of: task) != nil else {
        continue
      }
      effects += dequeue(task, .cancelled(by: .dependency), at: now, then: [])
    }
    unmetDependents = []
    return effects
  }

  /// The one whose success it needs, and that has ended without.
  func failedDependency(of task: TrackedTask) -> TrackedTask? {
    let needed = task.terms?.dependencies.filter(\.needsSuccess) ?? []
    return needed.lazy.compactMap { dependency -> TrackedTask? in
      guard case .key(let key) = dependency.task else { return nil }
      return tasks[key]
    }.first { $0.ending != nil && $0.ending?.reason != .completed }
  }
}

// Supervisors that the hub starts.
extension HubState {
  /// The task, while that launch of it is under way: what is heard of an earlier one is too late.
  private func task(_ key: TaskKey, in launch: Int) -> TrackedTask? {
    guard let task = tasks[key], task.isLive, task.state != .queued,
      task.description.launch == launch
    else { return nil }
    return task
  }

  mutating func noteSupervisor(
    of key: TaskKey, _ launch: Int, _ process: ProcessIdentity
  ) -> [HubEffect] {
    guard let task = task(key, in: launch), task.worker.connection == nil else { return [] }
    tasks[key]?.worker.process = process
    note(.listing, of: key)
    return [.watchProcess(key, process)]
  }

  mutating func failLaunch(
    of key: TaskKey, _ launch: Int, _ reason: SanitisedText, at now: Moment
  ) -> [HubEffect] {
    guard let task = task(key, in: launch), task.awaitsBegin else { return [] }
    tasks[key]?.subtitle = reason
    let ending = TaskEnding(reason: task.cancel?.reason ?? .failed)
    return finish(key, ending, at: now, endedAt: now.wall, then: [])
  }

  /// An earlier hub may have died before it started one, or after.
  mutating func relaunch(
    _ key: TaskKey, _ launch: Int, hasStarted: Bool, at now: Moment
  ) -> [HubEffect] {
    guard let task = task(key, in: launch), task.awaitsBegin, task.worker.connection == nil else {
      return []
    }
    if hasStarted { return [.searchSpool(key)] }
    if let cancel = task.cancel {
      return finish(
        key, TaskEnding(reason: cancel.reason), at: now, endedAt: now.wall, then: [])
    }
    guard !task.wasRelaunched else { return [.searchSpool(key)] }
    tasks[key]?.wasRelaunched = true
    return [.launch(TaskRecord(task))]
  }

  /// Queues a task from the record, after a restart of the hub.
  mutating func restore(_ task: TrackedTask, at now: Moment) -> [HubEffect] {
    if let claim = task.claim, task.isLive { queue.restore(claim, of: task.key) }
    if task.isLive, task.state != .queued { waitingTasks.keep(task.key, to: task.terms) }
    if task.state == .queued, let cancel = task.cancel {
      return dequeue(task, cancel.reason, at: now, then: [])
    }
    switch (task.state, task.terms?.launcher) {
    case (.queued, .hub):
      let isOld = task.worker.process.bootID != settings.bootID && settings.holdsAfterReboot
      enqueue(task.key, isOld ? [.reboot] : [], at: now)
      unmetDependents.append(task.key)
      return []
    case (.queued, _):
      enqueue(task.key, at: now)
      unmetDependents.append(task.key)
      return [.watchProcess(task.key, task.worker.process)]
    case (.starting, .hub), (.cancelling, .hub):
      if task.awaitsBegin { return [.searchSupervisor(task.key, launch: task.description.launch)] }
      return [.watchProcess(task.key, task.worker.process)]
    case (_, _): return task.isLive ? [.watchProcess(task.key, task.worker.process)] : []
    }
  }
}
