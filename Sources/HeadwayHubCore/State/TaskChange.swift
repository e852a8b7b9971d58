package import HeadwayModel

/// The change of one task since the last turn. Several changes in a turn count as one.
package enum TaskChange: Hashable, Sendable {
  case changed(TaskKey, ChangeKind)
  /// The task left the live list.
  case removed(TaskKey)
}

/// The weight of a change for subscribers that don't have the task in view.
package enum ChangeKind: Hashable, Comparable, Sendable {
  /// The progress, or another value that lists don't show.
  case progress
  /// A change that lists show: an end, another state, another title.
  case listing
  /// A new task, which nobody could look at before.
  case beginning
}

/// The outcome of a turn of the hub.
package struct TurnOutcome: Sendable {
  /// The changes of this turn, in the order of each task's first change. Many reports of a task are
  /// one change.
  package var changes: [TaskChange]
  package var hasLiveTasks: Bool
  /// The number of tasks in the live list, ended ones included.
  package var taskCount: Int
}
