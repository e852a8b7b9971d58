internal import HeadwayModel

/// The tasks that people have selected in monitors. The supervisor of a selected task gives it its
/// usual priority meanwhile.
struct Selections: Sendable {
  private var keys: [ConnectionID: TaskKey] = [:]

  /// The selection of a monitor moves; to nil if the monitor is gone. Only supervisors are told
  /// whose task wasn't selected by anybody before, or isn't any more.
  mutating func move(to key: TaskKey?, in connection: ConnectionID, _ hub: inout HubContext) {
    let old = keys[connection]
    guard key != old else { return }
    let isNews = key.map { !contains($0) } ?? false
    keys[connection] = key
    if let old, !contains(old) { tell(old, isSelected: false, in: &hub) }
    if let key, isNews { tell(key, isSelected: true, in: &hub) }
  }

  /// Tells a supervisor that has come, or come back, that its task is selected.
  func tellSupervisor(of key: TaskKey, in hub: inout HubContext) {
    if contains(key) { tell(key, isSelected: true, in: &hub) }
  }

  private func contains(_ key: TaskKey) -> Bool { keys.values.contains(key) }

  private func tell(_ key: TaskKey, isSelected: Bool, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.isLive, task.worker.isSupervisor else { return }
    hub.tell(.selectionMoved(isSelected: isSelected), to: key)
  }
}

/// A worker under a supervisor is in the foreground while that has a terminal: only the hub knows
/// both.
enum Terminals {
  /// The supervisor of a command came to the foreground or left it: the workers of its subtasks are
  /// told.
  static func tellSubtasks(of key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.worker.isSupervisor else { return }
    for subtask in hub.tasks.table.subtasks(of: key) where hub.tasks.isLive(subtask) {
      hub.tellOrDefer(.terminalMoved(isAttached: task.worker.foreground), to: subtask)
    }
  }

  /// Tells a worker that has begun that the supervisor around it has no terminal.
  static func tellWorker(of key: TaskKey, in hub: inout HubContext) {
    guard let parent = hub.tasks[key]?.description.parent.flatMap({ hub.tasks[$0] }),
      parent.isLive, parent.worker.isSupervisor, !parent.worker.foreground
    else { return }
    hub.tell(.terminalMoved(isAttached: false), to: key)
  }
}
