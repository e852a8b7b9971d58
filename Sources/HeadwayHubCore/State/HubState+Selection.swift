internal import HeadwayModel

// What people have selected in monitors: its supervisor gives it its usual priority meanwhile.
extension HubState {
  /// Told is only who wasn't selected by anybody before, or isn't any more.
  mutating func moveSelection(to key: TaskKey?, in connection: ConnectionID) -> [HubEffect] {
    let old = selections[connection]
    guard key != old else { return [] }
    let isNews = key.map { !isSelected($0) } ?? false
    selections[connection] = key
    var effects: [HubEffect] = []
    if let old, !isSelected(old) { effects += tell(old, isSelected: false) }
    if let key, isNews { effects += tell(key, isSelected: true) }
    return effects
  }

  /// Tells a supervisor that has come, or come back, whether its task is selected.
  func tellSelection(of key: TaskKey) -> [HubEffect] {
    isSelected(key) ? tell(key, isSelected: true) : []
  }

  private func isSelected(_ key: TaskKey) -> Bool { selections.values.contains(key) }

  private func tell(_ key: TaskKey, isSelected: Bool) -> [HubEffect] {
    guard let task = tasks[key], task.isLive, task.worker.isSupervisor,
      let connection = task.worker.connection
    else { return [] }
    return [.tellWorker(connection, key, .selectionMoved(isSelected: isSelected))]
  }
}
