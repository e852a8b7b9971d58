internal import HeadwayModel

// What was submitted is a task once the record has it: until then it takes nobody's place, and is
// launched by nobody.
extension HubState {
  mutating func noteRecorded(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let submission = unrecorded.removeValue(forKey: key) else { return [] }
    let unanswered = submission.replaces == nil ? [] : submission.requesters
    guard let task = tasks[key] else {
      // It has ended, and somebody has cleaned it already.
      if let replaced = submission.replaces { letKeepItsPlace(replaced) }
      return unanswered.flatMap { refuse(.unknownTask(.key(key)), $0) }
    }
    let acknowledgements = unanswered.map { HubEffect.reply($0, .submitted(key, task.number)) }
    guard task.isLive else {
      if let replaced = submission.replaces { letKeepItsPlace(replaced) }
      return acknowledgements
    }
    let failures = task.description.isRetry ? failures(of: task.description.identifier) : []
    let effects = failures.filter { $0.key != key }.map { replace($0) }
    guard let replaced = submission.replaces.flatMap({ tasks[$0] }), replaced.state == .queued
    else { return effects + acknowledgements }
    return effects + replace(replaced, by: task, for: submission.requesters, at: now)
  }

  /// The requesters hear of both at once, when the record has both.
  mutating func replace(
    _ replaced: TrackedTask, by task: TrackedTask, for requesters: [Requester], at now: Moment
  ) -> [HubEffect] {
    let answer = HubReply.submitted(task.key, task.number, replacing: replaced.number)
    return passOnDependents(of: replaced.key, to: task.key)
      + displace(
        replaced.key, by: task.number, at: now, then: requesters.map { .reply($0, answer) })
  }

  /// The request whose place `task` was to take when an earlier hub was killed: whoever submits
  /// again hasn't heard of either.
  func olderTwin(of task: TrackedTask) -> TrackedTask? {
    guard task.state == .queued, let identifier = task.description.identifier else { return nil }
    return tasks.named(identifier.string).filter {
      $0.state == .queued && $0.number < task.number
    }.min { $0.number < $1.number }
  }

  /// Shows a task again whose replacement is gone.
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
    let askers = submission.requesters + submission.awaitingEnd + waiters.removeAll(of: key)
    return askers.map { .reply($0, .refused(.recordUnwritable(reason))) }
  }
}

/// A submission that the record hasn't got yet.
struct UnrecordedSubmission: Sendable {
  /// Who waits to hear its number.
  var requesters: [Requester]
  /// The request under its identifier that waited before it.
  var replaces: TaskKey?
  /// Who waits to hear of its end, where it has ended by now. Their answers wait for the record
  /// too, and are abandoned with the task.
  var awaitingEnd: [Requester] = []

  mutating func note(_ followers: [AfterCommit]) {
    for case .reply(let requester, .ended) in followers { awaitingEnd.append(requester) }
  }
}
