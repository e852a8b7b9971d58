internal import HeadwayModel

// What is asserted must be finished first: a cancel, an expiry and the hub's own end wait for it.
extension HubState {
  /// More parents than that are a ring.
  private static let generationLimit = 64

  /// The time that the workers of an earlier hub have to come back.
  static let returnPatience: Duration = .seconds(2)

  /// Tells the worker of its cancel, once nothing is to be waited for any more: what it or a part
  /// of it asserts, the parts of a command, which are told first, and who may come back to say so.
  mutating func deliverCancel(of key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let task = tasks[key], let order = task.cancel else { return [] }
    if !order.isForced, let deadline = waitingDeadline(of: key, at: now) {
      return holdBack(key, until: deadline, at: now)
    }
    tasks[key]?.heldBackUntil = nil
    showAwaited(nil, on: key)
    let withdrawals = stopWaiting(key)
    guard let connection = task.worker.connection else { return withdrawals }
    return [.tellWorker(connection, key, .cancel(order))] + withdrawals
  }

  /// The deadline until which the cancel of `key` is withheld from its worker; nil if the worker is
  /// told now.
  private mutating func waitingDeadline(of key: TaskKey, at now: Moment) -> AwakeTime? {
    guard let task = tasks[key], let orderedAt = task.orderedAt else { return nil }
    var deadlines: [AwakeTime] = []
    if isAwaiting(key) {
      deadlines.append(orderedAt + AssertionPatience.longest)
    } else if hasLiveParts(key) {
      let deadline = task.partsUntil ?? now.awake + task.description.grace
      tasks[key]?.partsUntil = deadline
      deadlines.append(deadline)
    }
    if task.isReturning { deadlines.append(orderedAt + Self.returnPatience) }
    return deadlines.max().flatMap { $0 > now.awake ? $0 : nil }
  }

  private mutating func holdBack(
    _ key: TaskKey, until deadline: AwakeTime, at now: Moment
  ) -> [HubEffect] {
    let isFirst = tasks[key]?.heldBackUntil == nil
    tasks[key]?.heldBackUntil = deadline
    heldBack.insert(key)
    let holders = assertors(below: key)
    showAwaited(holders.first.flatMap { tasks[$0]?.assertion }, on: key)
    let unasked = isFirst ? holders.filter { $0 == key || !heldBack.contains($0) } : []
    return askToFinish(unasked, within: deadline - now.awake) + arm(key, at: now)
  }

  private mutating func showAwaited(_ assertion: SanitisedText?, on key: TaskKey) {
    guard tasks[key]?.awaitedAssertion != assertion else { return }
    tasks[key]?.awaitedAssertion = assertion
    note(.listing, of: key)
  }

  /// A part of a command that is being cancelled is cancelled too, whenever it begins or is back.
  mutating func cancelWithCommand(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard tasks[key]?.cancel == nil, tasks[key]?.description.parent != nil else { return [] }
    let command = lineage(of: key).dropFirst().compactMap { tasks[$0] }
      .first { $0.worker.isSupervisor && $0.isLive && $0.cancel != nil }
    guard let order = command?.cancel else { return [] }
    return self.order(order.reason, key, isForced: order.isForced, at: now)
  }

  /// The live tasks that run under a supervisor, of all generations, parents before their parts.
  /// They are told of a cancel before the supervisor's command is stopped. Empty for any other
  /// task.
  func liveParts(of key: TaskKey) -> [TaskKey] {
    guard tasks[key]?.worker.isSupervisor == true else { return [] }
    return tasks.allParts(of: key).filter { tasks[$0]?.isLive == true }
  }

  private func hasLiveParts(_ key: TaskKey) -> Bool {
    guard tasks[key]?.worker.isSupervisor == true else { return false }
    return tasks.hasPart(of: key) { $0.isLive }
  }

  /// Asks the workers of `holders` to finish what they assert.
  ///
  /// - Parameter time: The time they have; nil tells them that they needn't hurry any more.
  func askToFinish(_ holders: [TaskKey], within time: Duration?) -> [HubEffect] {
    holders.compactMap { key in
      tasks[key]?.worker.connection.map {
        .tellWorker($0, key, .assertionAwaited(within: time.map { max(.zero, $0) }))
      }
    }
  }

