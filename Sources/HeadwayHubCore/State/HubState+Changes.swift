internal import HeadwayModel

// What a person changes of a task that waits, or has ended, holds once the record has it: until then
// the task doesn't start, and where the record can't be written all is as it was.
extension HubState {
  /// Makes a change of `keys`, and saves them; `requester` hears once the record has it.
  /// - Parameter keepsPayload: what it takes to launch the first of them is new.
  mutating func change(
    _ keys: [TaskKey], by requester: Requester, keepsPayload: Bool = false,
    _ body: (inout HubState) -> [HubEffect]
  ) -> [HubEffect] {
    lastChange &+= 1
    let before = keys.compactMap { key in
      tasks[key].map { TaskBeforeChange(task: $0, holds: queue.holds(of: key)) }
    }
    unrecordedChanges[lastChange] = UnrecordedChange(
      requester: requester, before: before, keepsPayload: keepsPayload)
    let effects = body(&self).filter { !$0.isSave(of: keys) }
    let cancelled = before.filter { $0.task.cancel == nil && tasks[$0.key]?.cancel != nil }
    unrecordedChanges[lastChange]?.cancelled = Set(cancelled.map(\.key))
    for earlier in before {
      tasks[earlier.key]?.unrecordedChanges = earlier.task.unrecordedChanges + 1
      queue.hold(earlier.key, for: .record)
      note(.listing, of: earlier.key)
    }
    waitingTasks.mayAnyoneStart = true
    return effects + save(keys, then: [.noteChangeRecorded(lastChange)])
  }

  /// The record has it: whoever it cancelled ends, all others wait for their turns again.
  mutating func noteChangeRecorded(_ number: Int, at now: Moment) -> [HubEffect] {
    guard let change = unrecordedChanges.removeValue(forKey: number) else { return [] }
    let effects = change.before.flatMap { earlier -> [HubEffect] in
      guard let task = tasks[earlier.key], task.unrecordedChanges > 0 else { return [] }
      tasks[earlier.key]?.unrecordedChanges = task.unrecordedChanges - 1
      if task.unrecordedChanges == 1 { queue.lift(.record, from: earlier.key) }
      note(.listing, of: earlier.key)
      waitingTasks.mayAnyoneStart = true
      guard change.cancelled.contains(earlier.key), task.state == .queued,
        let cancel = task.cancel
      else { return [] }
      return dequeue(task, cancel.reason, at: now, then: [])
    }
    return effects + acknowledge(change.requester)
  }

  /// The record can't be written: the last change is taken back first.
  mutating func takeBackChanges(because reason: SanitisedText, at now: Moment) -> [HubEffect] {
    let changes = unrecordedChanges.sorted { $0.key > $1.key }.map(\.value)
    guard !changes.isEmpty else { return [] }
    unrecordedChanges.removeAll()
    waitingTasks.mayAnyoneStart = true
    return changes.flatMap { change -> [HubEffect] in
      var effects = change.before.reversed().flatMap { takeBack($0, at: now) }
      if change.keepsPayload, let key = change.before.first?.key {
        effects.append(.dropPayload(key))
      }
      guard change.requester.request != nil else { return effects }
      return effects + refuse(.changeUnrecorded(reason), change.requester)
    }
  }

  private mutating func takeBack(_ earlier: TaskBeforeChange, at now: Moment) -> [HubEffect] {
    guard let task = tasks[earlier.key] else { return [] }
    switch (earlier.task.state, task.state) {
    case (.ended, .queued): return takeBackAttempt(of: earlier.task, at: now)
    case (.queued, .queued):
      leaveQueue(earlier.key)
      tasks[earlier.key]?.takeBackChanges(since: earlier.task)
      enqueue(earlier.key, earlier.holds.intersection([.reboot]), at: now)
    case (_, _):
      tasks[earlier.key]?.unrecordedChanges = 0
      if task.isLive { tasks[earlier.key]?.terms?.isWoken = earlier.task.terms?.isWoken ?? false }
    }
    note(.listing, of: earlier.key)
    return save([earlier.key], then: []) + arm(earlier.key, at: now)
  }

  /// Withdraws the next attempt of `ended`. The task has ended as before, and those who waited for
  /// the attempt are told.
  private mutating func takeBackAttempt(of ended: TrackedTask, at now: Moment) -> [HubEffect] {
    let key = ended.key
    leaveQueue(key)
    remove(key)
    var task = ended
    (task.leavesAt, task.armedWakeUp) = (now.awake + settings.keepEnded, nil)
    task.untoldChange = nil
    insert(task)
    note(.beginning, of: key)
    let answers = waiters.removeAll(of: key).flatMap { waiter in
      task.ending.map { [AfterCommit.reply(waiter, .ended(key, task.number, $0))] } ?? []
    }
    noteEndForQueue(of: key)
    return save([key], then: answers) + arm(key, at: now)
  }

  private func save(_ keys: [TaskKey], then followers: [AfterCommit]) -> [HubEffect] {
    keys.enumerated().compactMap { place, key in
      tasks[key].map { .save(TaskRecord($0), then: place == keys.count - 1 ? followers : []) }
    }
  }
}

/// A change that a person made and that the record hasn't got yet.
struct UnrecordedChange: Sendable {
  /// Who waits to hear that it is done.
  var requester: Requester
  var before: [TaskBeforeChange]
  var keepsPayload: Bool
  /// The tasks to end once the record has this change. A task with an earlier change of a person's
  /// waits for that one.
  var cancelled: Set<TaskKey> = []
}

/// A task as it was, and what held it in the queue.
struct TaskBeforeChange: Sendable {
  var task: TrackedTask
  var holds: Set<Hold>

  var key: TaskKey { task.key }
}

extension HubEffect {
  /// Whether the effect saves only these tasks and nobody waits for it.
  fileprivate func isSave(of keys: [TaskKey]) -> Bool {
    guard case .save(let record, let followers) = self else { return false }
    return followers.isEmpty && keys.contains(record.description.key)
  }
}

extension TrackedTask {
  /// Restores the properties of a queued task that a person can change.
  fileprivate mutating func takeBackChanges(since earlier: TrackedTask) {
    description.title = earlier.description.title
    description.command = earlier.description.command
    terms = earlier.terms
    turnRank = earlier.turnRank
    isHeld = earlier.isHeld
    worker.process.bootID = earlier.worker.process.bootID
    (cancel, cancelNote) = (earlier.cancel, earlier.cancelNote)
    (looksAt, unrecordedChanges) = (nil, 0)
  }
}
