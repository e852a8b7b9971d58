internal import HeadwayModel

/// The queue as a feature of the hub: which tasks wait, what they wait for, and which task is next.
///
/// `turns` decides which task is next among the tasks that nothing holds. `waiting` finds the tasks
/// that an event concerns. Both have the same tasks: `enter` and `leave` keep them together.
struct TaskQueue: Sendable {
  var turns: LaunchQueue
  var waiting = WaitingTasks()
  var groups = QueueGroups()
  private var attention = GroupAttention()

  init(limits: QueueLimits) { turns = LaunchQueue(limits: limits) }

  /// Adds a task to the queue, with everything that holds it at this moment.
  mutating func enter(_ key: TaskKey, _ holds: Set<Hold> = [], in hub: inout HubContext) {
    guard let task = hub.tasks[key], var terms = task.terms, let submission = task.submission else {
      return
    }
    if terms.startsNow {
      (terms.takesSlot, terms.earliest) = (false, nil)
      terms.array?.limit = nil
    }
    if terms.engine != nil { terms.leaveToEngine() }
    var holds = holds.union(conditionHolds(of: terms))
    if submission.isHeld { holds.insert(.person) }
    if submission.unrecordedChanges > 0 { holds.insert(.record) }
    for other in terms.dependencies.compactMap(\.key) where hub.tasks.isLive(other) {
      // The engine itself waits for its own jobs.
      if let engine = terms.engine?.name, hub.tasks[other]?.job?.engine == engine { continue }
      holds.insert(.task(other))
    }
    let (awake, wall) = (hub.now.awake, hub.now.wall)
    var looksAt = submission.looksAt
    if let retriesAt = submission.retriesAt, retriesAt > wall {
      holds.insert(.retry)
      looksAt = awake + min(retriesAt.since(wall), HubSettings.longestRetryPause)
    }
    if let before = terms.runBefore, hub.tasks.isLive(before) { holds.insert(.run(before)) }
    // Whether a run of a series comes, moves or is skipped is decided when its time is looked at.
    if let earliest = terms.earliest, earliest.time > wall || terms.isNextRun {
      holds.insert(.earliest)
      looksAt = awake + max(.zero, earliest.time.since(wall))
    }
    let rank = turns.add(
      key, terms, group: task.description.group?.string, rank: submission.turnRank,
      queueRank: queueRank(of: task, at: hub.now), holds: holds)
    waiting.add(task.description, terms)
    hub.change(key) {
      $0.submission?.turnRank = rank
      $0.submission?.looksAt = looksAt
    }
  }

  private func conditionHolds(of terms: LaunchTerms) -> Set<Hold> {
    Set(
      terms.startConditions.filter { !waiting.machineConditions.meet($0) }.map {
        Hold.condition($0)
      })
  }

  /// Removes a task from the queue, because it has begun, has ended, or must wait on other terms.
  mutating func leave(_ key: TaskKey, in hub: HubContext) {
    guard turns.contains(key), let task = hub.tasks[key], let terms = task.terms else { return }
    turns.remove(key)
    waiting.remove(task.description, terms)
  }

  /// Frees the slot and the resources that the run of a task held.
  mutating func release(_ key: TaskKey) {
    waiting.release(key)
    if turns.release(key) { waiting.mayAnyoneStart = true }
  }

  /// Frees what an ended task held, and lifts the hold from the tasks that waited for its end.
  mutating func noteEnd(of key: TaskKey, in hub: inout HubContext) {
    leave(key, in: hub)
    release(key)
    for follower in waiting.byDependency[key]?.sorted() ?? [] {
      turns.lift(.task(key), from: follower)
      waiting.mayAnyoneStart = true
      hub.tasks.note(.listing, of: follower)
    }
    if let next = waiting.nextRuns[key] {
      turns.lift(.run(key), from: next)
      waiting.mayAnyoneStart = true
      hub.tasks.note(.listing, of: next)
    }
    guard hub.tasks[key]?.end?.ending.reason != .completed else { return }
    for follower in waiting.byNeededSuccess[key]?.sorted() ?? [] {
      hub.happened(.dependencyDoubted(follower))
    }
  }

  /// Holds the tasks that wait for the end of `key` again, because `key` had ended and runs once
  /// more. A task that `key` itself waits for isn't held: neither of the two would ever start.
  mutating func holdFollowers(of key: TaskKey, in hub: inout HubContext) {
    if let next = waiting.nextRuns[key] {
      turns.hold(next, for: .run(key))
      hub.tasks.note(.listing, of: next)
    }
    guard let followers = waiting.byDependency[key]?.sorted() else { return }
    let needed = hub.tasks.dependencies(below: [key])
    for follower in followers where !needed.contains(follower) {
      turns.hold(follower, for: .task(key))
      hub.tasks.note(.listing, of: follower)
    }
  }

  /// Ends a queued task that needed the success of another task, which failed.
  ///
  /// The tasks that need the success of this task follow as further facts. A recursion could
  /// overflow the stack, because clients decide how long a chain is.
  func endIfUnmet(_ key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.state == .queued,
      let needed = hub.tasks.failedDependency(of: task)
    else { return }
    hub.change(key) { $0.cancelNote = $0.cancelNote ?? needed.endNote }
    hub.dequeue(task, .cancelled(by: .dependency))
  }
}

