// What is asserted must be finished first: a cancel, an expiry and the hub's own end wait for it.
extension HubState {
  /// How long a cancel, or the hub's end, waits for what is asserted: as long as iOS gives a
  /// program in the background.
  package static let assertionPatience: Duration = .seconds(30)

  /// More parents than that are a ring.
  private static let generationLimit = 64

  /// Tells the worker of its cancel; where it, or what it is the parent of, asserts something, not
  /// before that is finished, or has been waited for long enough.
  mutating func deliverCancel(of key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let task = tasks[key], let order = task.cancel else { return [] }
    let holders = order.isForced ? [] : assertors(below: key)
    guard holders.isEmpty else { return holdBack(key, for: holders, at: now) }
    tasks[key]?.heldBackUntil = nil
    heldBack.remove(key)
    guard let connection = task.worker.connection else { return [] }
    return [.tellWorker(connection, key, .cancel(order))]
  }

  private mutating func holdBack(
    _ key: TaskKey, for holders: [TaskKey], at now: Moment
  ) -> [HubEffect] {
    let deadline = tasks[key]?.heldBackUntil ?? now.awake + Self.assertionPatience
    tasks[key]?.heldBackUntil = deadline
    heldBack.insert(key)
    return askToFinish(holders, within: deadline - now.awake) + arm(key, at: now)
  }

  private func askToFinish(_ holders: [TaskKey], within time: Duration) -> [HubEffect] {
    holders.compactMap { key in
      tasks[key]?.worker.connection.map {
        .tellWorker($0, key, .assertionAwaited(within: max(.zero, time)))
      }
    }
  }

  /// A task asserts something else than before, nothing any more, or has ended.
  mutating func noteAssertion(of key: TaskKey, at now: Moment) -> [HubEffect] {
    if tasks[key]?.assertion == nil {
      guard asserting.remove(key) != nil else { return [] }
      return goOn(at: now)
    }
    guard asserting.insert(key).inserted else { return [] }
    return heldBack.filter { isTask(key, below: $0) }.flatMap { waiting in
      tasks[waiting]?.heldBackUntil.map { askToFinish([key], within: $0 - now.awake) } ?? []
    }
  }

  /// What has waited long enough goes on, and the card says who was not done.
  mutating func endPatience(of key: TaskKey, at now: Moment) -> [HubEffect] {
    let effects = assertors(below: key).flatMap { giveUp($0, at: now) }
    guard tasks[key]?.heldBackUntil != nil else { return effects }
    return effects + deliverCancel(of: key, at: now)
  }

  private mutating func giveUp(_ holder: TaskKey, at now: Moment) -> [HubEffect] {
    tasks[holder]?.leakAssertion()
    note(.listing, of: holder)
    return noteAssertion(of: holder, at: now)
  }

  /// A task has ended: it waits for nobody, and nobody for it.
  mutating func noteEndOfWaiting(of key: TaskKey, at now: Moment) -> [HubEffect] {
    heldBack.remove(key)
    return noteAssertion(of: key, at: now)
  }

  private mutating func goOn(at now: Moment) -> [HubEffect] {
    let free = heldBack.filter { assertors(below: $0).isEmpty }
    return free.sorted { $0.description < $1.description }
      .flatMap { deliverCancel(of: $0, at: now) }
      + (isLeaving && asserting.isEmpty ? [.leave] : [])
  }

  mutating func requestShutdown(at now: Moment) -> [HubEffect] {
    guard !isLeaving, !asserting.isEmpty else { return [.leave] }
    isLeaving = true
    let holders = asserting.sorted { $0.description < $1.description }
    return askToFinish(holders, within: Self.assertionPatience)
      + [.leaveWithin(Self.assertionPatience)]
  }

  /// The tasks that assert something, of this one and those that are a part of it.
  private func assertors(below key: TaskKey) -> [TaskKey] {
    guard !asserting.isEmpty else { return [] }
    return asserting.filter { isTask($0, below: key) }.sorted { $0.description < $1.description }
  }

  /// Whether `key` is `ancestor`, or a part of it.
  private func isTask(_ key: TaskKey, below ancestor: TaskKey) -> Bool {
    var current: TaskKey? = key
    for _ in 0..<Self.generationLimit {
      guard let known = current else { return false }
      if known == ancestor { return true }
      current = tasks[known]?.description.parent
    }
    return false
  }
}

extension TrackedTask {
  fileprivate mutating func leakAssertion() {
    leakedAssertion = assertion ?? leakedAssertion
    assertion = nil
  }
}
