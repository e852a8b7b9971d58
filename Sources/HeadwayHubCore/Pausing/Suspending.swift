internal import HeadwayModel

/// Suspension by the system: work whose condition has ended stands still until all of its conditions
/// hold again.
enum Suspending {
  /// A running task lacks a condition, as in "AC power", or lacks none any more.
  static func noteCondition(
    of key: TaskKey, lacks condition: SanitisedText?, in hub: inout HubContext
  ) {
    if let condition {
      suspend(key, because: condition, in: &hub)
    } else {
      unsuspend(key, in: &hub)
    }
  }

  /// Stops a running task. What the task says it must finish is waited for. Nothing for a task that
  /// can't be stopped.
  private static func suspend(
    _ key: TaskKey, because reason: SanitisedText, in hub: inout HubContext
  ) {
    guard let task = hub.tasks[key], task.isActive, task.worker.isPausable else { return }
    guard task.halting.reasons.ordered == nil, hub.tasks.hasUnfinishedWork(key) else {
      return Pausing.changeHalt(key, by: .system, in: &hub) { $0.suspension = reason }
    }
    let pending = task.halting.pending
    let until = pending?.until ?? hub.now.awake + AssertionPatience.longest
    hub.change(key) { $0.halting.pending = PendingSuspension(reason: reason, until: until) }
    guard pending == nil else { return }
    hub.askToFinish(hub.tasks.assertors(below: key), within: until - hub.now.awake)
  }

  /// Resumes a task that the system suspended, unless a person has paused it.
  private static func unsuspend(_ key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.isActive else { return }
    if task.halting.pending != nil {
      hub.change(key) { $0.halting.pending = nil }
      return hub.askToFinish(hub.tasks.assertors(below: key), within: nil)
    }
    guard task.halting.reasons.suspension != nil else { return }
    Pausing.changeHalt(key, by: .system, in: &hub) { $0.suspension = nil }
  }

  /// Suspends a task whose unfinished work is done, or has been waited for long enough.
  static func suspendAtLast(_ key: TaskKey, in hub: inout HubContext) {
    guard let pending = hub.tasks[key]?.halting.pending,
      pending.until <= hub.now.awake || !hub.tasks.hasUnfinishedWork(key)
    else { return }
    hub.change(key) { $0.halting.pending = nil }
    Pausing.changeHalt(key, by: .system, in: &hub) { $0.suspension = pending.reason }
  }
}
