import HeadwayCore
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

  private let codec = WireCodec()
  private let check: WireCheck

  package init() { check = WireCheck(codec: codec) }

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    var hub = WatchedHub()
    try hub.connect(1, isSupervisor: false)
    try hub.connect(2, isSupervisor: true)
    let lines = input.split(separator: UInt8(ascii: "\n"))
    for line in lines { try take(line, &hub) }
    if let last = lines.last { try checkAlone(last) }
    try checkAnswers(of: hub)
  }

  /// The last message, as it goes on the line. Those before it are the last of shorter inputs.
  private func checkAlone(_ line: ArraySlice<UInt8>) throws(BrokenPromise) {
    let line = line.first == UInt8(ascii: "2") ? line.dropFirst() : line
    guard let message = try? codec.decode(ClientMessage.self, from: line) else { return }
    try check.clientMessage(message)
  }

  /// What the hub says last, and the newest task. What it said before is the last of shorter
  /// inputs.
  private func checkAnswers(of hub: WatchedHub) throws(BrokenPromise) {
    let tasks = hub.snapshots
    for task in tasks { try task.checkAll() }
    if let task = tasks.last {
      try check.snapshot(task)
      try check.summary(hub.state.summary)
    }
    if let reply = hub.replies.last { try check.reply(reply) }
    if let order = hub.orders.last { try check.order(order.order, of: order.key) }
  }

  private func take(_ line: ArraySlice<UInt8>, _ hub: inout WatchedHub) throws(BrokenPromise) {
    switch line.first {
    case UInt8(ascii: "2"): try take(line.dropFirst(), of: 2, &hub)
    case UInt8(ascii: "<"): try check.hubLine(line.dropFirst())
    case UInt8(ascii: "-"):
      let connection: UInt64 = line.last == UInt8(ascii: "2") ? 2 : 1
      try hub.send(.connectionClosed(ConnectionID(connection)))
      try hub.connect(connection, isSupervisor: connection == 2)
    case UInt8(ascii: "!"): try hub.exitWatched()
    case UInt8(ascii: "+"):
      try hub.step(.seconds(Int64(1) << Int64((line.dropFirst().first ?? 0) & 7)))
    default: try take(line, of: 1, &hub)
    }
  }

  private func take(
    _ line: ArraySlice<UInt8>, of connection: UInt64, _ hub: inout WatchedHub
  ) throws(BrokenPromise) {
    guard let message = try? codec.decode(ClientMessage.self, from: line) else { return }
    if let event = message.event(from: ConnectionID(connection)) { try hub.send(event) }
  }
}
