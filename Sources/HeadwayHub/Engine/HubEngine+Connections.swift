import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import NIOCore

// Connections and subscribers.
extension HubEngine {
  func open(_ connection: ClientConnection, role: ClientRole) {
    connections[connection.id] = connection
    let isWorker = role == .worker || role == .supervisor
    let identity =
      (isWorker ? watcher?.identity(of: connection.peerPID) : nil)
      ?? ProcessIdentity(pid: connection.peerPID, startTime: 0, bootID: "")
    handle(
      .connectionOpened(
        connection.id, ConnectionPeer(process: identity, isSupervisor: role == .supervisor)))
  }

  func close(_ id: ConnectionID) {
    guard connections.removeValue(forKey: id) != nil else { return }
    if let subscriber = subscribers.removeValue(forKey: id) {
      subscriber.stop()
      giveMemoryBack()
    }
    share.remove(id)
    payloads.forget(id)
    handle(.connectionClosed(id))
  }

  func subscriber(of connection: ClientConnection) -> Subscriber {
    if let known = subscribers[connection.id] { return known }
    let new = Subscriber(connection: connection, engine: self)
    subscribers[connection.id] = new
    return new
  }

  func connection(_ id: ConnectionID) -> ClientConnection? { connections[id] }

  /// Sends what the connection's subscriber is to be told; returns whether there is more.
  func pump(_ id: ConnectionID, until deadline: AwakeTime, at now: Moment) -> Bool {
    subscribers[id]?.pump(until: deadline, at: now) ?? false
  }

  func armIdleExit() {
    guard connections.isEmpty, !isLeaving, state.isIdle, !notifier.hasWaiting else {
      idleExit?.cancel()
      idleExit = nil
      return
    }
    guard idleExit == nil else { return }
    let engine = NIOLoopBound(self, eventLoop: loop)
    idleExit = loop.scheduleTask(in: TimeAmount(bounded: settings.exitAfter)) {
      engine.value.requestStop(reason: "nothing left to do")
    }
  }
}
