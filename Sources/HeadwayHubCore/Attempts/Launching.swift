internal import HeadwayModel

/// Supervisors that the hub starts.
enum Launching {
  /// The task, while that launch of it is under way: what is heard of an earlier one is too late.
  private static func task(
    _ key: TaskKey, in launch: Int, _ hub: HubContext
  ) -> TrackedTask? {
    guard let task = hub.tasks[key], task.isLive, task.state != .queued,
      task.description.launch == launch
    else { return nil }
    return task
  }

  /// The shell has started a supervisor.
  static func noteSupervisor(
    of key: TaskKey, _ launch: Int, _ process: ProcessIdentity, in hub: inout HubContext
  ) {
    guard let task = task(key, in: launch, hub), task.worker.connection == nil else { return }
    hub.change(key, showing: .listing) { $0.worker.process = process }
    hub.perform(.watchProcess(key, process))
  }

  /// The shell couldn't start a supervisor, for a reason that the card shows.
  static func fail(
    _ key: TaskKey, _ launch: Int, because reason: SanitisedText, in hub: inout HubContext
  ) {
    guard let task = task(key, in: launch, hub), task.awaitsBegin else { return }
    hub.change(key) { $0.subtitle = reason }
    hub.end(key, task.cancelling?.order.reason ?? .failed)
  }

  /// No supervisor of the task runs: an earlier hub may have died before it started one, or after.
  static func relaunch(
    _ key: TaskKey, _ launch: Int, hasStarted: Bool, in hub: inout HubContext
  ) {
    guard let task = task(key, in: launch, hub), task.awaitsBegin, task.worker.connection == nil
    else { return }
    if hasStarted { return hub.perform(.searchSpool(key)) }
    if let cancelling = task.cancelling { return hub.end(key, cancelling.order.reason) }
    guard task.submission?.wasRelaunched == false else { return hub.perform(.searchSpool(key)) }
    hub.change(key) { $0.submission?.wasRelaunched = true }
    hub.perform(.launch(TaskRecord(task)))
  }
}
