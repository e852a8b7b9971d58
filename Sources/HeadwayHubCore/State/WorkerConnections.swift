internal import HeadwayModel

/// The clients that are connected, and the tasks whose workers they are.
struct WorkerConnections: Sendable {
  private var peers: [ConnectionID: ConnectionPeer] = [:]
  private var keys: [ConnectionID: Set<TaskKey>] = [:]

  var isEmpty: Bool { peers.isEmpty }

  /// Who the connection belongs to; nil once it is closed.
  subscript(connection: ConnectionID) -> ConnectionPeer? { peers[connection] }

  mutating func open(_ connection: ConnectionID, _ peer: ConnectionPeer) {
    peers[connection] = peer
  }

  /// Forgets a connection that is closed.
  /// - Returns: the tasks whose worker it was, in order.
  mutating func close(_ connection: ConnectionID) -> [TaskKey] {
    peers[connection] = nil
    return keys.removeValue(forKey: connection)?.sorted() ?? []
  }

  /// The worker of `key` reports over the connection.
  mutating func attach(_ key: TaskKey, to connection: ConnectionID) {
    keys[connection, default: []].insert(key)
  }

  mutating func detach(_ task: TrackedTask) {
    if let connection = task.worker.connection { keys[connection]?.remove(task.key) }
  }

  mutating func giveBackRoom() {
    peers = peers.withoutSpareRoom
    keys = keys.withoutSpareRoom
  }
}
