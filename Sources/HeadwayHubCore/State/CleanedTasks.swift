internal import HeadwayModel

/// Tasks that were taken out of the record of late: whoever resends something of one makes no new
/// task of it. Bounded: the last so many.
struct CleanedTasks: Sendable {
  private var keys: Set<TaskKey> = []
  private var order: [TaskKey] = []
  private var oldest = 0

  static let limit = 4096

  func contains(_ key: TaskKey) -> Bool { keys.contains(key) }

  mutating func note(_ key: TaskKey) {
    guard keys.insert(key).inserted else { return }
    if order.count < Self.limit { return order.append(key) }
    keys.remove(order[oldest])
    order[oldest] = key
    oldest = (oldest + 1) % Self.limit
  }
}
