// What was submitted is a task once the record has it: until then it takes nobody's place, and is
// launched by nobody.
extension HubState {
  mutating func noteRecorded(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let submission = unrecorded.removeValue(forKey: key), let task = tasks[key] else {
      return []
    }
    guard task.isLive else {
      if let replaced = submission.replaces { letKeepItsPlace(replaced) }
      return []
    }
    let failures = task.description.isRetry ? failures(of: task.description.identifier) : []
    let effects = failures.filter { $0.key != key }.map { replace($0) }
    guard let replaced = submission.replaces, tasks[replaced]?.state == .queued else {
      return effects
    }
    return effects + passOnDependents(of: replaced, to: key)
      + displace(replaced, by: task.number, at: now)
  }

  /// What was to take its place is gone again.
  private mutating func letKeepItsPlace(_ key: TaskKey) {
    guard let task = tasks[key], task.state == .queued,
      let identifier = task.description.identifier,
      waitingTasks.byIdentifier[identifier] == nil
    else { return }
    waitingTasks.restore(key, as: identifier)
  }

  /// The record can't be written: what it hasn't got yet was never submitted, and never changed.
  mutating func refuseUnrecorded(because reason: SanitisedText, at now: Moment) -> [HubEffect] {
    let effects = takeBackChanges(because: reason, at: now)
    let keys = unrecorded.keys.compactMap { tasks[$0] }.sorted { $0.number > $1.number }.map(\.key)
    guard !keys.isEmpty else { return effects }
    let refusals = keys.flatMap { takeBack($0, because: reason) }
    waitingTasks.mayAnyoneStart = true
    return effects + [.abandon(keys)] + refusals
  }

  private mutating func takeBack(_ key: TaskKey, because reason: SanitisedText) -> [HubEffect] {
    guard let submission = unrecorded.removeValue(forKey: key), let task = tasks[key] else {
      return []
    }
    leaveQueue(key)
    _ = queue.release(key)
    if let replaced = submission.replaces { letKeepItsPlace(replaced) }
    if let connection = task.worker.connection { keysByConnection[connection]?.remove(key) }
    remove(key)
    noteRemoval(of: key)
    let askers = submission.requesters + (waiters.removeValue(forKey: key) ?? [])
    return askers.map { .reply($0, .refused(.recordUnwritable(reason))) }
  }
}

/// A submission that the record hasn't got yet.
struct UnrecordedSubmission: Sendable {
  /// Who waits to hear its number.
  var requesters: [Requester]
  /// The request under its identifier that waited before it.
  var replaces: TaskKey?
}
