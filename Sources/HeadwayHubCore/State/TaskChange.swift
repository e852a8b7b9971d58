package import HeadwayModel

/// What subscribers may want to know of one task, however often it changed since they were told.
package enum TaskChange: Hashable, Sendable {
  case changed(TaskKey, ChangeKind)
  /// It left the live list.
  case removed(TaskKey)
}

/// How much a change matters to those who don't look at the task.
package enum ChangeKind: Hashable, Comparable, Sendable {
  /// Numbers moved.
  case progress
  /// It ended, changed its state or its title: lists show it.
  case listing
  /// It is new: nobody could look at it before.
  case beginning
}

/// What a turn came to.
package struct TurnOutcome: Sendable {
  /// Since the turn before, in the order of the first change of each task: a flood of reports is one
  /// change of each task that it was about.
  package var changes: [TaskChange]
  package var hasLiveTasks: Bool
  /// In the live list, ended ones included.
  package var taskCount: Int
}

extension HubState {
  /// Ends a turn. All that a turn asks for is in one answer of a mutating call: each question of its own
  /// would copy the state.
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
  /// Whether it is the first since subscribers were told.
  mutating func noteChange(_ kind: ChangeKind) -> Bool {
    defer { untoldChange = max(untoldChange ?? kind, kind) }
    return untoldChange == nil
  }

  fileprivate mutating func takeUntoldChange() -> ChangeKind? {
    defer { untoldChange = nil }
    return untoldChange
  }
}
