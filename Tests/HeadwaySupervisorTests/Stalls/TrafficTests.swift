import Glibc
import HeadwayModel
import HeadwaySystem
import Testing

@testable import HeadwaySupervisor

/// Data that is carried, over the network or from a file, as a sign of life.
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

  @Test("a file whose offset grows is traffic, and one that is read again from its start isn't")
  func offsets() {
    let file = OpenDescriptors.File(process: 1, descriptor: 3, path: "/data/big")
    let other = OpenDescriptors.File(process: 1, descriptor: 3, path: "/data/small")
    #expect(TrafficWatch.hasMoved(from: [file: 100], to: [file: 101]))
    #expect(!TrafficWatch.hasMoved(from: [file: 100], to: [file: 100]))
    #expect(!TrafficWatch.hasMoved(from: [file: 100], to: [file: 0]))
    #expect(TrafficWatch.hasMoved(from: [file: 100], to: [other: 1]))
    #expect(!TrafficWatch.hasMoved(from: [file: 100], to: [other: 0]))
    #expect(!TrafficWatch.hasMoved(from: nil, to: [file: 100]))
    #expect(!TrafficWatch.hasMoved(from: [file: 100], to: nil))
  }

  /// A command moves 10 bytes of a file that is in memory into a pipe every 0.4 s, as pv does, or
  /// sleeps as long. Either takes hardly any processor time. The pipe has room for 16 pieces.
  private func signs(ofReading reads: Bool) throws -> Int {
    let task = SupervisedTask()
    let command = try RunningCommand(
      [
        RunningCommand.supervise, "python3", "-c",
        """
        import os, tempfile, time
        file = tempfile.NamedTemporaryFile()
        file.write(b"0123456789" * 1000); file.flush(); file.seek(0)
        into = os.pipe()[1]
        source = os.open(file.name, os.O_RDONLY)
        for n in range(15):
          time.sleep(.4)
          if \(reads ? "True" : "False"): os.sendfile(into, source, None, 10)
        """,
      ], environment: task.environment)
    _ = command.readAll()
    #expect(command.wait() == .code(0))
    return task.reports.count { $0 == "alive" }
  }

  @Test("a command that goes on in a file is alive, though it uses no disk and hardly a processor")
  func reading() throws {
    let idle = try signs(ofReading: false)
    let busy = try signs(ofReading: true)
    #expect(busy > idle, "\(busy) signs of life, \(idle) without reading")
  }

  @Test("a process shows its sockets and how far it is in the files that it reads")
  func descriptors() throws {
    let task = SupervisedTask()
    let command = try RunningCommand(
      [
        "python3", "-c",
        """
        import os, socket, sys, tempfile, time
        name = sys.argv[1]
        open(name, "wb").write(b"0123456789" * 10)
        source = os.open(name, os.O_RDONLY)
        os.lseek(source, 30, os.SEEK_SET)
        written = os.open(name, os.O_WRONLY)
        os.lseek(written, 40, os.SEEK_SET)
        shared = tempfile.NamedTemporaryFile(dir="/dev/shm", prefix="headway-test-")
        shared.write(b"0123456789"); shared.flush()
        stat = os.open("/proc/self/stat", os.O_RDONLY)
        os.lseek(stat, 5, os.SEEK_SET)
        held = socket.socket()
        print(os.fstat(held.fileno()).st_ino, flush=True)
        time.sleep(60)
        """, task.folder + "/data",
      ])
    let socket = UInt32(command.read(until: "\n").filter(\.isNumber))
    let open = OpenDescriptors(of: command.process)
    command.signal(SIGINT)
    _ = command.wait()
    // The test's own sockets may have been handed on too.
    #expect(open.sockets.contains(try #require(socket)))
    // The file that is written only may be another process's too, and /proc holds no data.
    #expect(open.offsets.values.sorted() == [10, 30])
    #expect(open.offsets.first { $0.value == 30 }?.key.path == task.folder + "/data")
    #expect(open.offsets.first { $0.value == 10 }?.key.path.hasPrefix("/dev/shm/") == true)
    let nothing = OpenDescriptors(of: -1)
    #expect(nothing.sockets.isEmpty && nothing.offsets.isEmpty)
  }
}
