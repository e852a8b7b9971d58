package import HeadwayModel

/// The news of one task since the subscribers were last told, however often it changed.
package enum TaskChange: Hashable, Sendable {
  case changed(TaskKey, ChangeKind)
  /// The task left the live list.
  case removed(TaskKey)
}

/// The weight of a change for those who don't look at the task.
package enum ChangeKind: Hashable, Comparable, Sendable {
  /// Numbers moved.
  case progress
  /// A change that lists show: an end, another state, another title.
  case listing
  /// A new task, which nobody could look at before.
  case beginning
}

/// The outcome of a turn of the hub.
package struct TurnOutcome: Sendable {
  /// The changes since the turn before, in the order of each task's first change. A flood of
  /// reports is one change of each task that it concerns.
  package var changes: [TaskChange]
  package var hasLiveTasks: Bool
  /// The number of tasks in the live list, ended ones included.
  package var taskCount: Int
}
