internal import HeadwayModel

/// The orders to stop, from the decision to the worker.
///
/// An order may have to wait: a worker first finishes the work that it asserts, and subtasks stop
/// before their parents. `Cancelling+Assertions.swift` decides about assertions.
struct Cancelling: Sendable {
  /// The tasks whose worker doesn't have its order yet.
  var heldBack: Set<TaskKey> = []
  /// The deadline (awake clock) at which a stopping hub leaves, whatever is asserted; nil while no
  /// stop was requested.
  var leavesBy: AwakeTime?

  /// A person cancels a task that has had its turn.
  static func cancel(
    _ task: TrackedTask, isForced: Bool, signal: StopSignal?, note: SanitisedText?,
    by requester: Requester, in hub: inout HubContext
  ) {
    let isNoted = note.map { !$0.isEmpty && $0 != task.cancelNote } ?? false
    if isNoted { hub.change(task.key) { $0.cancelNote = note } }
    // A cancel takes back that the task is to start again.
    if task.terms?.restartsAtEnd == true {
      hub.change(task.key) { $0.terms?.restartsAtEnd = false }
    }
    hub.happened(
      .cancelDecided(
        CancelDecision(
          key: task.key, reason: .cancelled(by: .user), isForced: isForced, signal: signal,
          isNoted: isNoted, followers: hub.whenDone(requester))))
  }

  /// Notes the order on the task and on all its live subtasks.
  ///
  /// The reason of an earlier order stays. Force adds to an earlier order, and a new note is shown.
  /// The record has the order before anybody is answered, so that a later hub tells the worker too.
  ///
  /// The function loops over all generations. A recursion could overflow the stack, because clients
  /// decide how deep tasks are nested.
  static func order(_ decision: CancelDecision, in hub: inout HubContext) {
    guard note(decision, in: &hub) else { return }
    var ordered = [decision.key]
    for subtask in hub.tasks.liveSubtasks(of: decision.key) {
      let ofSubtask = CancelDecision(
        key: subtask, reason: decision.reason, isForced: decision.isForced,
        signal: decision.signal)
      if note(ofSubtask, in: &hub) { ordered.append(subtask) }
    }
    hub.happened(.cancelOrdered(ordered, isForced: decision.isForced))
  }

  /// Notes an order on one task. Ends a task that is still queued.
  ///
  /// - Returns: whether the worker has yet to be told.
  private static func note(_ decision: CancelDecision, in hub: inout HubContext) -> Bool {
    let key = decision.key
    guard let task = hub.tasks[key] else { return false }
    guard task.isLive else {
      if !decision.followers.isEmpty { hub.confirm(key, then: decision.followers) }
      return false
    }
    if task.state == .queued {
      hub.dequeue(task, decision.reason, then: decision.followers)
      return false
    }
    let last = task.cancelling?.order
    var order = CancelOrder(
      reason: last?.reason ?? decision.reason, grace: task.description.grace,
      isForced: decision.isForced || last?.isForced == true)
    order.signal = decision.signal ?? last?.signal
    let isNews = last != order
    let now = hub.now
    hub.change(key, showing: isNews || decision.isNoted ? .listing : nil) {
      if $0.cancelling == nil {
        $0.cancelling = PendingCancel(order: order, orderedAt: now.awake)
      } else {
        $0.cancelling?.order = order
      }
      $0.adjustStallClocks(at: now)
    }
    hub.save(key, then: decision.followers)
    return isNews
  }

  /// Delivers the orders that nothing delays, to subtasks before their parents. Force kills a
  /// worker that isn't a supervisor.
  mutating func deliver(
    _ keys: [TaskKey], isForced: Bool, in hub: inout HubContext
  ) {
    for key in keys.reversed() {
      deliver(key, in: &hub)
      if isForced, let worker = hub.tasks[key]?.worker, !worker.isSupervisor {
        hub.perform(.killProcess(worker.process))
      }
    }
  }

