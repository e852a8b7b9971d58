internal import HeadwayModel

extension TrackedTask {
  /// Whether the task has started and isn't being stopped.
  var isActive: Bool {
    switch state {
    case .running, .paused, .suspended: true
    case .queued, .starting, .cancelling, .ended: false
    }
  }

  var isHalted: Bool { state == .paused || state == .suspended }

  /// The state in the record. A parent's state isn't part of it, because the parent has a record of
  /// its own.
  var recordedState: TaskState { isActive ? haltState.ownState : state }

  /// Sets the state of the task, and with it its clocks, by what halts it.
  mutating func settle(at now: Moment) {
    guard isActive else { return }
    state = haltState.state
    adjustStallClocks(at: now)
  }

  /// A worker that this hub knows nothing of stands still by a person's order.
  mutating func believe(_ report: HaltReport?) {
    if report == .paused { haltState.isPaused = true }
  }

  /// Applies the worker's report on its job control and on the order that it follows.
  mutating func takeHalt(_ report: WorkerReport) {
    if let isPaused = report.isPaused { haltState.isStopped = isPaused && isActive }
    if report.halt == .woken { (haltState.isPaused, haltState.suspension) = (false, nil) }
    if isActive { state = haltState.state }
  }

  /// Restores what the record has of the task.
  mutating func restore(_ record: TaskRecord) {
    guard isActive else { return }
    haltState.isPaused = record.isPausedByPerson
    haltState.suspension = record.suspension
    haltState.isStopped = record.state == .paused && !record.isPausedByPerson
    isPausable = worker.isSupervisor
    state = haltState.state
  }
}
