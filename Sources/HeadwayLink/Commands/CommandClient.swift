import Glibc
package import HeadwayCore
package import HeadwaySystem
package import HeadwayWire

/// A client for one command: asks, waits for the answer with a time limit, goes. Confined to one
/// thread.
package final class CommandClient {
  private let connection: HubConnection
  private var arrived: [HubMessage] = []
  private var lastRequest = 0
  private let patience: Duration
  private var hello: HubHello?

  /// How a command treats a missing hub.
  package enum StartPolicy: Sendable {
    case ifNeeded, never
  }

  /// Connects and says hello; the hub's own hello is checked with the first answer.
  package init(
    _ paths: HeadwayPaths, role: ClientRole = .command, start: StartPolicy,
    patience: Duration = .seconds(5)
  ) throws(LinkError) {
    self.patience = patience
    switch start {
    case .ifNeeded: connection = try HubLauncher.connectOrStart(paths)
    case .never: connection = try HubConnection(to: paths, mayStart: false)
    }
    connection.send(ClientHello(role: role))
  }

  package var descriptor: CInt { connection.descriptor }
  /// The hub's process: as it says, or else who listened when this client came, which may be the
  /// service manager.
  package var hub: Int32 { hello?.pid ?? connection.hub }

  /// A fresh request number.
  package func nextRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }

  package func send(_ body: some MessageBody) { connection.send(body) }

  /// To be sent with what is sent next.
  package func queue(_ body: some MessageBody) { connection.queue(body) }

  /// Waits for the hub's hello: fails where it hangs.
  @discardableResult
  package func awaitHello() throws(LinkError) -> HubHello {
    try first(within: patience) { message in
      if case .hello(let hello) = message { hello } else { nil }
    }
  }

  /// The next message of the hub; without `limit` it may take for ever. Its refusals are thrown.
  package func next(within limit: Duration?) throws(LinkError) -> HubMessage {
    let deadline = limit.map { SystemClocks.awake + $0 }
    while arrived.isEmpty {
      try pause(until: deadline)
      arrived = try connection.receive()
    }
    let message = arrived.removeFirst()
    if case .hello(let hello) = message { self.hello = hello }
    if case .error(let error) = message {
      throw .refused(code: error.code, message: error.message)
    }
    return message
  }

  /// Sends `body` and returns the first answer that `pick` takes, other messages passed over.
  package func ask<Answer>(
    _ body: some MessageBody, pick: (HubMessage) -> Answer?
  ) throws(LinkError) -> Answer {
    send(body)
    return try first(within: patience, pick)
  }

  /// The first message that `pick` takes; `limit` is for each message, nil for none.
  package func first<Answer>(
    within limit: Duration?, _ pick: (HubMessage) -> Answer?
  ) throws(LinkError) -> Answer {
    while true {
      if let answer = pick(try next(within: limit)) { return answer }
    }
  }

  /// Returns the first answer that `pick` takes to a request that a healthy hub may need a while for,
  /// such as a page of a large record. The hub answers a summary at once: a hub that says nothing for
  /// `patience` after it was asked for one is silent. Gives up on a hub that lives after 30 s.
  package func firstWhileAlive<Answer>(
    _ pick: (HubMessage) -> Answer?
  ) throws(LinkError) -> Answer {
    let deadline = SystemClocks.awake + Self.slowAnswerLimit
    while true {
      send(SummaryRequest(request: nextRequest()))
      var isAlive = false
      do throws(LinkError) {
        return try first(within: patience) { message in
          isAlive = true
          return pick(message)
        }
      } catch .hubSilent where isAlive && SystemClocks.awake < deadline {
        continue
      }
    }
  }

  private static let slowAnswerLimit: Duration = .seconds(30)

  /// The tasks of a snapshot.
  package func list(all: Bool) throws(LinkError) -> [TaskSnapshot] {
    send(ListMessage(all: all, request: nextRequest()))
    var tasks: [TaskSnapshot] = []
    return try first(within: patience) { message in
      if case .task(let item) = message { tasks.append(item.task) }
      if case .snapshotEnd = message { return tasks }
      return nil
    }
  }

  private func pause(until deadline: Duration?) throws(LinkError) {
    let remaining = deadline.map { max(.zero, $0 - SystemClocks.awake) }
    let milliseconds = remaining.map { CInt(clamping: $0.wholeMilliseconds + 1) } ?? -1
    let events = connection.wantsWrite ? POLLIN | POLLOUT : POLLIN
    var entry = pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
    let ready = poll(&entry, 1, milliseconds)
    if ready == 0 { throw .hubSilent }
    connection.flush()
  }
}
