internal import HeadwayModel

// The parents and the subtasks of a task.
extension TaskRegistry {
  /// The greatest number of tasks in a lineage. Parents may form a ring.
  private static var generationLimit: Int { 64 }

  /// Returns the task, its parent, the parent's parent, and so on.
  func lineage(of key: TaskKey) -> [TaskKey] {
    var lineage = [key]
    while lineage.count < Self.generationLimit, let last = lineage.last,
      let parent = table.parent(of: last), !lineage.contains(parent)
    {
      lineage.append(parent)
    }
    return lineage
  }

  /// Returns the listed ancestors of the task, its parent first.
  func ancestors(of key: TaskKey) -> [TrackedTask] {
    lineage(of: key).dropFirst().compactMap { self[$0] }
  }

  func isSubtaskOfLiveTask(_ task: TrackedTask) -> Bool {
    task.description.parent.map { isLive($0) } ?? false
  }

  /// Returns the live subtasks of a supervised task, of all generations, parents before their
  /// subtasks. Empty for a task without a supervisor.
  func liveSubtasks(of key: TaskKey) -> [TaskKey] {
    guard self[key]?.worker.isSupervisor == true else { return [] }
    return table.allSubtasks(of: key).filter { isLive($0) }
  }

  func hasLiveSubtasks(_ key: TaskKey) -> Bool {
    guard self[key]?.worker.isSupervisor == true else { return false }
    return table.hasSubtask(of: key) { $0.isLive }
  }

  /// Whether the task or one of its subtasks asserts that it must finish something.
  func hasUnfinishedWork(_ key: TaskKey) -> Bool {
    guard !asserting.isEmpty else { return false }
    return asserting.contains(key) || table.hasSubtask(of: key) { asserting.contains($0.key) }
  }

  /// Returns the tasks with an assertion among the task and its subtasks, by key.
  func assertors(below key: TaskKey) -> [TaskKey] {
    guard !asserting.isEmpty else { return [] }
    return ([key] + table.allSubtasks(of: key)).filter(asserting.contains).sorted()
  }
}
