internal import HeadwayModel

// Tasks that leave the record, and with it the list.
extension HubState {
  /// Deletes the tasks that a person names: all of them, or none.
  mutating func clean(_ references: [TaskReference], by requester: Requester) -> [HubEffect] {
    do {
      var keys: [TaskKey] = []
      for reference in references {
        let key = try cleanableKey(of: reference)
        if !keys.contains(key) { keys.append(key) }
      }
      return forget(keys, then: [.reply(requester, .cleaned(count: keys.count, next: nil))])
    } catch {
      return refuse(error.refusal, requester)
    }
  }

  /// Deletes those of `keys` that nobody needs any more. The record says that they have ended.
  mutating func clean(_ keys: [TaskKey], next: Int?, for requester: Requester?) -> [HubEffect] {
    let keys = keys.filter { !isLive($0) && waitingTasks.byDependency[$0] == nil }
    let answer = requester.map {
      AfterCommit.reply($0, .cleaned(count: keys.count, next: next))
    }
    return forget(keys, then: answer.map { [$0] } ?? [])
  }

  private func cleanableKey(
    of reference: TaskReference
  ) throws(RefusedReference) -> TaskKey {
    let key = try key(of: reference)
    guard let task = tasks[key] else { throw RefusedReference(.unknownTask(reference)) }
    if task.isLive { throw RefusedReference(.stillLive(task.number)) }
    let followers = waitingTasks.byDependency[key] ?? []
    if let waiting = followers.compactMap({ tasks[$0]?.number }).min() {
      throw RefusedReference(.awaited(task.number, by: waiting))
    }
    return key
  }

  private mutating func forget(_ keys: [TaskKey], then afterCommit: [AfterCommit]) -> [HubEffect] {
    for key in keys {
      cleaned.note(key)
      guard tasks[key] != nil else { continue }
      remove(key)
      noteRemoval(of: key)
    }
    return [.forget(keys, then: afterCommit)]
  }
}
