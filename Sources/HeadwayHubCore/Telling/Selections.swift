internal import HeadwayModel

/// The tasks that people have selected in monitors. While a task is selected, its supervisor gives
/// the command its usual priority.
struct Selections: Sendable {
  private var keys: [ConnectionID: TaskKey] = [:]

  /// Moves the selection of a monitor.
  ///
  /// Several monitors may select the same task. The hub tells a supervisor only when the first
  /// monitor selects its task, and when the last one leaves it.
  ///
  /// - Parameter key: the selected task; nil if the monitor selects nothing or is gone.
  mutating func move(to key: TaskKey?, in connection: ConnectionID, _ hub: inout HubContext) {
    let old = keys[connection]
    guard key != old else { return }
    let isNews = key.map { !contains($0) } ?? false
    keys[connection] = key
    if let old, !contains(old) { tell(old, isSelected: false, in: &hub) }
    if let key, isNews { tell(key, isSelected: true, in: &hub) }
  }

  /// Tells a supervisor that has come, or has come back, if its task is selected.
  func tellSupervisor(of key: TaskKey, in hub: inout HubContext) {
    if contains(key) { tell(key, isSelected: true, in: &hub) }
  }

  private func contains(_ key: TaskKey) -> Bool { keys.values.contains(key) }

  private func tell(_ key: TaskKey, isSelected: Bool, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.isLive, task.worker.isSupervisor else { return }
    hub.tell(.selectionMoved(isSelected: isSelected), to: key)
  }
}
