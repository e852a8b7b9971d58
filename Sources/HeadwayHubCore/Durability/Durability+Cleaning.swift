internal import HeadwayModel

// The deletion of tasks from the record and the list.
extension Durability {
  /// Deletes the tasks that a person names: all of them, or none.
  mutating func clean(
    _ references: [TaskReference], by requester: Requester, _ queue: TaskQueue,
    in hub: inout HubContext
  ) {
    do {
      var keys: [TaskKey] = []
      for reference in references {
        let key = try cleanableKey(of: reference, queue, in: hub)
        if !keys.contains(key) { keys.append(key) }
      }
      forget(keys, then: [.reply(requester, .cleaned(count: keys.count, next: nil))], in: &hub)
    } catch {
      hub.refuse(error.refusal, requester)
    }
  }

  /// Deletes the tasks of `keys` that nobody needs any more. The record says that they have ended.
  mutating func clean(
    _ keys: [TaskKey], next: Int?, for requester: Requester?, _ queue: TaskQueue,
    in hub: inout HubContext
  ) {
    let keys = keys.filter {
      !hub.tasks.isLive($0) && queue.waiting.byDependency[$0] == nil
    }
    let answer = requester.map {
      AfterCommit.reply($0, .cleaned(count: keys.count, next: next))
    }
    forget(keys, then: answer.map { [$0] } ?? [], in: &hub)
  }

  private func cleanableKey(
    of reference: TaskReference, _ queue: TaskQueue, in hub: HubContext
  ) throws(RefusedReference) -> TaskKey {
    let key = try hub.tasks.key(of: reference)
    guard let task = hub.tasks[key] else { throw RefusedReference(.unknownTask(reference)) }
    if task.isLive { throw RefusedReference(.stillLive(task.number)) }
    let followers = queue.waiting.byDependency[key] ?? []
    if let waiting = followers.compactMap({ hub.tasks[$0]?.number }).min() {
      throw RefusedReference(.awaited(task.number, by: waiting))
    }
    return key
  }

  private mutating func forget(
    _ keys: [TaskKey], then followers: [AfterCommit], in hub: inout HubContext
  ) {
    for key in keys {
      cleaned.note(key)
      guard hub.tasks[key] != nil else { continue }
      hub.tasks.remove(key)
      hub.tasks.noteRemoval(of: key)
    }
    hub.perform(.forget(keys, then: followers))
  }
}
