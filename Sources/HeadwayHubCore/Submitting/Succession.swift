internal import HeadwayModel

/// The replacement of a queued request by a newer one under its identifier
/// (`BGTaskScheduler.submit`). Tasks that waited for the old request wait for the new one.
enum Succession {
  /// Replaces the older requests by the task, once the record has its submission.
  static func takePlaces(
    _ key: TaskKey, _ submission: UnrecordedSubmission, _ queue: inout TaskQueue,
    in hub: inout HubContext
  ) {
    let unanswered = submission.replaces == nil ? [] : submission.requesters
    guard let task = hub.tasks[key], task.isLive else {
      if let replaced = submission.replaces { queue.letKeepItsPlace(replaced, in: hub) }
      // The task has ended, and perhaps somebody has cleaned it already.
      let number = hub.tasks[key]?.number
      let reply = number.map { HubReply.submitted(key, $0) } ?? .refused(.unknownTask(.key(key)))
      for requester in unanswered { hub.reply(requester, reply) }
      return
    }
    if task.description.isRetry {
      let failures = hub.tasks.failures(of: task.description.identifier)
      for failure in failures where failure.key != key { hide(failure.key, in: &hub) }
    }
    if let replaced = submission.replaces.flatMap({ hub.tasks[$0] }), replaced.state == .queued {
      replace(replaced, by: task, for: submission.requesters, &queue, in: &hub)
    } else {
      for requester in unanswered { hub.reply(requester, .submitted(key, task.number)) }
    }
  }

  /// Removes `replaced` from the queue in favour of `task`. The requesters of both are answered
  /// once the record has both.
  static func replace(
    _ replaced: TrackedTask, by task: TrackedTask, for requesters: [Requester],
    _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    passOnDependents(of: replaced.key, to: task.key, &queue, in: &hub)
    let note = SanitisedText(wire: "replaced by \(task.number)", limit: .line)
    hub.change(replaced.key) { ($0.cancelNote, $0.isReplaced) = (note, true) }
    hub.tasks.noteRemoval(of: replaced.key)
    let answer = HubReply.submitted(task.key, task.number, replacing: replaced.number)
    hub.dequeue(replaced, .cancelled(by: .user), then: requesters.map { .reply($0, answer) })
  }

  /// Hides an ended task that another attempt replaces. A worker that resends a message still finds
  /// the task.
  static func hide(_ key: TaskKey, in hub: inout HubContext) {
    hub.change(key) { $0.isReplaced = true }
    hub.tasks.noteRemoval(of: key)
    hub.save(key)
  }

  /// The request that `task` was to replace when an earlier hub was killed. A client that submits
  /// again has had no answer for either.
  static func olderTwin(of task: TrackedTask, in hub: HubContext) -> TrackedTask? {
    guard task.state == .queued, let identifier = task.description.identifier else { return nil }
    return hub.tasks.named(identifier.string).filter {
      $0.state == .queued && $0.number < task.number
    }.min { $0.number < $1.number }
  }

  /// Makes every task that waits for `key` wait for `successor`, except those that `successor`
  /// itself waits for.
  private static func passOnDependents(
    of key: TaskKey, to successor: TaskKey, _ queue: inout TaskQueue, in hub: inout HubContext
  ) {
    let dependents = queue.waiting.byDependency[key]?.sorted() ?? []
    guard !dependents.isEmpty else { return }
    let needed = hub.tasks.dependencies(below: [successor])
    for dependent in dependents where !needed.contains(dependent) {
      redirect(dependent, from: key, to: successor, &queue, in: &hub)
    }
  }

  private static func redirect(
    _ dependent: TaskKey, from key: TaskKey, to successor: TaskKey, _ queue: inout TaskQueue,
    in hub: inout HubContext
  ) {
    guard let task = hub.tasks[dependent], task.state == .queued, var terms = task.terms else {
      return
    }
    queue.waiting.remove(task.description, terms)
    terms.dependencies = terms.dependencies.map {
      $0.key == key ? Dependency(.key(successor), needsSuccess: $0.needsSuccess) : $0
    }
    queue.waiting.add(task.description, terms)
    hub.change(dependent, showing: .listing) { $0.terms = terms }
    queue.turns.lift(.task(key), from: dependent)
    queue.turns.hold(dependent, for: .task(successor))
    hub.save(dependent)
  }
}
