import Glibc
import HeadwayModel
import HeadwaySystem
import Testing

@testable import HeadwaySupervisor

/// Traffic of the network as a sign of life.
@Suite("Traffic") struct TrafficTests {
  @Test("a socket that has carried more, and a new one that has carried something, are traffic")
  func moved() {
    #expect(!TrafficWatch.hasMoved(from: [1: 100], to: [1: 100]))
    #expect(TrafficWatch.hasMoved(from: [1: 100], to: [1: 101]))
    #expect(TrafficWatch.hasMoved(from: [1: 100], to: [1: 100, 2: 1]))
    #expect(!TrafficWatch.hasMoved(from: [1: 100, 2: 5], to: [1: 100]))
  }

  /// The server sends 10 bytes every 0.2 s, or nothing after the first ones. A command that only waits
  /// gives a sign of life when it starts, and then none.
  private func signs(ofServerSending repetitions: Int) throws -> Int {
    let task = SupervisedTask()
    let server = try RunningCommand([
      "python3", "-c",
      """
      import socket, sys, time
      server = socket.create_server(("127.0.0.1", 0))
      print(server.getsockname()[1], flush=True)
      client, _ = server.accept()
      client.recv(1000)
      client.sendall(b"HTTP/1.0 200 OK\\r\\n\\r\\n0123456789")
      for n in range(30):
        time.sleep(.2)
        if n < \(repetitions): client.sendall(b"0123456789")
      """,
    ])
    let port = server.read(until: "\n").filter(\.isNumber)
    let command = try RunningCommand(
      [RunningCommand.supervise, "sh", "-c", "curl -sN http://127.0.0.1:\(port)/ | md5sum"],
      environment: task.environment)
    _ = command.readAll()
    #expect(command.wait() == .code(0))
    _ = server.wait()
    return task.reports.count { $0 == "alive" }
  }

  @Test("a silent download is alive while bytes come, and rests while none do")
  func download() throws {
    let idle = try signs(ofServerSending: 0)
    let busy = try signs(ofServerSending: 30)
    // A busy machine looks less often.
    #expect(busy > idle, "\(busy) signs of life, \(idle) without traffic")
  }
}
