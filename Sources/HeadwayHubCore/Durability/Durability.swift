internal import HeadwayModel

/// The submissions and changes that the record doesn't have yet.
///
/// The hub launches a submission, and lets it replace another task, only once the record has it. A
/// task that a person changed doesn't start before the record has the change. If the record can't
/// be written, the hub retracts submissions and changes: everything is as it was before.
struct Durability: Sendable {
  private var submissions: [TaskKey: UnrecordedSubmission] = [:]
  /// The changes that the record doesn't have yet, by their ascending numbers.
  private var changes: [Int: UnrecordedChange] = [:]
  private var lastChange = 0
  /// The tasks that were deleted from the record recently.
  var cleaned = CleanedTasks()

  /// Whether the record hasn't got the submission of the task yet.
  func awaits(_ key: TaskKey) -> Bool { submissions[key] != nil }
}

// Submissions.
extension Durability {
  /// Notes a submission whose save is under way.
  ///
  /// - Parameter replaced: the request under its identifier that waited before it.
  /// - Parameter requester: the client that gets the answer; nil if another task of the same batch
  ///   stands for this one.
  mutating func await(_ key: TaskKey, replacing replaced: TaskKey?, for requester: Requester?) {
    submissions[key] = UnrecordedSubmission(
      requesters: requester.map { [$0] } ?? [], replaces: replaced)
  }

  /// Whether the task replaces another one once the record has it. A requester that submits the
  /// task again is then answered at that time too.
  mutating func isAboutToReplace(_ key: TaskKey, awaitedBy requester: Requester) -> Bool {
    submissions[key]?.requesters.append(requester)
    return submissions[key]?.replaces != nil
  }

  /// Whether the task replaces another one once the record has it.
  func isAboutToReplace(_ key: TaskKey) -> Bool { submissions[key]?.replaces != nil }

  /// Notes the requesters that wait for ends which the record gets together with a submission. If
  /// the submission is retracted, their answers are lost, and the hub owes them.
  mutating func noteAnswers(in effects: [HubEffect]) {
    guard !submissions.isEmpty else { return }
    for effect in effects {
      switch effect {
      case .save(let record, let followers):
        submissions[record.description.key]?.note(followers)
      case .confirm(let key, let followers): submissions[key]?.note(followers)
      default: break
      }
    }
  }

  /// Notes that the record has the submission.
  ///
  /// - Returns: the submission. Nil for a task that doesn't await the record.
  mutating func takeRecorded(_ key: TaskKey) -> UnrecordedSubmission? {
    submissions.removeValue(forKey: key)
  }

  /// Retracts all submissions and changes that the record doesn't have, because it can't be
  /// written.
  mutating func refuseUnrecorded(
    because reason: SanitisedText, _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    retractChanges(because: reason, &queue, in: &hub)
    let keys = submissions.keys.compactMap { hub.tasks[$0] }.sorted { $0.number > $1.number }
      .map(\.key)
    guard !keys.isEmpty else { return }
    hub.perform(.abandon(keys))
    for key in keys { retract(key, because: reason, &queue, in: &hub) }
    queue.waiting.mayAnyoneStart = true
  }

  private mutating func retract(
    _ key: TaskKey, because reason: SanitisedText, _ queue: inout TaskQueue,
    in hub: inout HubContext
  ) {
    guard let submission = submissions.removeValue(forKey: key), let task = hub.tasks[key] else {
      return
    }
    queue.leave(key, in: hub)
    _ = queue.turns.release(key)
    if let replaced = submission.replaces { queue.letKeepItsPlace(replaced, in: hub) }
    hub.connections.detach(task)
    hub.tasks.remove(key)
    hub.tasks.noteRemoval(of: key)
    for requester in submission.requesters + submission.awaitingEnd {
      hub.refuse(.recordUnwritable(reason), requester)
    }
    hub.happened(.taskWithdrawn(key, .recordUnwritable(reason)))
  }
}

// Changes.
extension Durability {
  /// Changes the tasks `keys` and saves them. `requester` is answered once the record has the
  /// change.
  ///
  /// - Parameters:
  /// - keepsPayload: whether the payload of the first task is new.
  /// - answer: the answer to `requester`.
  /// - body: makes the change. It saves none of `keys` itself.
  mutating func change(
    _ keys: [TaskKey], by requester: Requester, keepsPayload: Bool = false,
    answer: HubReply = .done, _ queue: inout TaskQueue, in hub: inout HubContext,
    _ body: (inout TaskQueue, inout HubContext) -> Void
  ) {
    lastChange &+= 1
    let before = keys.compactMap { key in
      hub.tasks[key].map { TaskBeforeChange(task: $0, holds: queue.turns.holds(of: key)) }
    }
    body(&queue, &hub)
    let cancelled = before.filter {
      $0.task.cancelling == nil && hub.tasks[$0.key]?.cancelling != nil
    }
    changes[lastChange] = UnrecordedChange(
      requester: requester, before: before, keepsPayload: keepsPayload,
      cancelled: Set(cancelled.map(\.key)), answer: answer)
    for earlier in before {
      let count = (earlier.task.submission?.unrecordedChanges ?? 0) + 1
      hub.change(earlier.key, showing: .listing) { $0.submission?.unrecordedChanges = count }
      queue.turns.hold(earlier.key, for: .record)
    }
    queue.waiting.mayAnyoneStart = true
    for key in keys {
      hub.save(key, then: key == keys.last ? [.noteChangeRecorded(lastChange)] : [])
    }
  }

