internal import HeadwayModel

extension TrackedTask {
  /// It has started, and isn't being stopped for good.
  var stands: Bool {
    switch state {
    case .running, .paused, .suspended: true
    case .queued, .starting, .cancelling, .ended: false
    }
  }

  var standsStill: Bool { state == .paused || state == .suspended }

  /// As the record keeps it: what it is a part of has a record of its own.
  var recordedState: TaskState { stands ? standstill.ownState : state }

  /// Its state, and with it its clocks, follow from what holds it.
  mutating func settle(at now: Moment) {
    guard stands else { return }
    state = standstill.state
    adjustStallClocks(at: now)
  }

  /// A worker that this hub knows nothing of stands still by a person's order.
  mutating func believe(_ report: HaltReport?) {
    if report == .paused { standstill.isPaused = true }
  }

  /// What its worker says of its own job control, and of where it stands by order.
  mutating func takeHalt(_ report: WorkerReport) {
    if let isPaused = report.isPaused { standstill.isStopped = isPaused && stands }
    if report.halt == .woken { (standstill.isPaused, standstill.suspension) = (false, nil) }
    if stands { state = standstill.state }
  }

  /// As the record has it.
  mutating func restore(_ record: TaskRecord) {
    guard stands else { return }
    standstill.isPaused = record.isPausedByPerson
    standstill.suspension = record.suspension
    standstill.isStopped = record.state == .paused && !record.isPausedByPerson
    isPausable = worker.isSupervisor
    state = standstill.state
  }
}
