import CHeadwaySystem
import Glibc
import SystemPackage
import Testing

@testable import HeadwaySystem

@Suite("What a service manager passes on") struct ServiceTests {
  @Test(
    "sockets are for the process that is named",
    arguments: [
      (["LISTEN_PID": "7", "LISTEN_FDS": "1"], PassedSockets.some(count: 1)),
      (["LISTEN_PID": "7", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "a:b:c"], .some(count: 3)),
      (["LISTEN_PID": "8", "LISTEN_FDS": "1"], .none),
      (["LISTEN_PID": "seven", "LISTEN_FDS": "1"], .none),
      (["LISTEN_FDS": "1"], .none), (["LISTEN_PID": "7"], .none), ([:], .none),
      (["LISTEN_PID": "7", "LISTEN_FDS": "0"], .none),
      (["LISTEN_PID": "7", "LISTEN_FDS": "-1"], .malformed("-1")),
      (["LISTEN_PID": "7", "LISTEN_FDS": ""], .malformed("")),
      (
        ["LISTEN_PID": "7", "LISTEN_FDS": "9999999999999999999"], .malformed("9999999999999999999")
      ),
    ])
  func variables(environment: [String: String], expected: PassedSockets) {
    #expect(PassedSockets(process: 7) { environment[$0] } == expected)
  }

  @Test("a socket that listens at its path is taken over, and no program inherits it")
  func takenOver() throws {
    try withDirectory { directory in
      let path = directory + "/hub.sock"
      let listener = try UnixSocket.listen(at: path, backlog: 4)
      defer { close(listener.rawValue) }
      _ = fcntl(listener.rawValue, F_SETFD, 0)
      let taken = try ActivatedSocket.adopt(listener.rawValue, listeningAt: path)
      #expect(taken == listener)
      #expect(fcntl(taken.rawValue, F_GETFD) & FD_CLOEXEC != 0)
      let sameFile = try ActivatedSocket.adopt(
        listener.rawValue, listeningAt: directory + "//hub.sock")
      #expect(sameFile == listener)
    }
  }

  @Test("what isn't the hub's socket is refused")
  func refused() throws {
    try withDirectory { directory in
      let path = directory + "/hub.sock"
      let listener = try UnixSocket.listen(at: path, backlog: 4)
      defer { close(listener.rawValue) }
      expect(listener.rawValue, at: "/elsewhere", .otherPath(path, expected: "/elsewhere"))
      let connected = try UnixSocket.connect(to: path)
      defer { close(connected.rawValue) }
      expect(connected.rawValue, at: path, .notListening)
      let datagrams = try DatagramSocket(at: directory + "/datagrams")
      expect(datagrams.descriptor, at: path, .otherKind)
      let network = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(network) }
      expect(network, at: path, .otherKind)
      let pipe = try DescriptorPair.pipe()
      expect(pipe.first.raw, at: path, .notASocket(.notSocket))
      expect(-1, at: path, .notASocket(.badFileDescriptor))
    }
  }

  private func expect(_ descriptor: CInt, at path: String, _ expected: ActivationError) {
    #expect(throws: expected) {
      try ActivatedSocket.adopt(descriptor, listeningAt: path)
    }
  }

  @Test("the manager hears that the hub serves; names that are no socket's are passed over")
  func ready() throws {
    try withDirectory { directory in
      let manager = try DatagramSocket(at: directory + "/notify")
      let notifier = try #require(ServiceNotifier(path: manager.path))
      notifier.tellReady()
      let heard = manager.next(byteLimit: 64)
      #expect(heard == Array("READY=1".utf8))
      for name in ["", "/", "@", "notify", "vsock:2:1234"] {
        #expect(ServiceNotifier(path: name) == nil)
      }
      ServiceNotifier(path: directory + "/nobody")?.tellReady()
    }
  }

  @Test("only where the manager listens can a hub be asleep, and it is awake once it says so")
  func presence() throws {
    try withDirectory { directory in
      let paths = HeadwayPaths(socket: directory + "/hub.sock", stateDirectory: directory)
      #expect(!HubPresence.isAsleep(paths))
      try #require(symlink("hub.sock", paths.activationMark) == 0)
      #expect(HubPresence.isAsleep(paths))
      close(open(paths.servingLock, O_CREAT | O_WRONLY, 0o600))
      #expect(HubPresence.isAsleep(paths), "the lock that a killed hub left")
      try HubPresence.announce(paths)
      #expect(!HubPresence.isAsleep(paths))
    }
  }

  @Test("a hub elsewhere has the record only while it lives and holds the record's lock")
  func otherHub() throws {
    try withDirectory { directory in
      let own = HeadwayPaths(socket: directory + "/own.sock", stateDirectory: directory)
      let other = HeadwayPaths(socket: directory + "/other.sock", stateDirectory: directory)
      #expect(HubPresence.socketOfOtherHub(own) == nil)
      try DurableFile.write(Array(other.socket.utf8), to: own.recordLock)
      #expect(HubPresence.socketOfOtherHub(own) == nil, "what a hub of before left")
      try HubPresence.announce(other)
      #expect(HubPresence.socketOfOtherHub(own) == nil, "that hub has another record")
      guard let lock = try FileLock.acquire(own.recordLock) else {
        Issue.record("the record is locked already")
        return
      }
      let descriptor = lock.relinquish()
      defer { close(descriptor) }
      #expect(HubPresence.socketOfOtherHub(own) == other.socket)
      #expect(HubPresence.socketOfOtherHub(other) == nil)
      for text in ["", "other.sock", own.socket] {
        try Array(text.utf8).withUnsafeBytes { bytes in
          try #require(ftruncate(descriptor, 0) == 0)
          try #require(pwrite(descriptor, bytes.baseAddress, bytes.count, 0) >= 0)
        }
        #expect(HubPresence.socketOfOtherHub(own) == nil, "\(text)")
      }
    }
  }

  private func withDirectory(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/hw-srv-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { for name in directoryEntries(path) + [""] { remove("\(path)/\(name)") } }
    try body(path)
  }
}