  /// Changes groups and saves them. `requester` gets `answer` once the record has the change.
  mutating func changeGroups(
    _ groups: [GroupRecord], by requester: Requester, answer: HubReply,
    _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    lastChange &+= 1
    changes[lastChange] = UnrecordedChange(
      requester: requester, before: [], keepsPayload: false, cancelled: [],
      groups: groups.map { queue.groups[$0.name] }, answer: answer)
    for group in groups { queue.groups[group.name] = group }
    queue.applyGroups(in: &hub)
    hub.perform(.saveGroups(groups, then: [.noteChangeRecorded(lastChange)]))
  }

  /// Restores groups as they were before a change. A pause after a failure since then stays.
  private func retract(
    _ before: [GroupRecord], _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    guard !before.isEmpty else { return }
    let restored = before.map { record in
      var record = record
      if case .failure = queue.groups[record.name].pause {
        record.pause = queue.groups[record.name].pause
      }
      return record
    }
    for record in restored { queue.groups[record.name] = record }
    queue.applyGroups(in: &hub)
    hub.perform(.saveGroups(restored, then: []))
  }

  /// Completes a change that the record has. The tasks that the change cancelled end, and the other
  /// tasks wait for their turns again.
  mutating func noteChangeRecorded(
    _ number: Int, _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    guard let change = changes.removeValue(forKey: number) else { return }
    for earlier in change.before {
      let key = earlier.key
      guard let task = hub.tasks[key], let count = task.submission?.unrecordedChanges, count > 0
      else { continue }
      hub.change(key, showing: .listing) { $0.submission?.unrecordedChanges = count - 1 }
      if count == 1 { queue.turns.lift(.record, from: key) }
      queue.waiting.mayAnyoneStart = true
      guard change.cancelled.contains(key), task.state == .queued, let cancelling = task.cancelling
      else { continue }
      hub.dequeue(task, cancelling.order.reason)
    }
    if change.requester.request != nil { hub.reply(change.requester, change.answer) }
  }

  /// Retracts the changes of tasks, the last change first, because the record can't be written.
  private mutating func retractChanges(
    because reason: SanitisedText, _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    let latestFirst = changes.sorted { $0.key > $1.key }.map(\.value)
    guard !latestFirst.isEmpty else { return }
    changes.removeAll()
    queue.waiting.mayAnyoneStart = true
    for change in latestFirst {
      for earlier in change.before.reversed() { retract(earlier, &queue, in: &hub) }
      retract(change.groups, &queue, in: &hub)
      if change.keepsPayload, let key = change.before.first?.key {
        hub.perform(.dropPayload(key))
      }
      if change.requester.request != nil {
        hub.refuse(.changeUnrecorded(reason), change.requester)
      }
    }
  }

  private func retract(
    _ earlier: TaskBeforeChange, _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    let key = earlier.key
    guard let task = hub.tasks[key] else { return }
    switch (earlier.task.state, task.state) {
    case (.ended, .queued): return retractAttempt(of: earlier.task, &queue, in: &hub)
    case (.queued, .queued):
      queue.leave(key, in: hub)
      hub.replace(key) { $0.retractChanges(since: earlier.task) }
      queue.enter(key, earlier.holds.intersection([.reboot]), in: &hub)
    case (_, _):
      let isWoken = earlier.task.terms?.isWoken ?? false
      hub.change(key) {
        $0.submission?.unrecordedChanges = 0
        if $0.isLive { $0.terms?.isWoken = isWoken }
      }
    }
    hub.tasks.note(.listing, of: key)
    hub.save(key)
  }

  /// Withdraws the next attempt of `ended`. The task has ended, as before the attempt.
  private func retractAttempt(
    of ended: TrackedTask, _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    queue.leave(ended.key, in: hub)
    hub.tasks.remove(ended.key)
    var task = ended
    task.end?.leavesAt = hub.now.awake + hub.settings.keepEnded
    (task.armedWakeUp, task.untoldChange) = (nil, nil)
    hub.insert(task)
    hub.tasks.note(.beginning, of: task.key)
    queue.noteEnd(of: task.key, in: &hub)
    hub.save(task.key)
    hub.happened(.attemptWithdrawn(task.key))
  }
}

extension TrackedTask {
  /// Restores the properties of a queued task that a person can change.
  fileprivate mutating func retractChanges(since earlier: TrackedTask) {
    description.title = earlier.description.title
    description.group = earlier.description.group
    description.command = earlier.description.command
    description.directory = earlier.description.directory
    terms = earlier.terms
    submission?.turnRank = earlier.submission?.turnRank
    submission?.isHeld = earlier.submission?.isHeld ?? false
    worker.process.bootID = earlier.worker.process.bootID
    (cancelling, cancelNote) = (earlier.cancelling, earlier.cancelNote)
    submission?.looksAt = nil
    submission?.unrecordedChanges = 0
  }
}