  /// Delivers the order to the worker, unless something delays it: an assertion of the task or of a
  /// subtask, live subtasks, which are told first, or a worker that may still come back.
  mutating func deliver(_ key: TaskKey, in hub: inout HubContext) {
    guard let order = hub.tasks[key]?.cancelling?.order else { return }
    if !order.isForced, let deadline = waitingDeadline(of: key, in: &hub) {
      return holdBack(key, until: deadline, in: &hub)
    }
    let now = hub.now.awake
    hub.change(key, showing: .listing) {
      $0.cancelling?.heldBackUntil = nil
      if $0.cancelling?.deliveredAt == nil { $0.cancelling?.deliveredAt = now }
    }
    showAwaited(nil, on: key, in: &hub)
    hub.tell(.cancel(order), to: key)
    stopWaiting(key, in: &hub)
  }

  /// The deadline until which the order is withheld from the worker; nil if the worker is told now.
  private func waitingDeadline(of key: TaskKey, in hub: inout HubContext) -> AwakeTime? {
    guard let task = hub.tasks[key], let cancelling = task.cancelling else { return nil }
    var deadlines: [AwakeTime] = []
    if hub.tasks.hasUnfinishedWork(key) {
      deadlines.append(cancelling.orderedAt + AssertionPatience.longest)
    } else if hub.tasks.hasLiveSubtasks(key) {
      let deadline = cancelling.subtasksUntil ?? hub.now.awake + task.description.grace
      hub.change(key) { $0.cancelling?.subtasksUntil = deadline }
      deadlines.append(deadline)
    }
    if cancelling.isReturning {
      deadlines.append(cancelling.orderedAt + HubSettings.returnPatience)
    }
    return deadlines.max().flatMap { $0 > hub.now.awake ? $0 : nil }
  }

  private mutating func holdBack(
    _ key: TaskKey, until deadline: AwakeTime, in hub: inout HubContext
  ) {
    let isFirst = hub.tasks[key]?.cancelling?.heldBackUntil == nil
    hub.change(key) { $0.cancelling?.heldBackUntil = deadline }
    heldBack.insert(key)
    let holders = hub.tasks.assertors(below: key)
    showAwaited(holders.first.flatMap { hub.tasks[$0]?.assertion }, on: key, in: &hub)
    let unasked = isFirst ? holders.filter { $0 == key || !heldBack.contains($0) } : []
    hub.askToFinish(unasked, within: deadline - hub.now.awake)
  }

  private func showAwaited(
    _ assertion: SanitisedText?, on key: TaskKey, in hub: inout HubContext
  ) {
    guard hub.tasks[key]?.cancelling?.awaitedAssertion != assertion else { return }
    hub.change(key, showing: .listing) { $0.cancelling?.awaitedAssertion = assertion }
  }

  /// Delivers an order that was withheld for as long as it may be. The card names the assertion that
  /// wasn't done.
  mutating func endPatience(of key: TaskKey, in hub: inout HubContext) {
    for holder in hub.tasks.assertors(below: key) {
      hub.change(holder, showing: .listing) {
        ($0.leakedAssertion, $0.assertion) = ($0.assertion ?? $0.leakedAssertion, nil)
      }
      hub.save(holder)
      noteAssertion(of: holder, in: &hub)
    }
    if hub.tasks[key]?.cancelling?.heldBackUntil != nil { deliver(key, in: &hub) }
  }

  /// Delivers the order to a worker that is back. Cancels a subtask that begins or comes back while
  /// its parent is being cancelled.
  mutating func noteArrival(_ arrival: WorkerArrival, in hub: inout HubContext) {
    let key = arrival.key
    let isAsserting = noteAssertion(of: key, in: &hub)
    guard let task = hub.tasks[key] else { return }
    if task.cancelling != nil {
      let wasHeldBack = heldBack.contains(key)
      deliver(key, in: &hub)
      if !wasHeldBack { return }
    } else {
      cancelWithCommand(task, in: &hub)
    }
    if arrival.isBack, !isAsserting { remindOfWaiting(key, in: &hub) }
  }

  private func cancelWithCommand(_ task: TrackedTask, in hub: inout HubContext) {
    guard task.description.parent != nil else { return }
    let command = hub.tasks.ancestors(of: task.key).first {
      $0.worker.isSupervisor && $0.isLive && $0.cancelling != nil
    }
    guard let order = command?.cancelling?.order else { return }
    Self.order(
      CancelDecision(
        key: task.key, reason: order.reason, isForced: order.isForced, signal: order.signal),
      in: &hub)
  }
}
