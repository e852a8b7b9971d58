internal import HeadwayModel

/// Pauses and resumes tasks for a person.
///
/// While a supervised command is halted, its subtasks are halted with it. Orders for a halted
/// worker wait until the task goes on. ``Suspending`` halts tasks for the system.
enum Pausing {
  /// Pauses a task that has begun, or that the hub is just starting. A command that is just being
  /// started is paused as soon as it runs.
  static func pause(_ task: TrackedTask, by requester: Requester, in hub: inout HubContext) {
    guard task.isActive || task.state == .starting else {
      return hub.refuse(.notRunning(task.number), requester)
    }
    let isSupervised = task.worker.isPausable || task.state == .starting
    guard isSupervised || task.halting.reasons.isPaused else {
      return hub.refuse(.notPausable(task.number), requester)
    }
    changeHalt(task.key, by: .user, then: hub.whenDone(requester), in: &hub) {
      $0.isPaused = true
    }
  }

  /// Resumes a paused task. A task that its terminal's job control stopped goes on in the
  /// background, and its worker reports that.
  static func resume(_ task: TrackedTask, by requester: Requester, in hub: inout HubContext) {
    guard task.isActive || task.state == .starting else {
      return hub.refuse(.notRunning(task.number), requester)
    }
    let before = task.halting.reasons
    if !before.isPaused, !before.isStopped, let reason = before.suspension {
      return hub.refuse(.suspended(task.number, because: reason), requester)
    }
    if !before.isPaused, !before.isStopped, task.isSuspendedByEngine {
      return hub.refuse(
        .suspended(task.number, because: TrackedTask.engineResumes), requester)
    }
    changeHalt(task.key, by: .user, then: hub.whenDone(requester), in: &hub) {
      $0.isPaused = false
    }
    guard before.isStopped, before.ordered == nil, task.worker.isPausable else { return }
    hub.tell(.resume(by: .user), to: task.key)
  }

  /// Changes the reasons for which a task is halted.
  ///
  /// The hub saves the task, tells the worker if the order for it changes, and lets subtasks
  /// follow.
  static func changeHalt(
    _ key: TaskKey, by halter: Halter, then followers: [AfterCommit] = [],
    in hub: inout HubContext, _ change: (inout HaltState) -> Void
  ) {
    guard let before = hub.tasks[key]?.halting.reasons else { return }
    var reasons = before
    change(&reasons)
    set(reasons, of: key, in: &hub)
    hub.save(key, then: followers)
    guard reasons != before else { return }
    hub.tasks.note(.listing, of: key)
    if reasons.ordered != before.ordered { tellHalt(of: key, by: halter, in: &hub) }
    hub.happened(.haltChanged(key))
  }

  private static func set(_ reasons: HaltState, of key: TaskKey, in hub: inout HubContext) {
    let now = hub.now
    hub.change(key) {
      $0.halting.reasons = reasons
      if $0.isActive { $0.adjustStallClocks(at: now) }
    }
  }

  /// Tells a worker that has come back whether to halt, if its report and the hub's order differ.
  static func agree(_ key: TaskKey, with report: WorkerReport, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.isActive, let reported = report.halt,
      reported.halter != task.halting.reasons.ordered
    else { return }
    tellHalt(of: key, by: .system, in: &hub)
  }

  private static func tellHalt(
    of key: TaskKey, by halter: Halter, in hub: inout HubContext
  ) {
    if let ordered = hub.tasks[key]?.halting.reasons.ordered {
      hub.tell(.pause(by: ordered), to: key)
    } else {
      hub.tell(.resume(by: halter), to: key)
      tellDeferred(key, in: &hub)
    }
  }

  private static func tellDeferred(_ key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], !task.isHalted, !task.halting.deferred.isEmpty else { return }
    hub.change(key) { $0.halting.deferred = [] }
    for order in task.halting.deferred { hub.tell(order, to: key) }
  }

  /// Ends the halt of a task that is to be cancelled.
  ///
  /// A command with subtasks is resumed before the hub tells its subtasks to stop: a subtask of a
  /// halted command can't receive the order.
  static func endHalt(of key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key] else { return }
    guard task.halting.reasons != HaltState(), !task.awaitsBegin else {
      hub.change(key) { ($0.halting.pending, $0.halting.deferred) = (nil, []) }
      return
    }
    hub.change(key) { ($0.halting.pending, $0.halting.reasons) = (nil, HaltState()) }
    hub.save(key)
    if !hub.tasks.liveSubtasks(of: key).isEmpty { hub.tell(.resume(by: .user), to: key) }
    tellDeferred(key, in: &hub)
    followParents(of: key, in: &hub)
  }

  /// Halts the subtasks of a halted command, or lets them go on with it.
  static func followParents(of key: TaskKey, in hub: inout HubContext) {
    for subtask in hub.tasks.liveSubtasks(of: key) { followParent(subtask, in: &hub) }
  }

  static func followParent(_ key: TaskKey, in hub: inout HubContext) {
    let state = hub.tasks.ancestors(of: key).first { $0.worker.isSupervisor && $0.isHalted }?.state
    guard let task = hub.tasks[key], task.halting.reasons.ofParent != state else { return }
    var reasons = task.halting.reasons
    reasons.ofParent = state
    set(reasons, of: key, in: &hub)
    hub.tasks.note(.listing, of: key)
    tellDeferred(key, in: &hub)
  }
}

extension HubContext {
  /// Tells the worker of the task. If the task is halted, the order waits until the task goes on.
  /// The context keeps only the latest order of each kind.
  mutating func tellOrDefer(_ order: WorkerOrder, to key: TaskKey) {
    guard let task = tasks[key], task.isHalted else { return tell(order, to: key) }
    change(key) {
      $0.halting.deferred.removeAll { $0.isOfSameKind(as: order) }
      $0.halting.deferred.append(order)
    }
  }
}

extension WorkerOrder {
  /// Whether `other` is of the same kind, so that the later of the two orders replaces the earlier.
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
