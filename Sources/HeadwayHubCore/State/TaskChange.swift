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

extension HubState {
  /// Ends a turn. All that a turn asks for is in one answer of a mutating call: each question of
  /// its own would copy the state.
  package mutating func endTurn() -> TurnOutcome {
    TurnOutcome(changes: takeChanges(), hasLiveTasks: liveCount > 0, taskCount: tasks.count)
  }

  /// Whether something changed that no turn has come to yet.
  package var hasUntoldChanges: Bool { !changedKeys.isEmpty }

  private mutating func takeChanges() -> [TaskChange] {
    guard !changedKeys.isEmpty else { return [] }
    defer { changedKeys.removeAll(keepingCapacity: changedKeys.count <= Self.keptCapacity) }
    return changedKeys.compactMap { key in
      guard let place = tasks.place(of: key), !tasks[place: place].isReplaced else {
        return .removed(key)
      }
      return tasks[place: place].takeUntoldChange().map { .changed(key, $0) }
    }
  }

  private static var keptCapacity: Int { 256 }

  mutating func note(_ kind: ChangeKind, of key: TaskKey) {
    guard let place = tasks.place(of: key) else { return }
    if tasks[place: place].noteChange(kind) { changedKeys.append(key) }
  }

  mutating func noteRemoval(of key: TaskKey) { changedKeys.append(key) }
}

extension TrackedTask {
  /// Notes a change and returns whether it is the first one since the subscribers were told.
  mutating func noteChange(_ kind: ChangeKind) -> Bool {
    defer { untoldChange = max(untoldChange ?? kind, kind) }
    return untoldChange == nil
  }

  fileprivate mutating func takeUntoldChange() -> ChangeKind? {
    defer { untoldChange = nil }
    return untoldChange
  }
}
