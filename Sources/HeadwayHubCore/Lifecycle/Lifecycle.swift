internal import HeadwayModel

/// The begins and ends that workers report, and the requesters that wait for ends.
struct Lifecycle: Sendable {
  private var waiters = EndWaiters()
  /// The reports that came before their tasks.
  var early = EarlyReports()

  /// Begins a task, or attaches a worker that resends its begin after a reconnect.
  mutating func begin(
    _ description: TaskDescription, _ report: WorkerReport, by requester: Requester,
    _ queue: inout TaskQueue, _ durability: Durability, in hub: inout HubContext
  ) {
    let key = description.key
    guard let peer = hub.connections[requester.connection] else { return }
    if let known = hub.tasks[key] {
      return resume(known, description, report, peer: peer, by: requester, &queue, in: &hub)
    }
    guard !durability.cleaned.contains(key) else {
      return hub.refuse(.unknownTask(.key(key)), requester)
    }
    guard hub.tasks.liveCount < hub.settings.taskLimit, let number = hub.tasks.nextNumber else {
      return hub.refuse(.limitReached(taskLimit: hub.settings.taskLimit), requester)
    }
    var worker = WorkerAttachment.nobody(bootID: "")
    worker.attach(peer, over: requester.connection)
    var task = TrackedTask(
      number: number, description: description, worker: worker, settings: hub.settings,
      at: hub.now)
    task.believe(report.halt)
    task.apply(report, isRecognised: peer.isSupervisor, at: hub.now)
    let failures = description.isRetry ? hub.tasks.failures(of: description.identifier) : []
    if description.isRetry {
      task.attempt = hub.tasks.attemptNumber(afterFailuresOf: description.identifier)
    }
    hub.insert(task)
    hub.connections.attach(key, to: requester.connection)
    hub.tasks.note(.beginning, of: key)
    // A worker that reports itself has said all that it knows.
    if peer.isSupervisor { hearEarly(key, over: requester.connection, in: &hub) }
    hub.save(key, then: [.reply(requester, .begun(key, number))])
    for failure in failures { Succession.hide(failure.key, in: &hub) }
    hub.happened(
      .workerArrived(
        WorkerArrival(
          key: key, report: report, isBack: false, isFirst: true, isHaltChanged: false)))
  }

  /// Applies the report that came before the begin of the task.
  private mutating func hearEarly(
    _ key: TaskKey, over connection: ConnectionID, in hub: inout HubContext
  ) {
    guard let report = early.take(key, at: hub.now.awake),
      let place = hub.tasks.place(of: .key(key)),
      let outcome = hub.tasks[place: place].hear(report, isRecognised: false, at: hub.now)
    else { return }
    if outcome.isFirstChange { hub.tasks.noteFirstChange(at: place) }
    Watching.follow(
      outcome, of: key, Requester(connection: connection, request: nil), in: &hub)
  }

  /// Attaches a worker that resends its begin or begins a queued task, and tells it the orders that
  /// it missed.
  private func resume(
    _ known: TrackedTask, _ description: TaskDescription, _ report: WorkerReport,
    peer: ConnectionPeer, by requester: Requester, _ queue: inout TaskQueue,
    in hub: inout HubContext
  ) {
    let key = known.key
    let acknowledgement = AfterCommit.reply(requester, .begun(key, known.number))
    // This worker belongs to an earlier launch. The task waits for the next worker.
    guard known.isLive, description.launch >= known.description.launch else {
      hub.confirm(key, then: [acknowledgement])
      return Submitting.tellOfEnd(known, to: requester, in: &hub)
    }
    let isFirst = known.awaitsBegin
    if isFirst { queue.leave(key, in: hub) }
    var report = report
    if !(peer.isSupervisor && known.reportsItself) { report.title = description.title }
    let now = hub.now
    hub.change(key, showing: .listing) { task in
      if isFirst { task.begin(at: now, startedAt: description.startedAt) }
      task.worker.attach(peer, over: requester.connection)
      task.worker.isPausable = false
      task.apply(report, isRecognised: peer.isSupervisor, isResent: !isFirst, at: now)
    }
    hub.connections.attach(key, to: requester.connection)
    hub.perform(.unwatchProcess(key))
    hub.save(key, then: [acknowledgement])
    let isHaltChanged = hub.tasks[key]?.halting.reasons != known.halting.reasons
    hub.happened(
      .workerArrived(
        WorkerArrival(
          key: key, report: report, isBack: true, isFirst: isFirst, isHaltChanged: isHaltChanged)))
  }