  /// A task asserts something else than before, nothing any more, or has ended.
  mutating func noteAssertion(of key: TaskKey, at now: Moment) -> [HubEffect] {
    if tasks[key]?.assertion == nil {
      guard asserting.remove(key) != nil else { return [] }
      return goOn(after: key, at: now)
    }
    guard asserting.insert(key).inserted else { return [] }
    return waiting(for: key).flatMap { deliverCancel(of: $0, at: now) }
      + remindOfWaiting(key, at: now)
  }

  /// Tells a worker that asserts something what waits for it.
  mutating func remindOfWaiting(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard asserting.contains(key) else { return [] }
    let deadlines = waiting(for: key).compactMap { tasks[$0]?.heldBackUntil } + [leavesBy]
    guard let first = deadlines.compactMap({ $0 }).min() else { return [] }
    return askToFinish([key], within: first - now.awake)
  }

  /// Delivers a cancel that was withheld for as long as it may be. The card names the assertion
  /// that wasn't done.
  mutating func endPatience(of key: TaskKey, at now: Moment) -> [HubEffect] {
    let effects = assertors(below: key).flatMap { giveUp($0, at: now) }
    guard tasks[key]?.heldBackUntil != nil else { return effects }
    return effects + deliverCancel(of: key, at: now)
  }

  private mutating func giveUp(_ holder: TaskKey, at now: Moment) -> [HubEffect] {
    tasks[holder]?.leakAssertion()
    note(.listing, of: holder)
    let effects = tasks[holder].map { [HubEffect.save(TaskRecord($0), then: [])] } ?? []
    return effects + noteAssertion(of: holder, at: now)
  }

  /// A task has ended: it waits for nobody, and nobody for it.
  mutating func noteEndOfWaiting(of key: TaskKey, at now: Moment) -> [HubEffect] {
    asserting.remove(key)
    return stopWaiting(key) + goOn(after: key, at: now)
  }

  /// Ends the wait of `key` for assertions. Workers that nobody else waits for are told that they
  /// have time again.
  private mutating func stopWaiting(_ key: TaskKey) -> [HubEffect] {
    guard heldBack.remove(key) != nil, leavesBy == nil else { return [] }
    return askToFinish(assertors(below: key).filter { waiting(for: $0).isEmpty }, within: nil)
  }

  private mutating func goOn(after key: TaskKey, at now: Moment) -> [HubEffect] {
    waiting(for: key).flatMap { deliverCancel(of: $0, at: now) }
      + lineage(of: key).flatMap { suspendAtLast($0, at: now) }
      + (leavesBy != nil && asserting.isEmpty ? [.leave] : [])
  }

  /// The longest time that the hub would wait for assertions if it were told to leave now; nil if
  /// it would leave immediately.
  package var shutdownPatience: Duration? {
    leavesBy == nil && !asserting.isEmpty ? AssertionPatience.longest : nil
  }

  mutating func requestShutdown(at now: Moment) -> [HubEffect] {
    guard let patience = shutdownPatience else { return [.leave] }
    leavesBy = now.awake + patience
    let holders = asserting.sorted()
    return askToFinish(holders, within: patience) + [.leaveWithin(patience)]
  }

  /// Whether the task, or one that is a part of it, asserts something.
  func isAwaiting(_ key: TaskKey) -> Bool {
    guard !asserting.isEmpty else { return false }
    return asserting.contains(key) || tasks.hasPart(of: key) { asserting.contains($0.key) }
  }

  /// The tasks that assert something, of this one and those that are a part of it.
  func assertors(below key: TaskKey) -> [TaskKey] {
    guard !asserting.isEmpty else { return [] }
    return ([key] + tasks.allParts(of: key)).filter(asserting.contains).sorted()
  }

  /// The tasks whose cancel waits for an assertion of `key`.
  private func waiting(for key: TaskKey) -> [TaskKey] {
    heldBack.isEmpty ? [] : lineage(of: key).filter(heldBack.contains)
  }

  /// The task, and all that it is a part of.
  func lineage(of key: TaskKey) -> [TaskKey] {
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
