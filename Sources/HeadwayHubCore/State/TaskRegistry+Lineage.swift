internal import HeadwayModel

// A task, what it is a part of, and what is a part of it.
extension TaskRegistry {
  /// More parents than that are a ring.
  private static var generationLimit: Int { 64 }

  /// The task, its parent, the parent of that, and so on.
  func lineage(of key: TaskKey) -> [TaskKey] {
    var lineage = [key]
    while lineage.count < Self.generationLimit, let last = lineage.last,
      let parent = table.parent(of: last), !lineage.contains(parent)
    {
      lineage.append(parent)
    }
    return lineage
  }

  /// The tasks that `key` is a part of, the nearest first.
  func ancestors(of key: TaskKey) -> [TrackedTask] {
    lineage(of: key).dropFirst().compactMap { self[$0] }
  }

  func isSubtaskOfLiveTask(_ task: TrackedTask) -> Bool {
    task.description.parent.map { isLive($0) } ?? false
  }

  /// The live tasks that run under a supervisor, of all generations, parents before their subtasks.
  /// Empty for a task without a supervisor.
  func liveSubtasks(of key: TaskKey) -> [TaskKey] {
    guard self[key]?.worker.isSupervisor == true else { return [] }
    return table.allSubtasks(of: key).filter { isLive($0) }
  }

  func hasLiveSubtasks(_ key: TaskKey) -> Bool {
    guard self[key]?.worker.isSupervisor == true else { return false }
    return table.hasSubtask(of: key) { $0.isLive }
  }

  /// Whether the task, or a subtask of it, asserts that it must finish something.
  func hasUnfinishedWork(_ key: TaskKey) -> Bool {
    guard !asserting.isEmpty else { return false }
    return asserting.contains(key) || table.hasSubtask(of: key) { asserting.contains($0.key) }
  }

  /// The tasks that assert something, of this one and its subtasks.
  func assertors(below key: TaskKey) -> [TaskKey] {
    guard !asserting.isEmpty else { return [] }
    return ([key] + table.allSubtasks(of: key)).filter(asserting.contains).sorted()
  }
}
