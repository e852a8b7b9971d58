internal import HeadwayModel

// Assertions: work that must be finished before a cancel, an expiry, or the hub's own end.
extension Cancelling {
  /// Notes that a task has begun, changed or ended an assertion.
  ///
  /// - Returns: whether the task has just begun to assert.
  @discardableResult
  mutating func noteAssertion(of key: TaskKey, in hub: inout HubContext) -> Bool {
    guard let hasBegun = hub.tasks.noteAssertion(of: key) else { return false }
    guard hasBegun else {
      goOn(after: key, in: &hub)
      return false
    }
    for waiting in waiting(for: key, in: hub) { deliver(waiting, in: &hub) }
    remindOfWaiting(key, in: &hub)
    return true
  }

  /// Tells a worker with an assertion how long others wait for it.
  func remindOfWaiting(_ key: TaskKey, in hub: inout HubContext) {
    guard hub.tasks.asserting.contains(key) else { return }
    let deadlines = waiting(for: key, in: hub).map {
      hub.tasks[$0]?.cancelling?.heldBackUntil
    }
    guard let first = (deadlines + [leavesBy]).compactMap({ $0 }).min() else { return }
    hub.askToFinish([key], within: first - hub.now.awake)
  }

  /// Ends all waits of and for a task that has ended.
  mutating func noteEnd(of key: TaskKey, in hub: inout HubContext) {
    hub.tasks.forgetAssertion(of: key)
    stopWaiting(key, in: &hub)
    goOn(after: key, in: &hub)
  }

  /// Ends the wait of `key` for assertions. Workers that nobody else waits for are told that they
  /// have time again.
  mutating func stopWaiting(_ key: TaskKey, in hub: inout HubContext) {
    guard heldBack.remove(key) != nil, leavesBy == nil else { return }
    let free = hub.tasks.assertors(below: key).filter { waiting(for: $0, in: hub).isEmpty }
    hub.askToFinish(free, within: nil)
  }

  private mutating func goOn(after key: TaskKey, in hub: inout HubContext) {
    for waiting in waiting(for: key, in: hub) { deliver(waiting, in: &hub) }
    hub.happened(.workFinished(key))
    if leavesBy != nil, hub.tasks.asserting.isEmpty { hub.perform(.leave) }
  }

  /// The tasks whose order waits for an assertion of `key`.
  private func waiting(for key: TaskKey, in hub: HubContext) -> [TaskKey] {
    heldBack.isEmpty ? [] : hub.tasks.lineage(of: key).filter(heldBack.contains)
  }
}

// The hub's own end.
extension Cancelling {
  /// The longest time that the hub would wait for assertions if it were told to leave now; nil if
  /// it would leave immediately.
  func shutdownPatience(in hub: HubContext) -> Duration? {
    leavesBy == nil && !hub.tasks.asserting.isEmpty ? AssertionPatience.longest : nil
  }

  mutating func requestShutdown(in hub: inout HubContext) {
    guard let patience = shutdownPatience(in: hub) else { return hub.perform(.leave) }
    leavesBy = hub.now.awake + patience
    hub.askToFinish(hub.tasks.asserting.sorted(), within: patience)
    hub.perform(.leaveWithin(patience))
  }
}
