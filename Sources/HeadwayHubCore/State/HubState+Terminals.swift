internal import HeadwayModel

// A worker under a supervisor is in the foreground while that has a terminal: only the hub knows both.
extension HubState {
  /// The workers of what is a part of `task`, where that is supervised.
  mutating func tellParts(of task: TrackedTask) -> [HubEffect] {
    guard task.worker.isSupervisor else { return [] }
    let parts = tasks.parts(of: task.key).filter { tasks[$0]?.isLive == true }
    return parts.flatMap { tellOrDefer(.terminalMoved(isAttached: task.foreground), to: $0) }
  }

  /// Tells a worker that has begun that the supervisor around it has no terminal.
  func tellWhereItIs(_ key: TaskKey) -> [HubEffect] {
    guard let task = tasks[key], let connection = task.worker.connection,
      let parent = task.description.parent.flatMap({ tasks[$0] }),
      parent.isLive, parent.worker.isSupervisor, !parent.foreground
    else { return [] }
    return [.tellWorker(connection, key, .terminalMoved(isAttached: false))]
  }
}
