internal import HeadwayModel

/// The tasks that another engine than this hub's queue runs, such as a cluster's.
///
/// The queue gives such a task its turn once nothing that this hub decides about holds the task. The
/// shell then hands the task to the engine. The engine reports the job that it made, and is from then
/// on the worker of the task: it reports the begin and the end, and takes the orders.
struct Engines: Sendable {
  /// The submissions that are answered once an engine has taken the task or refused it.
  private var awaiting: [TaskKey: Unanswered] = [:]
  /// The tasks with a job that need the success of another task, by the key of that task.
  private var dependents: [TaskKey: Set<TaskKey>] = [:]

  /// A submission that no engine has answered.
  private struct Unanswered: Sendable {
    var requesters: [Requester] = []
    /// The task of the same job array whose answer is the answer to this one; nil for a task that is
    /// answered itself.
    var leader: TaskKey?
  }

  /// Lets `requester` wait for the engine's answer.
  mutating func await(_ key: TaskKey, for requester: Requester) {
    awaiting[key, default: Unanswered()].requesters.append(requester)
  }

  /// Lets the parts of a job array wait for the engine's answer. `requester` gets that of the first.
  mutating func await(array keys: [TaskKey], for requester: Requester) {
    guard let leader = keys.first else { return }
    self.await(leader, for: requester)
    for key in keys.dropFirst() { awaiting[key] = Unanswered(leader: leader) }
  }

  /// Whether an answer to the submission of the task waits for the engine.
  func awaits(_ key: TaskKey) -> Bool { awaiting[key] != nil }

  /// Forgets the requesters of a task that was withdrawn. Somebody else has answered them.
  mutating func noteWithdrawal(of key: TaskKey) { awaiting[key] = nil }
}

// What an engine says.
extension Engines {
  /// Notes what an engine says of the job of a task. The record has the name of a new job before
  /// the submission is answered.
  mutating func note(
    _ job: EngineJob, of key: TaskKey, _ launch: Int, from requester: Requester,
    in hub: inout HubContext
  ) {
    guard let task = hub.tasks[key], task.isLive, task.state != .queued,
      task.description.launch == launch, let peer = hub.connections[requester.connection]
    else { return }
    let isAttached = task.worker.connection == requester.connection
    let isHaltNew = task.isSuspendedByEngine != job.isSuspended
    let now = hub.now
    hub.change(key, showing: task.job == job && isAttached ? nil : .listing) {
      $0.job = job
      if isHaltNew, $0.isActive { $0.adjustStallClocks(at: now) }
      if !isAttached { $0.worker.attach(peer, over: requester.connection) }
    }
    if !isAttached { hub.connections.attach(key, to: requester.connection) }
    let isNew = task.job?.id != job.id
    let requesters = awaiting.removeValue(forKey: key)?.requesters ?? []
    if isNew || !requesters.isEmpty {
      hub.save(key, then: requesters.map { .reply($0, .submitted(key, task.number)) })
    }
    if isHaltNew { hub.happened(.haltChanged(key)) }
    if !isAttached { noteDependencies(of: task, in: hub) }
    if !isAttached, task.awaitsBegin, let needed = hub.tasks.failedDependency(of: task) {
      return skip(key, because: needed, in: &hub)
    }
    // The order came before the engine had the job.
    if !isAttached, let cancelling = task.cancelling {
      hub.happened(.cancelOrdered([key], isForced: cancelling.order.isForced))
    }
  }

  /// Begins the next attempt of a task, because the engine runs its job once more. The attempt waits
  /// in the engine. `reason` is the end of the last one.
  mutating func requeue(
    _ key: TaskKey, _ launch: Int, _ job: EngineJob, after reason: EndReason,
    in hub: inout HubContext
  ) {
    guard let task = hub.tasks[key], task.isLive, task.job != nil,
      launch > task.description.launch
    else { return }
    // Nobody saw the run before, or it is known already that the job waits again.
    guard !task.awaitsBegin else {
      hub.change(key) { $0.description.launch = launch }
      return hub.save(key)
    }
    let last = EndDecision(
      key: key, ending: TaskEnding(reason: reason), endedAt: hub.now.wall)
    var next = task.nextAttempt(after: last, in: hub)
    next.description.launch = launch
    next.submission?.stage = .starting
    next.submission?.claim = task.submission?.claim
    (next.job, next.worker, next.cancelling) = (job, task.worker, task.cancelling)
    hub.tasks.remove(key)
    hub.insert(next)
    hub.tasks.note(.beginning, of: key)
    hub.save(key)
    hub.happened(.attemptEnded(key))
  }

