internal import HeadwayModel

/// The submissions and changes that the record doesn't have yet.
///
/// A submission takes another's place, and is launched, only once the record has it. A task that a
/// person changed doesn't start before the record has the change. If the record can't be written,
/// the hub takes both back, and all is as it was.
struct Durability: Sendable {
  private var submissions: [TaskKey: UnrecordedSubmission] = [:]
  /// The changes that the record hasn't got yet, by their numbers, which grow.
  private var changes: [Int: UnrecordedChange] = [:]
  private var lastChange = 0
  /// Tasks that were taken out of the record of late.
  var cleaned = CleanedTasks()

  /// Whether the record hasn't got the submission of the task yet.
  func awaits(_ key: TaskKey) -> Bool { submissions[key] != nil }
}

// Submissions.
extension Durability {
  /// A task was submitted, and its save is under way.
  /// - Parameter replaced: the request under its identifier that waited before it.
  mutating func await(_ key: TaskKey, replacing replaced: TaskKey?, for requester: Requester) {
    submissions[key] = UnrecordedSubmission(requesters: [requester], replaces: replaced)
  }

  /// Whether the task takes another's place once the record has it. Then a requester that submits it
  /// again hears of both at that time.
  mutating func isAboutToReplace(_ key: TaskKey, awaitedBy requester: Requester) -> Bool {
    submissions[key]?.requesters.append(requester)
    return submissions[key]?.replaces != nil
  }

  /// Notes who waits to hear of ends that the record gets with a submission: these answers are lost
  /// with the submission, and owed to them.
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

  /// The record has the submission.
  /// - Returns: the submission; nil for a task that doesn't await the record.
  mutating func takeRecorded(_ key: TaskKey) -> UnrecordedSubmission? {
    submissions.removeValue(forKey: key)
  }

  /// The record can't be written: what it hasn't got yet was never submitted, and never changed.
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
  /// Makes a change of `keys`, and saves them; `requester` hears once the record has it.
  /// - Parameters:
  ///   - keepsPayload: what it takes to launch the first of them is new.
  ///   - body: makes the change, and saves none of `keys` itself.
  mutating func change(
    _ keys: [TaskKey], by requester: Requester, keepsPayload: Bool = false,
    _ queue: inout TaskQueue, in hub: inout HubContext,
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
      cancelled: Set(cancelled.map(\.key)))
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

  /// The record has it: whoever it cancelled ends, all others wait for their turns again.
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
    hub.acknowledge(change.requester)
  }

  /// The record can't be written: the last change is taken back first.
  private mutating func retractChanges(
    because reason: SanitisedText, _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    let latestFirst = changes.sorted { $0.key > $1.key }.map(\.value)
    guard !latestFirst.isEmpty else { return }
    changes.removeAll()
    queue.waiting.mayAnyoneStart = true
    for change in latestFirst {
      for earlier in change.before.reversed() { retract(earlier, &queue, in: &hub) }
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
      hub.change(key) { $0.retractChanges(since: earlier.task) }
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

  /// Withdraws the next attempt of `ended`. The task has ended as before.
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
    description.command = earlier.description.command
    terms = earlier.terms
    submission?.turnRank = earlier.submission?.turnRank
    submission?.isHeld = earlier.submission?.isHeld ?? false
    worker.process.bootID = earlier.worker.process.bootID
    (cancelling, cancelNote) = (earlier.cancelling, earlier.cancelNote)
    submission?.looksAt = nil
    submission?.unrecordedChanges = 0
  }
}
