internal import HeadwayModel

/// Supervisors that the hub starts.
enum Launching {
  /// The task, if its launch with this number is under way. Nil for news of an earlier launch.
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

  /// Launches the task again, because no supervisor of it runs. An earlier hub may have died before
  /// or after it started one.
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
