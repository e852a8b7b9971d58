internal import HeadwayModel

extension TrackedTask {
  /// Whether the task has started and isn't being stopped.
  var stands: Bool {
    switch state {
    case .running, .paused, .suspended: true
    case .queued, .starting, .cancelling, .ended: false
    }
  }

  var standsStill: Bool { state == .paused || state == .suspended }

  /// The state in the record. A parent's state isn't part of it, because the parent has a record of
  /// its own.
  var recordedState: TaskState { stands ? standstill.ownState : state }

  /// Sets the state of the task, and with it its clocks, by what halts it.
  mutating func settle(at now: Moment) {
    guard stands else { return }
    state = standstill.state
    adjustStallClocks(at: now)
  }

  /// A worker that this hub knows nothing of stands still by a person's order.
  mutating func believe(_ report: HaltReport?) {
    if report == .paused { standstill.isPaused = true }
  }

  /// Applies the worker's report on its job control and on the order that it follows.
  mutating func takeHalt(_ report: WorkerReport) {
    if let isPaused = report.isPaused { standstill.isStopped = isPaused && stands }
    if report.halt == .woken { (standstill.isPaused, standstill.suspension) = (false, nil) }
    if stands { state = standstill.state }
  }

  /// Restores what the record has of the task.
  mutating func restore(_ record: TaskRecord) {
    guard stands else { return }
    standstill.isPaused = record.isPausedByPerson
    standstill.suspension = record.suspension
    standstill.isStopped = record.state == .paused && !record.isPausedByPerson
    isPausable = worker.isSupervisor
    state = standstill.state
  }
}