  /// Ends a task, as its worker reports.
  func end(
    _ reference: TaskReference, _ ending: TaskEnding, launch: Int, endedAt: WallTime?,
    by requester: Requester, in hub: inout HubContext
  ) {
    guard let task = hub.task(reference, for: requester) else { return }
    guard launch >= task.description.launch else {
      let answer = HubReply.ended(task.key, task.number, ending)
      return hub.confirm(task.key, then: [.reply(requester, answer)])
    }
    let final = task.end?.ending ?? task.asOrdered(ending)
    hub.happened(
      .endDecided(
        EndDecision(
          key: task.key, ending: final, endedAt: min(endedAt ?? hub.now.wall, hub.now.wall),
          followers: [.reply(requester, .ended(task.key, task.number, final))])))
  }

  /// Ends a task, once. For a task that has ended, the function only ensures that the record has
  /// the end.
  mutating func finish(_ end: EndDecision, in hub: inout HubContext) {
    let key = end.key
    guard let task = hub.tasks[key] else { return }
    guard task.isLive else { return hub.confirm(key, then: end.followers) }
    let (now, keepFor) = (hub.now, hub.settings.keepEnded)
    hub.change(key, showing: .listing) {
      $0.finish(end.ending, at: now, endedAt: end.endedAt, keepFor: keepFor)
    }
    hub.connections.detach(task)
    hub.perform(.unwatchProcess(key))
    hub.save(key, then: end.followers + answers(for: key, task.number, end.ending))
    hub.happened(.taskEnded(key, wasHalted: task.isHalted))
  }

  private mutating func answers(
    for key: TaskKey, _ number: TaskNumber, _ ending: TaskEnding
  ) -> [AfterCommit] {
    waiters.removeAll(of: key).map { .reply($0, .ended(key, number, ending)) }
  }
}

// The requesters that wait for ends.
extension Lifecycle {
  mutating func awaitEnd(
    of reference: TaskReference, for requester: Requester, in hub: inout HubContext
  ) {
    guard let task = hub.task(reference, for: requester) else { return }
    if let end = task.end {
      let answer = HubReply.ended(task.key, task.number, end.ending)
      return hub.confirm(task.key, then: [.reply(requester, answer)])
    }
    guard waiters.count < hub.settings.waiterLimit else {
      return hub.refuse(.tooManyWaiters(limit: hub.settings.waiterLimit), requester)
    }
    waiters.add(requester, for: task.key)
  }

  /// Detaches a closed connection. Its requesters wait no more, and its tasks have no worker until
  /// the worker is back.
  mutating func close(_ connection: ConnectionID, in hub: inout HubContext) {
    waiters.forget(connection)
    for key in hub.connections.close(connection) {
      guard let task = hub.tasks[key], task.isLive, task.worker.connection == connection else {
        continue
      }
      hub.change(key) { $0.worker.connection = nil }
      hub.perform(.watchProcess(key, task.worker.process))
    }
  }

  /// Forgets a task that was retracted before the record had it.
  mutating func noteWithdrawal(
    of key: TaskKey, because refusal: Refusal, in hub: inout HubContext
  ) {
    for waiter in waiters.removeAll(of: key) { hub.refuse(refusal, waiter) }
  }

  /// Tells the requesters that wait for the end of a retracted attempt how the last attempt ended.
  mutating func noteWithdrawnAttempt(of key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], let end = task.end else { return }
    let answers = answers(for: key, task.number, end.ending)
    if !answers.isEmpty { hub.confirm(key, then: answers) }
  }
}

extension TrackedTask {
  /// The end of a command that failed because its subtasks were cancelled. Such a command counts as
  /// cancelled, although its own order was still withheld.
  fileprivate func asOrdered(_ ending: TaskEnding) -> TaskEnding {
    guard let cancelling, cancelling.heldBackUntil != nil, ending.reason == .failed else {
      return ending
    }
    return TaskEnding(reason: cancelling.order.reason, status: ending.status)
  }
}

/// The requesters that wait for the ends of tasks (`wait`), by task and by connection.
struct EndWaiters: Sendable {
  private var byTask: [TaskKey: [Requester]] = [:]
  private var keys: [ConnectionID: Set<TaskKey>] = [:]
  private(set) var count = 0

  mutating func add(_ requester: Requester, for key: TaskKey) {
    byTask[key, default: []].append(requester)
    keys[requester.connection, default: []].insert(key)
    count += 1
  }

  /// Removes the requesters that wait for the end of `key` and returns them in the order in which
  /// they came.
  mutating func removeAll(of key: TaskKey) -> [Requester] {
    let requesters = byTask.removeValue(forKey: key) ?? []
    count -= requesters.count
    for requester in requesters {
      keys[requester.connection]?.remove(key)
      if keys[requester.connection]?.isEmpty == true { keys[requester.connection] = nil }
    }
    return requesters
  }

  /// Forgets the waits of a closed connection.
  mutating func forget(_ connection: ConnectionID) {
    for key in keys.removeValue(forKey: connection) ?? [] {
      let all = byTask[key] ?? []
      let rest = all.filter { $0.connection != connection }
      count -= all.count - rest.count
      byTask[key] = rest.isEmpty ? nil : rest
    }
  }
}
