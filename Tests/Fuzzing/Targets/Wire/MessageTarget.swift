import HeadwayHubCore
import HeadwayModel
import HeadwayHub
import HeadwayWire

/// Messages, from their bytes through the hub's state to the bytes of its answers.
///
/// The input is lines, each of them a message of connection 1, a worker. `2` before a message makes
/// it one of connection 2, a supervisor; `<` one that a hub sends. `-1` or `-2` closes a
/// connection and opens it again, `!` ends the processes of closed ones, `+` and a digit lets time
/// go by.
package struct MessageTarget: FuzzTarget {
  package static let name = "message"
  package static let byteLimit = 512

  private let check: WireCheck

  package init() { check = WireCheck() }

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    var hub = WatchedHub()
    try hub.connect(1, isSupervisor: false)
    try hub.connect(2, isSupervisor: true)
    let lines = input.split(separator: UInt8(ascii: "\n"))
    for line in lines.dropLast() { _ = try take(line, &hub) }
    guard let last = lines.last else { return }
    let tasks = hub.snapshots
    hub.forgetAnswers()
    let message = try take(last, &hub)
    try message.map(check.clientMessage)
    try checkAnswers(of: hub, after: tasks)
  }

  /// What came of the last message: what the hub says, and the newest task. What came of those
  /// before is what came of the last of shorter inputs.
  private func checkAnswers(
    of hub: WatchedHub, after earlier: [TaskSnapshot]
  ) throws(BrokenPromise) {
    let tasks = hub.snapshots
    if let task = tasks.last, tasks != earlier {
      for task in tasks { try task.checkAll() }
      try check.snapshot(task)
      try check.summary(hub.state.summary)
    }
    if let reply = hub.replies.last { try check.reply(reply) }
    if let order = hub.orders.last { try check.order(order.order, of: order.key) }
  }

  /// The message to the hub in `line`, if it is one.
  private func take(
    _ line: ArraySlice<UInt8>, _ hub: inout WatchedHub
  ) throws(BrokenPromise) -> ClientMessage? {
    switch line.first {
    case UInt8(ascii: "2"): return try take(line.dropFirst(), of: 2, &hub)
    case UInt8(ascii: "<"): try check.hubLine(line.dropFirst())
    case UInt8(ascii: "-"):
      let connection: UInt64 = line.last == UInt8(ascii: "2") ? 2 : 1
      try hub.send(.connectionClosed(ConnectionID(connection)))
      try hub.connect(connection, isSupervisor: connection == 2)
    case UInt8(ascii: "!"): try hub.exitWatched()
    case UInt8(ascii: "+"):
      try hub.step(.seconds(Int64(1) << Int64((line.dropFirst().first ?? 0) & 7)))
    default: return try take(line, of: 1, &hub)
    }
    return nil
  }

  private func take(
    _ line: ArraySlice<UInt8>, of connection: UInt64, _ hub: inout WatchedHub
  ) throws(BrokenPromise) -> ClientMessage? {
    guard let message = try? ClientMessage(line: line) else { return nil }
    if let event = message.event(from: ConnectionID(connection)) { try hub.send(event) }
    return message
  }
}
