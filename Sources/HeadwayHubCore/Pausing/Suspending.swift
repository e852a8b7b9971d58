internal import HeadwayModel

/// Suspends tasks for the system. A running task that lacks one of its conditions is suspended
/// until all of its conditions hold again.
enum Suspending {
  /// Suspends a running task that lacks a condition, or resumes it.
  ///
  /// - Parameter condition: the condition in words, such as "AC power"; nil if all conditions hold.
  static func noteCondition(
    of key: TaskKey, lacks condition: SanitisedText?, in hub: inout HubContext
  ) {
    if let condition {
      suspend(key, because: condition, in: &hub)
    } else {
      unsuspend(key, in: &hub)
    }
  }

  /// Suspends a running task, after the work that the task asserts is done. Does nothing for a task
  /// that can't be paused.
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

  /// Lifts the suspension of a task, or the wait for one. The task stays halted if a person has
  /// paused it.
  private static func unsuspend(_ key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.isActive else { return }
    if task.halting.pending != nil {
      hub.change(key) { $0.halting.pending = nil }
      return hub.askToFinish(hub.tasks.assertors(below: key), within: nil)
    }
    guard task.halting.reasons.suspension != nil else { return }
    Pausing.changeHalt(key, by: .system, in: &hub) { $0.suspension = nil }
  }

  /// Suspends a task that has waited for unfinished work, if the work is done or the deadline of
  /// the wait has come.
  static func suspendAtLast(_ key: TaskKey, in hub: inout HubContext) {
    guard let pending = hub.tasks[key]?.halting.pending,
      pending.until <= hub.now.awake || !hub.tasks.hasUnfinishedWork(key)
    else { return }
    hub.change(key) { $0.halting.pending = nil }
    Pausing.changeHalt(key, by: .system, in: &hub) { $0.suspension = pending.reason }
  }
}
