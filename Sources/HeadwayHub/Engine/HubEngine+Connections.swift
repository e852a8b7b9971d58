import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import NIOCore

// Connections and subscribers.
extension HubEngine {
  func open(_ connection: ClientConnection, role: ClientRole) {
    clients.connections[connection.id] = connection
    let isWorker = role == .worker || role == .supervisor
    let identity =
      (isWorker ? watcher?.identity(of: connection.peerPID) : nil)
      ?? ProcessIdentity(pid: connection.peerPID, startTime: 0, bootID: "")
    handle(
      .connectionOpened(
        connection.id, ConnectionPeer(process: identity, isSupervisor: role == .supervisor)))
  }

  func close(_ id: ConnectionID) {
    guard clients.connections.removeValue(forKey: id) != nil else { return }
    if let subscriber = clients.subscribers.removeValue(forKey: id) {
      subscriber.stop()
      giveMemoryBack()
    }
    round.share.remove(id)
    clients.payloads.forget(id)
    clients.batches.forget(id)
    handle(.connectionClosed(id))
  }

  func subscriber(of connection: ClientConnection) -> Subscriber {
    if let known = clients.subscribers[connection.id] { return known }
    let new = Subscriber(connection: connection, engine: self)
    clients.subscribers[connection.id] = new
    return new
  }

  func connection(_ id: ConnectionID) -> ClientConnection? { clients.connections[id] }

  /// Sends what is due to the connection's subscriber.
  ///
  /// - Returns: whether more is due.
  func pump(_ id: ConnectionID, until deadline: AwakeTime, at now: Moment) -> Bool {
    clients.subscribers[id]?.pump(until: deadline, at: now) ?? false
  }

  func armIdleExit() {
    guard clients.connections.isEmpty, !exit.isLeaving, state.isIdle, !notifier.hasWaiting else {
      exit.idle?.cancel()
      exit.idle = nil
      return
    }
    guard exit.idle == nil else { return }
    let engine = NIOLoopBound(self, eventLoop: loop)
    exit.idle = loop.scheduleTask(in: TimeAmount(bounded: settings.exitAfter)) {
      engine.value.requestStop(reason: "nothing left to do")
    }
  }
}

/// The clients that are connected, and what they take up.
struct HubClients {
  var connections: [ConnectionID: ClientConnection] = [:]
  var subscribers: [ConnectionID: Subscriber] = [:]
  var load = ConnectionLoad()
  /// The payloads of launches that clients are sending.
  var payloads = PayloadIntake()
  var batches = BatchIntake()
  /// The summary that clients were last told.
  var summary = SummaryCache()
}

/// The requests of the hub to the server that runs it.
struct HubOwner {
  /// Leaves, with the reason for the goodbye. The function may be called more than once.
  let stop: (String) -> Void
  let socketDirectoryChanged: () -> Void
}

/// The hub's way out.
struct HubExit {
  var isLeaving = false
  /// The reason for the goodbye.
  var reason = ""
  /// The exit of a hub that nobody needs; nil while somebody does.
  var idle: Scheduled<Void>?
}
