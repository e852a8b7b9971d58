/// NATS core: https://docs.nats.io/reference/reference-protocols/nats-protocol
struct NATSDialect: Dialect {
  let name = "nats-server"
  let port: UInt16

  func connect() throws -> LoadSocket { try .loopback(port: port) }

  func becomeWorker(_ index: Int, _ socket: LoadSocket) throws {
    try socket.send(Array("CONNECT {\"verbose\":false,\"pedantic\":false}\r\nPING\r\n".utf8))
    try socket.await("PONG")
  }

  func becomeSubscriber(_ socket: LoadSocket) throws {
    try becomeWorker(0, socket)
    try socket.send(Array("SUB task.* 1\r\nPING\r\n".utf8))
    try socket.await("PONG")
  }

  func publication(_ payload: [UInt8], by index: Int) -> [UInt8] {
    Array("PUB task.\(workerKey(index)) \(payload.count)\r\n".utf8) + payload + Array("\r\n".utf8)
  }

  var barrier: [UInt8] { Array("PING\r\n".utf8) }
  var barrierAnswer: [UInt8] { Array("PONG".utf8) }
}
