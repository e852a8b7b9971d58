internal import HeadwayModel

// `headway debug`: what the system would do on its own time, now.
extension HubState {
  /// Gives a task its turn now, whatever it waits for. Only resources that others hold still count.
  mutating func simulateLaunch(
    of identifier: SanitisedText, _ requester: Requester, at now: Moment
  ) -> [HubEffect] {
    guard let key = programRequest(identifier) else {
      return refuse(.nothingWaiting(identifier), requester)
    }
    return change([key], by: requester) { state in
      state.leaveQueue(key)
      state.tasks[key]?.waitForNothing()
      state.enqueue(key, at: now)
      return state.arm(key, at: now)
    }
  }

  /// The task that a program has submitted under the identifier and launches itself when its turn
  /// comes.
  func programRequest(_ identifier: SanitisedText) -> TaskKey? {
    guard let key = waitingTasks.byIdentifier[identifier], let task = tasks[key],
      task.state == .queued, task.terms?.launcher == .worker, !task.worker.isSupervisor
    else { return nil }
    return key
  }

  mutating func simulateExpiry(
    of reference: TaskReference, _ requester: Requester, at now: Moment
  ) -> [HubEffect] {
    withTask(begunTask(reference) ?? reference, requester) { state, key in
      guard let task = state.tasks[key] else { return [] }
      guard task.isLive else { return state.refuse(.alreadyEnded(task.number), requester) }
      if task.cancel == nil { state.tasks[key]?.cancelNote = "simulated by headway debug" }
      return state.order(
        .expired(.stall), key, isForced: false, isNoted: true, at: now,
        then: state.whenDone(requester))
    }
  }

  /// The one of an identifier that has begun, where another waits that is to follow it.
  private func begunTask(_ reference: TaskReference) -> TaskReference? {
    guard case .identifier(let identifier) = reference else { return nil }
    let begun = tasks.named(identifier).filter { $0.isLive && $0.state != .queued }
    return begun.count == 1 ? begun.first.map { .key($0.key) } : nil
  }
}

extension TrackedTask {
  fileprivate mutating func waitForNothing() {
    terms?.earliest = nil
    terms?.conditions = []
    terms?.whileConditions = []
    terms?.dependencies = []
    terms?.takesSlot = false
    (isHeld, looksAt) = (false, nil)
  }
}
