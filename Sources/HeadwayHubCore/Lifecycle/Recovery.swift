internal import HeadwayModel

/// The workers that are gone, and the ends that the hub wasn't told of.
enum Recovery {
  /// Looks for the end of a task whose worker has exited without a connection.
  static func noteExit(of key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.mayBeGone else { return }
    // An earlier hub may have started another supervisor for the task.
    if task.awaitsBegin, task.terms?.launcher == .hub {
      return hub.perform(.searchSupervisor(key, launch: task.description.launch))
    }
    hub.perform(.searchSpool(key))
  }

  /// Ends a task whose process is gone and reported no end. A task that was told to stop counts as
  /// stopped. The outcome of any other task isn't known. The same holds if the cancel was still
  /// withheld.
  static func lose(_ key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.mayBeGone else { return }
    if task.state == .queued { return hub.end(key, .cancelled(by: .terminal)) }
    let cancelling = task.cancelling.flatMap { $0.heldBackUntil == nil ? $0 : nil }
    hub.end(key, cancelling?.order.reason ?? .lost)
  }

  /// Takes in an end from the spool, perhaps of a task that the hub doesn't know.
  static func recover(
    _ spooled: SpooledEnd, _ durability: Durability, in hub: inout HubContext
  ) {
    let key = spooled.description.key
    if hub.tasks[key] == nil {
      guard !durability.cleaned.contains(key) else {
        return hub.perform(.forget([key], then: [.removeSpooledEnd(key)]))
      }
      guard let number = hub.tasks.nextNumber else { return }
      let worker = WorkerAttachment(
        process: spooled.process, connection: nil, isSupervisor: true)
      hub.insert(
        TrackedTask(
          number: number, description: spooled.description, worker: worker,
          settings: hub.settings, at: hub.now))
    }
    guard let task = hub.tasks[key] else { return }
    guard spooled.description.launch >= task.description.launch else {
      return hub.confirm(key, then: [.removeSpooledEnd(key)])
    }
    let now = hub.now
    if task.isLive {
      hub.change(key) {
        _ = $0.apply(spooled.report, isRecognised: task.worker.isSupervisor, at: now)
      }
    }
    hub.happened(
      .endDecided(
        EndDecision(
          key: key, ending: spooled.ending, endedAt: spooled.endedAt ?? now.wall,
          followers: [.removeSpooledEnd(key)])))
  }
}

extension TrackedTask {
  /// Whether the task has a process that isn't connected. A task that the hub is yet to launch has
  /// none.
  fileprivate var mayBeGone: Bool {
    isLive && worker.connection == nil && !(state == .queued && terms?.launcher == .hub)
  }
}
