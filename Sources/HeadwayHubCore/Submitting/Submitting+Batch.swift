internal import HeadwayModel

// Batches: tasks that enter the queue all together, or not at all.
extension Submitting {
  /// A task of a batch that is in the queue, although the batch isn't accepted yet.
  private struct Entry {
    let key: TaskKey
    /// The queued task with the same identifier, whose place this one takes.
    let replaced: TaskKey?
  }

  /// Queues all tasks of a batch, or none of them. The shell writes all of them in one commit.
  ///
  /// A client that submits a batch again, which its keys tell, gets the same answer. The answer names
  /// one task of the batch, which need not be the first one. The numbers of the tasks follow one
  /// another.
  static func submit(
    _ batch: [BatchedSubmission], by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, _ engines: inout Engines, in hub: inout HubContext
  ) {
    guard let peer = hub.connections[requester.connection], !batch.isEmpty else { return }
    do throws(RefusedReference) {
      if let first = batch.first?.submission.description.key, engines.awaits(first) {
        return engines.await(first, for: requester)
      }
      if try confirm(batch, by: requester, &queue, &durability, in: &hub) { return }
      let entries = try enter(batch, peer, by: requester, &queue, durability, in: &hub)
      let isAnsweredByEngine = entries.allSatisfy { isOneJob($0, queue, in: hub) }
      if isAnsweredByEngine { engines.await(array: entries.map(\.key), for: requester) }
      for entry in entries { queue.awaitRecord(of: entry.key, in: hub) }
      accept(entries, isAnsweredByEngine: isAnsweredByEngine, by: requester, &durability, in: &hub)
    } catch {
      hub.refuse(error.refusal, requester)
    }
  }

  /// Answers a client that submits a batch again. Returns false if no task of the batch is known.
  ///
  /// - Throws: a refusal if the batch isn't the one that the keys were given to before.
  private static func confirm(
    _ batch: [BatchedSubmission], by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, in hub: inout HubContext
  ) throws(RefusedReference) -> Bool {
    let known = batch.map { hub.tasks[$0.submission.description.key] }
    guard
      let (line, other) = zip(batch, known).lazy.compactMap({ item, task in
        task.map { (item.line, $0) }
      }).first
    else { return false }
    let first = known[0]?.number.value ?? 0
    let isSame = known.enumerated().allSatisfy { $1?.number.value == first + $0 }
    guard isSame else {
      throw RefusedReference(.batch(line: line, .keyTaken(other.key, by: other.number)))
    }
    let tasks = known.compactMap { $0 }
    // The answer comes with the last replacement that the record doesn't have.
    if let last = tasks.last(where: { durability.isAboutToReplace($0.key) }) {
      _ = durability.isAboutToReplace(last.key, awaitedBy: requester)
      return true
    }
    let twins = tasks.compactMap { task in
      Succession.olderTwin(of: task, in: hub).map { (older: $0, task: task) }
    }
    for (index, twin) in twins.enumerated() {
      let requesters = index == twins.count - 1 ? [requester] : []
      Succession.replace(twin.older, by: twin.task, for: requesters, &queue, in: &hub)
    }
    guard twins.isEmpty, let first = tasks.first else { return true }
    hub.confirm(first.key, then: [.reply(requester, .submitted(first.key, first.number))])
    return true
  }

  /// Puts all tasks of a batch into the queue. If one can't be queued, takes out those before.
  private static func enter(
    _ batch: [BatchedSubmission], _ peer: ConnectionPeer, by requester: Requester,
    _ queue: inout TaskQueue, _ durability: Durability, in hub: inout HubContext
  ) throws(RefusedReference) -> [Entry] {
    guard hub.tasks.liveCount + batch.count <= hub.settings.taskLimit else {
      throw RefusedReference(.limitReached(taskLimit: hub.settings.taskLimit))
    }
    let (highest, array) = (hub.tasks.highestNumber, hub.tasks.nextNumber)
    var entries: [Entry] = []
    for item in batch {
      do throws(RefusedReference) {
        entries.append(
          try enter(
            item.submission, of: array, peer, by: requester, &queue, durability, in: &hub))
        if let replaced = entries.last?.replaced.flatMap({ hub.tasks[$0] }),
          replaced.number.value > highest
        {
          let identifier = replaced.description.identifier ?? SanitisedText("")
          throw RefusedReference(.identifierRepeated(identifier))
        }
      } catch {
        for entry in entries.reversed() { withdraw(entry, &queue, in: &hub) }
        hub.tasks.giveBackNumbers(above: highest)
        throw RefusedReference(.batch(line: item.line, error.refusal))
      }
    }
    return entries
  }

  private static func enter(
    _ submission: Submission, of array: TaskNumber?, _ peer: ConnectionPeer,
    by requester: Requester, _ queue: inout TaskQueue, _ durability: Durability,
    in hub: inout HubContext
  ) throws(RefusedReference) -> Entry {
    let key = submission.description.key
    guard !durability.cleaned.contains(key) else { throw RefusedReference(.keyCleaned(key)) }
    if let other = hub.tasks[key] { throw RefusedReference(.keyTaken(key, by: other.number)) }
    guard let number = hub.tasks.nextNumber else {
      throw RefusedReference(.limitReached(taskLimit: hub.settings.taskLimit))
    }
    let task = try queuedTask(
      submission, number, of: array, peer: peer, by: requester, queue, in: hub)
    let replaced = task.description.identifier.flatMap { queue.waiting.byIdentifier[$0] }
    hub.insert(task)
    queue.enter(key, in: &hub)
    return Entry(key: key, replaced: replaced)
  }

  /// Whether the task is a part of an array that its engine gets at once and as a whole.
  private static func isOneJob(
    _ entry: Entry, _ queue: TaskQueue, in hub: HubContext
  ) -> Bool {
    guard entry.replaced == nil, let terms = hub.tasks[entry.key]?.terms else { return false }
    return terms.engine != nil && terms.array != nil && queue.isFree(entry.key, in: hub)
  }

  private static func withdraw(
    _ entry: Entry, _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    queue.leave(entry.key, in: hub)
    if let replaced = entry.replaced { queue.letKeepItsPlace(replaced, in: hub) }
    hub.tasks.remove(entry.key)
  }

  /// Saves the tasks of a batch. The client is answered once the record has all of them, and the end
  /// of the last task that one of them replaces.
  private static func accept(
    _ entries: [Entry], isAnsweredByEngine: Bool, by requester: Requester,
    _ durability: inout Durability, in hub: inout HubContext
  ) {
    let answering = entries.last { $0.replaced != nil }?.key ?? entries.first?.key
    for entry in entries {
      guard let task = hub.tasks[entry.key] else { continue }
      hub.tasks.note(.beginning, of: entry.key)
      let answers = entry.key == answering
      durability.await(
        entry.key, replacing: entry.replaced, for: answers ? requester : nil)
      var followers = [AfterCommit.noteRecorded(entry.key)]
      if answers, entry.replaced == nil, !isAnsweredByEngine {
        followers.insert(.reply(requester, .submitted(entry.key, task.number)), at: 0)
      }
      hub.perform(.keepPayload(entry.key, from: requester.connection))
      hub.save(entry.key, then: followers)
      hub.happened(.dependencyDoubted(entry.key))
    }
  }
}
