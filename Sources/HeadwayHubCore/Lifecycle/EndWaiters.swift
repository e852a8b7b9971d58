internal import HeadwayModel

/// Who waits for the ends of tasks (`wait`), found by task and by connection.
struct EndWaiters: Sendable {
  private var byTask: [TaskKey: [Requester]] = [:]
  private var keys: [ConnectionID: Set<TaskKey>] = [:]
  private(set) var count = 0

  mutating func add(_ requester: Requester, for key: TaskKey) {
    byTask[key, default: []].append(requester)
    keys[requester.connection, default: []].insert(key)
    count += 1
  }

  /// Removes the requesters that wait for the end of `key` and returns them in the order in which
  /// they came.
  mutating func removeAll(of key: TaskKey) -> [Requester] {
    let requesters = byTask.removeValue(forKey: key) ?? []
    count -= requesters.count
    for requester in requesters {
      keys[requester.connection]?.remove(key)
      if keys[requester.connection]?.isEmpty == true { keys[requester.connection] = nil }
    }
    return requesters
  }

  /// Forgets what a connection that is gone waited for.
  mutating func forget(_ connection: ConnectionID) {
    for key in keys.removeValue(forKey: connection) ?? [] {
      let all = byTask[key] ?? []
      let rest = all.filter { $0.connection != connection }
      count -= all.count - rest.count
      byTask[key] = rest.isEmpty ? nil : rest
    }
  }
}