// Turns.
extension TaskQueue {
  /// Starts all tasks that can start, and notes which tasks behind them have moved up. A problem of
  /// the config keeps tasks from starting, not from moving up.
  ///
  /// - Parameter mustAwaitRecord: whether the launch of a task waits, because the record doesn't have
  ///   its submission yet.
  mutating func giveTurns(
    in hub: inout HubContext, mustAwaitRecord: (TaskKey) -> Bool
  ) {
    guard waiting.mayAnyoneStart else { return }
    waiting.mayAnyoneStart = false
    while hub.settings.configProblem == nil, let (key, claim) = turns.next() {
      start(key, claim, mustAwaitRecord: mustAwaitRecord(key), in: &hub)
    }
    // The positions of these tasks have changed. Positions further back are never shown.
    for key in turns.firstKeys(Self.countedPlaces) { hub.tasks.note(.progress, of: key) }
    watchConditions(in: &hub)
  }

  private static var countedPlaces: Int { 256 }

  private mutating func start(
    _ key: TaskKey, _ claim: LaunchClaim, mustAwaitRecord: Bool, in hub: inout HubContext
  ) {
    guard let task = hub.tasks[key], let terms = task.terms else { return }
    waiting.remove(task.description, terms)
    waiting.mayAnyoneStart = false
    waiting.keep(key, to: terms)
    hub.change(key, showing: .listing) {
      $0.submission?.stage = .starting
      $0.submission?.claim = claim
    }
    if terms.isNextRun { goOn(after: key, in: &hub) }
    guard let record = hub.tasks[key].map({ TaskRecord($0) }) else { return }
    switch terms.launcher {
    // A hub that is killed must find both a begun run and the run after it, or neither.
    // An engine elsewhere may outlive the hub, so that a later hub must know of the launch.
    case .hub where mustAwaitRecord || terms.isNextRun || terms.engine != nil:
      hub.save(key, then: [.launch(record)])
    case .hub:
      hub.perform(.launch(record))
      hub.save(key)
    case .worker: hub.save(key, then: [.tellToBegin(key, units: claim.units)])
    }
  }

  /// The queued task that a program has submitted under the identifier and starts itself when its
  /// turn comes.
  func programRequest(of identifier: SanitisedText, in hub: HubContext) -> TaskKey? {
    guard let key = waiting.byIdentifier[identifier], let task = hub.tasks[key],
      task.state == .queued, task.terms?.launcher == .worker, !task.worker.isSupervisor
    else { return nil }
    return key
  }

  /// Shows a task under its identifier again, because its replacement is gone.
  mutating func letKeepItsPlace(_ key: TaskKey, in hub: HubContext) {
    guard let task = hub.tasks[key], task.state == .queued,
      let identifier = task.description.identifier, waiting.byIdentifier[identifier] == nil
    else { return }
    waiting.restore(key, as: identifier)
  }

  /// Whether the task would start at the end of this event.
  func startsNow(_ key: TaskKey, in hub: HubContext) -> Bool {
    hub.settings.configProblem == nil && turns.canStart(key)
  }

  /// Whether nothing holds the task.
  func isFree(_ key: TaskKey, in hub: HubContext) -> Bool {
    hub.settings.configProblem == nil && turns.contains(key) && turns.holds(of: key).isEmpty
  }

  /// Notes the tasks that a person has in view. The refreshes of their groups go first.
  mutating func noteLook(at keys: [TaskKey], in hub: inout HubContext) {
    let groups = Set(keys.compactMap { hub.tasks[$0]?.description.group })
    let fresh = groups.filter { attention.note($0, at: hub.now.running) }
    guard !fresh.isEmpty else { return }
    for task in hub.tasks.all where task.state == .queued && task.terms?.refresh != nil {
      guard let group = task.description.group, fresh.contains(group) else { continue }
      turns.setQueueRank(queueRank(of: task, at: hub.now), of: task.key)
    }
  }

  private func queueRank(of task: TrackedTask, at now: Moment) -> Int {
    guard task.terms?.refresh != nil else { return LaunchQueue.Turn.ordinary }
    return attention.queueRank(of: task.description.group, at: now.running)
  }
}

// After a restart of the hub.
extension TaskQueue {
  /// Queues a task from the record, or restores the claim of a task that runs.
  mutating func restore(_ key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.isLive else { return }
    if let claim = task.submission?.claim {
      turns.restore(claim, of: key, task.terms?.startsNow == true ? nil : task.terms?.array)
    }
    if task.state != .queued { waiting.keep(key, to: task.terms) }
    if task.state == .queued, let cancelling = task.cancelling {
      return hub.dequeue(task, cancelling.order.reason)
    }
    switch (task.state, task.terms?.launcher) {
    case (.queued, .hub):
      let isOld =
        task.worker.process.bootID != hub.settings.bootID && hub.settings.holdsAfterReboot
        && task.terms?.isNextRun != true
      enter(key, isOld ? [.reboot] : [], in: &hub)
      hub.happened(.dependencyDoubted(key))
    case (.queued, _):
      enter(key, in: &hub)
      hub.happened(.dependencyDoubted(key))
      hub.perform(.watchProcess(key, task.worker.process))
    case (_, .hub) where task.terms?.engine != nil:
      hub.perform(.searchSupervisor(key, launch: task.description.launch))
    case (.starting, .hub) where task.awaitsBegin, (.cancelling, .hub) where task.awaitsBegin:
      hub.perform(.searchSupervisor(key, launch: task.description.launch))
    case (_, _): hub.perform(.watchProcess(key, task.worker.process))
    }
  }
}

extension LaunchTerms {
  /// Drops what the engine decides about: slots, resources, the time, and how many parts run at once.
  fileprivate mutating func leaveToEngine() {
    (takesSlot, needs, earliest) = (false, [:], nil)
    array?.limit = nil
  }
}
