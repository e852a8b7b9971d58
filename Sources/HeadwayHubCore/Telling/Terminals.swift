internal import HeadwayModel

/// Tells those who run within a supervised command whether the supervisor has a terminal.
///
/// A worker within a supervised command is in the foreground only while the supervisor is. Neither
/// of the two knows the other, but the hub knows both. A program without a task of its own asks.
struct Terminals: Sendable {
  /// The supervised task of each connection that has asked.
  private var questions: [ConnectionID: TaskKey] = [:]

  /// Notes that a program within a task wants to know, and tells the program if the task's
  /// supervisor is there. A question of the same connection before is forgotten.
  mutating func ask(about key: TaskKey, in connection: ConnectionID, _ hub: inout HubContext) {
    questions[connection] = key
    guard let isAttached = Self.hasTerminal(key, in: hub) else { return }
    hub.perform(.tellWorker(connection, key, .terminalMoved(isAttached: isAttached)))
  }

  mutating func forget(_ connection: ConnectionID) { questions[connection] = nil }

  /// Tells the workers of the subtasks, and the programs that have asked, that their supervisor came
  /// to the foreground of its terminal, or left it.
  func tellThoseWithin(_ key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.worker.isSupervisor else { return }
    for subtask in hub.tasks.table.subtasks(of: key) where hub.tasks.isLive(subtask) {
      hub.tellOrDefer(.terminalMoved(isAttached: task.worker.foreground), to: subtask)
    }
    tellPrograms(within: key, in: &hub)
  }

  /// Tells the programs that have asked about a task whose supervisor has come, or has come back.
  func tellPrograms(within key: TaskKey, in hub: inout HubContext) {
    guard !questions.isEmpty, let isAttached = Self.hasTerminal(key, in: hub) else { return }
    let asking = questions.filter { $0.value == key }.keys.sorted { $0.value < $1.value }
    for connection in asking {
      hub.perform(.tellWorker(connection, key, .terminalMoved(isAttached: isAttached)))
    }
  }

  /// Tells a worker that has begun if the supervisor around it isn't in the foreground of a
  /// terminal.
  static func tellWorker(of key: TaskKey, in hub: inout HubContext) {
    guard let parent = hub.tasks[key]?.description.parent.flatMap({ hub.tasks[$0] }),
      parent.isLive, parent.worker.isSupervisor, !parent.worker.foreground
    else { return }
    hub.tell(.terminalMoved(isAttached: false), to: key)
  }

  /// Whether the supervisor of a task is in the foreground of a terminal. Nil if the task has no
  /// supervisor, or if the hub hasn't heard from the supervisor.
  private static func hasTerminal(_ key: TaskKey, in hub: HubContext) -> Bool? {
    guard let task = hub.tasks[key], task.isLive, task.worker.isSupervisor,
      task.worker.connection != nil
    else { return nil }
    return task.worker.foreground
  }
}
