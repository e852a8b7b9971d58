// `headway debug`: what the system would do on its own time, now.
extension HubState {
  mutating func noteWaiting(
    _ identifiers: [SanitisedText], in connection: ConnectionID
  ) -> [HubEffect] {
    guard peers[connection] != nil else { return [] }
    waitingRequests[connection] = identifiers.isEmpty ? nil : identifiers
    return []
  }

  /// In the worker that connected last, where several have such a request.
  func simulateLaunch(of identifier: SanitisedText, _ requester: Requester) -> [HubEffect] {
    let workers = waitingRequests.filter { $0.value.contains(identifier) }.map(\.key)
    guard let worker = workers.max(by: { $0.value < $1.value }) else {
      return refuse(.nothingWaiting(identifier), requester)
    }
    return [.tellToLaunch(worker, identifier)] + acknowledge(requester)
  }

  mutating func simulateExpiry(
    of reference: TaskReference, _ requester: Requester, at now: Moment
  ) -> [HubEffect] {
    withTask(reference, requester) { state, key in
      guard let task = state.tasks[key] else { return [] }
      guard task.isLive else { return state.refuse(.alreadyEnded(task.number), requester) }
      if task.cancel == nil { state.tasks[key]?.cancelNote = "simulated by headway debug" }
      return state.order(
        .expired(.stall), key, isForced: false, isNoted: true, at: now,
        then: state.whenDone(requester))
    }
  }
}
