/// MQTT 3.1.1 at QoS 0: http://docs.oasis-open.org/mqtt/mqtt/v3.1.1/mqtt-v3.1.1.html
struct MQTTDialect: Dialect {
  let name = "mosquitto"
  let path: String

  func connect() throws -> LoadSocket { try .unix(path) }

  func becomeWorker(_ index: Int, _ socket: LoadSocket) throws {
    try greet(socket, name: "worker\(index)")
  }

  func becomeSubscriber(_ socket: LoadSocket) throws {
    try greet(socket, name: "subscriber")
    try socket.send(packet(0x82, [0, 1] + text("task/+") + [0]))
    try socket.await("\u{3}\u{0}\u{1}\u{0}")
  }

  func publication(_ payload: [UInt8], by index: Int) -> [UInt8] {
    packet(0x30, text("task/" + workerKey(index)) + payload)
  }

  /// PINGREQ and PINGRESP.
  var barrier: [UInt8] { [0xC0, 0] }
  var barrierAnswer: [UInt8] { [0xD0, 0] }

  /// CONNECT with a clean session and no keep-alive; CONNACK says 0 for accepted.
  private func greet(_ socket: LoadSocket, name: String) throws {
    try socket.send(packet(0x10, text("MQTT") + [4, 2, 0, 0] + text(name)))
    try socket.await(" \u{2}\u{0}\u{0}")
  }

  /// A fixed header with its variable-length size (2.2.3), and the rest.
  private func packet(_ head: UInt8, _ body: [UInt8]) -> [UInt8] {
    var size: [UInt8] = []
    var rest = body.count
    repeat {
      size.append(UInt8(rest % 128) | (rest >= 128 ? 0x80 : 0))
      rest /= 128
    } while rest > 0
    return [head] + size + body
  }

  private func text(_ text: String) -> [UInt8] {
    [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 0xFF)] + Array(text.utf8)
  }
}
