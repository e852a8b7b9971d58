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
    if !order.isForced {
      if isAwaiting(key) { return holdBack(key, at: now) }
      if let returned = task.mayHearUntil, returned > now.awake {
        tasks[key]?.heldBackUntil = returned
        heldBack.insert(key)
        return arm(key, at: now)
      }
    }
    tasks[key]?.heldBackUntil = nil
    let withdrawals = stopWaiting(key)
    guard let connection = task.worker.connection else { return withdrawals }
    return [.tellWorker(connection, key, .cancel(order))] + withdrawals
  }

  private mutating func holdBack(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    let deadline = deadline(of: key, at: now)
    tasks[key]?.heldBackUntil = deadline
    tasks[key]?.mayHearUntil = nil
    heldBack.insert(key)
    return askToFinish(assertors(below: key), by: deadline, at: now) + arm(key, at: now)
  }

  private func deadline(of key: TaskKey, at now: Moment) -> Duration {
    let known = tasks[key]?.mayHearUntil == nil ? tasks[key]?.heldBackUntil : nil
    return known ?? now.awake + Self.assertionPatience
  }

  /// Nil where they needn't hurry any more.
  private func askToFinish(
    _ holders: [TaskKey], by deadline: Duration?, at now: Moment? = nil
  ) -> [HubEffect] {
    let time = deadline.map { max(.zero, $0 - (now?.awake ?? $0)) }
    return holders.compactMap { key in
      tasks[key]?.worker.connection.map { .tellWorker($0, key, .assertionAwaited(within: time)) }
    }
  }

  /// A task asserts something else than before, nothing any more, or has ended.
  mutating func noteAssertion(of key: TaskKey, at now: Moment) -> [HubEffect] {
    if tasks[key]?.assertion == nil {
      guard asserting.remove(key) != nil else { return [] }
      return goOn(after: key, at: now)
    }
    guard asserting.insert(key).inserted else { return [] }
    let returning = waiting(for: key).filter { tasks[$0]?.mayHearUntil != nil }
    return returning.flatMap { holdBack($0, at: now) } + remindOfWaiting(key, at: now)
  }

  /// Tells a worker that asserts something what waits for it.
  mutating func remindOfWaiting(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard asserting.contains(key) else { return [] }
    let deadlines = waiting(for: key).compactMap { tasks[$0]?.heldBackUntil } + [leavesBy]
    guard let first = deadlines.compactMap({ $0 }).min() else { return [] }
    return askToFinish([key], by: first, at: now)
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
    stopWaiting(key) + noteAssertion(of: key, at: now)
  }

  /// Those for whom nobody else waits are told that they have time again.
  private mutating func stopWaiting(_ key: TaskKey) -> [HubEffect] {
    guard heldBack.remove(key) != nil, leavesBy == nil else { return [] }
    return askToFinish(assertors(below: key).filter { waiting(for: $0).isEmpty }, by: nil)
  }

  private mutating func goOn(after key: TaskKey, at now: Moment) -> [HubEffect] {
    let free = waiting(for: key).filter { !isAwaiting($0) }
    return free.flatMap { deliverCancel(of: $0, at: now) }
      + (leavesBy != nil && asserting.isEmpty ? [.leave] : [])
  }

  /// How long the hub would go on waiting if it were told to leave now; nil where it leaves at once.
  package var shutdownPatience: Duration? {
    leavesBy == nil && !asserting.isEmpty ? Self.assertionPatience : nil
  }

  mutating func requestShutdown(at now: Moment) -> [HubEffect] {
    guard let patience = shutdownPatience else { return [.leave] }
    let deadline = now.awake + patience
    leavesBy = deadline
    let holders = asserting.sorted { $0.description < $1.description }
    return askToFinish(holders, by: deadline, at: now) + [.leaveWithin(patience)]
  }

  private func isAwaiting(_ key: TaskKey) -> Bool {
    asserting.contains { lineage(of: $0).contains(key) }
  }

  /// The tasks that assert something, of this one and those that are a part of it.
  private func assertors(below key: TaskKey) -> [TaskKey] {
    asserting.filter { lineage(of: $0).contains(key) }.sorted { $0.description < $1.description }
  }

  /// Whose cancel waits for what this one asserts.
  private func waiting(for key: TaskKey) -> [TaskKey] {
    heldBack.isEmpty ? [] : lineage(of: key).filter(heldBack.contains)
  }

  /// The task, and all that it is a part of.
  private func lineage(of key: TaskKey) -> [TaskKey] {
    var lineage = [key]
    while lineage.count < Self.generationLimit, let last = lineage.last,
      let parent = tasks.parent(of: last), !lineage.contains(parent)
    {
      lineage.append(parent)
    }
    return lineage
  }
}

extension TrackedTask {
  fileprivate mutating func leakAssertion() {
    leakedAssertion = assertion ?? leakedAssertion
    assertion = nil
  }
}
