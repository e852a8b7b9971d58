internal import HeadwayModel

// How many ended tasks the live list keeps.
extension HubState {
  /// Notes that a task of the live list has ended.
  mutating func noteEnded(_ task: TrackedTask) {
    recentlyEnded.append(EndedTask(key: task.key, leavesAt: task.leavesAt))
    guard recentlyEnded.count > 2 * (tasks.count - liveCount) + Self.spareEnds else { return }
    let tasks = tasks
    recentlyEnded.filter { $0.isCurrent(in: tasks) }
  }

  /// Takes the tasks that ended first out of the live list while that has more than `endedLimit`
  /// ended ones. The record keeps them. A submission that the record hasn't got yet stays.
  mutating func dropOldestEnded() {
    var looksLeft = recentlyEnded.count
    while tasks.count - liveCount > settings.endedLimit, looksLeft > 0,
      let oldest = recentlyEnded.popFirst()
    {
      looksLeft -= 1
      guard let task = tasks[oldest.key], oldest.isCurrent(in: tasks) else { continue }
      guard unrecorded[task.key] == nil else {
        recentlyEnded.append(oldest)
        continue
      }
      droppedThrough = max(droppedThrough, task.endedAt)
      remove(task.key)
      if !task.isReplaced { noteRemoval(of: task.key) }
    }
  }

  /// Whether a task that began at `time` may have been dropped from the live list before its time.
  func mayBeDropped(_ time: WallTime) -> Bool { droppedThrough.map { time <= $0 } ?? false }

  private static var spareEnds: Int { 64 }
}

/// A task as it ended: another attempt at it, or the same one taken back, leaves at another time.
struct EndedTask: Sendable {
  let key: TaskKey
  let leavesAt: AwakeTime?

  func isCurrent(in tasks: TaskTable) -> Bool {
    tasks[key].map { $0.ending != nil && $0.leavesAt == leavesAt } ?? false
  }
}

private func max(_ one: WallTime?, _ other: WallTime?) -> WallTime? {
  guard let one, let other else { return one ?? other }
  return one < other ? other : one
}