  /// Handles the refusal of a task by its engine.
  ///
  /// A submission that nobody has acknowledged is withdrawn. A task that was acknowledged waits for
  /// another try if the engine only doesn't answer, and fails otherwise.
  ///
  /// - Parameter isFinal: whether the engine would refuse the same task again.
  mutating func refuse(
    _ key: TaskKey, _ launch: Int, because reason: SanitisedText, isFinal: Bool,
    _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    guard let task = hub.tasks[key], task.awaitsBegin, task.job == nil, task.state != .queued,
      task.isLive, task.description.launch == launch
    else { return }
    if let unanswered = awaiting.removeValue(forKey: key),
      unanswered.leader.map({ awaiting[$0] != nil || hub.tasks[$0]?.job == nil }) ?? true
    {
      let refusal = Refusal.engineRefused(reason, isFinal: isFinal)
      let answers = unanswered.requesters.map { AfterCommit.reply($0, .refused(refusal)) }
      guard queue.waiting.byDependency[key]?.isEmpty == false else {
        return withdraw(task, because: refusal, then: answers, &queue, in: &hub)
      }
      // Tasks were queued meanwhile that wait for this one: it stays, as a failed one.
      hub.change(key, showing: .listing) { $0.subtitle = reason }
      return hub.end(key, .failed, then: answers)
    }
    if let cancelling = task.cancelling { return hub.end(key, cancelling.order.reason) }
    hub.change(key, showing: .listing) { $0.subtitle = reason }
    if isFinal { return hub.end(key, .failed) }
    queue.release(key)
    let retriesAt = hub.now.wall.advanced(by: HubSettings.enginePause)
    hub.change(key) {
      $0.submission?.stage = .queued
      $0.submission?.claim = nil
      $0.submission?.retriesAt = retriesAt
    }
    queue.enter(key, in: &hub)
    hub.save(key)
    hub.happened(.dependencyDoubted(key))
  }

  /// Takes a task out of the hub that the record has, and that no client has been told of.
  private func withdraw(
    _ task: TrackedTask, because refusal: Refusal, then answers: [AfterCommit],
    _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    let key = task.key
    queue.leave(key, in: hub)
    queue.release(key)
    hub.connections.detach(task)
    hub.tasks.remove(key)
    hub.tasks.noteRemoval(of: key)
    hub.perform(.forget([key], then: answers))
    hub.happened(.taskWithdrawn(key, refusal))
  }
}

// What this hub orders.
extension Engines {
  /// Holds back the job of a task that hasn't begun, or lets the job go on. The engine's next word
  /// on the job shows the result.
  static func hold(
    _ task: TrackedTask, _ isHeld: Bool, by requester: Requester, in hub: inout HubContext
  ) {
    hub.tell(isHeld ? .pause(by: .user) : .resume(by: .user), to: task.key)
    hub.acknowledge(requester)
  }

  private mutating func noteDependencies(of task: TrackedTask, in hub: HubContext) {
    for dependency in task.terms?.dependencies ?? [] where dependency.needsSuccess {
      guard let needed = dependency.key, hub.tasks.isLive(needed) else { continue }
      dependents[needed, default: []].insert(task.key)
    }
  }

  /// Notes the end of a task. Jobs that wait for its success are cancelled if it didn't succeed.
  mutating func noteEnd(of key: TaskKey, in hub: inout HubContext) {
    if let unanswered = awaiting.removeValue(forKey: key), let task = hub.tasks[key] {
      // The task ended before its engine had it: it is in the record all the same.
      let answers = unanswered.requesters.map {
        AfterCommit.reply($0, .submitted(key, task.number))
      }
      if !answers.isEmpty { hub.confirm(key, then: answers) }
    }
    guard let followers = dependents.removeValue(forKey: key) else { return }
    guard let task = hub.tasks[key], let end = task.end, end.ending.reason != .completed else {
      return
    }
    for follower in followers.sorted() {
      guard let waiting = hub.tasks[follower], waiting.isLive, waiting.awaitsBegin else { continue }
      skip(follower, because: task, in: &hub)
    }
  }

  /// Cancels the job of a task that needed the success of another task, which failed.
  private func skip(
    _ key: TaskKey, because needed: TrackedTask, in hub: inout HubContext
  ) {
    hub.change(key) { $0.cancelNote = $0.cancelNote ?? needed.endNote }
    hub.happened(
      .cancelDecided(
        CancelDecision(key: key, reason: .cancelled(by: .dependency), isNoted: true)))
  }
}

extension TrackedTask {
  /// Whether the engine has a job of the task that hasn't begun.
  var hasWaitingJob: Bool { job != nil && awaitsBegin && state == .starting }

  /// The state that people see. A task whose job waits in its engine is queued.
  var shownState: TaskState { hasWaitingJob ? .queued : state }
}
