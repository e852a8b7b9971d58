import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import SystemPackage
import TestClocks
import TestSupport
import Testing

@testable import HeadwaySupervisor

/// The places of a supervisor's attach socket. Time is a number here: nothing waits for it.
@Suite("Who may attach") struct AttachServerTests {
  @Test("the socket is made once the command has run for a while, and goes with the command")
  func socket() throws {
    let bench = try AttachBench()
    #expect(!bench.step() && !bench.place.exists)
    #expect(bench.server.deadline(now: bench.now) == bench.now + AttachServer.listeningDelay)
    bench.now += AttachServer.listeningDelay - .milliseconds(1)
    #expect(!bench.step() && !bench.place.exists)
    bench.now += .milliseconds(1)
    #expect(bench.step() && bench.place.exists)
    #expect(!bench.step() && bench.server.deadline(now: bench.now) == nil)
    bench.server.finish(AttachEnding(status: .code(0), sentence: "is done"))
    #expect(!bench.place.exists)
  }

  @Test("a command that ends before has no socket at all")
  func shortCommand() throws {
    let bench = try AttachBench()
    bench.step()
    bench.server.finish(AttachEnding(status: .code(0), sentence: "is done"))
    bench.now += AttachServer.listeningDelay
    #expect(!bench.step() && access(bench.place.directory, F_OK) != 0)
  }

  @Test("connections that say nothing lock nobody out", arguments: [16, 64])
  func silent(count: Int) throws {
    let bench = try AttachBench()
    bench.listen()
    let silent = try (0..<count).map { _ in try bench.connectSilently() }
    let client = try AttachConnection(to: bench.place)
    #expect(try bench.firstFrame(for: client) == .welcome(version: 1))
    withExtendedLifetime(silent) {}
  }

  @Test("the oldest silent connection gives way, and is told why; the others stay")
  func oldestGivesWay() throws {
    let bench = try AttachBench()
    bench.listen()
    var silent = try (0..<16).map { _ in try bench.connectSilently() }
    bench.step()
    #expect(silent.allSatisfy { !$0.isOver })
    silent.append(try bench.connectSilently())
    bench.step()
    #expect(silent.map(\.isOver) == [true] + Array(repeating: false, count: 16))
    guard case .refused(let reason)? = try silent[0].frame() else {
      return #expect(Bool(false), "not refused")
    }
    #expect(reason.string.contains("try again"))
  }

  @Test("a hello that does not come within 5 s, whole, ends the connection")
  func deadline() throws {
    let bench = try AttachBench()
    bench.listen()
    let silent = try bench.connectSilently()
    let dawdler = try bench.connectSilently()
    let client = try AttachConnection(to: bench.place)
    #expect(try bench.firstFrame(for: client) == .welcome(version: 1))
    #expect(bench.server.deadline(now: bench.now) == bench.now + .seconds(5))
    dawdler.send(Array(AttachFrame.hello(.own).bytes.dropLast()))
    bench.now += .milliseconds(4999)
    bench.step()
    #expect(!silent.isOver && !dawdler.isOver)
    bench.now += .milliseconds(1)
    bench.step()
    #expect(silent.isOver && dawdler.isOver)
    #expect(try client.receive() == [])
    #expect(bench.server.deadline(now: bench.now) == nil)
  }

  @Test("the 17th to attach is refused with a reason, and comes in once another has left")
  func full() throws {
    let bench = try AttachBench()
    bench.listen()
    var clients: [AttachConnection] = []
    for _ in 0..<16 {
      clients.append(try AttachConnection(to: bench.place))
      #expect(try bench.firstFrame(for: clients[clients.count - 1]) == .welcome(version: 1))
    }
    guard case .refused(let reason)? = try bench.firstFrame(for: AttachConnection(to: bench.place))
    else { return #expect(Bool(false), "not refused") }
    #expect(reason.string.contains("attached already"))
    clients.removeLast()
    bench.step()
    let next = try AttachConnection(to: bench.place)
    #expect(try bench.firstFrame(for: next) == .welcome(version: 1))
  }

  @Test("another user who gets as far as the socket is hung up on")
  func foreign() throws {
    guard getuid() == 0, access("/usr/bin/python3", X_OK) == 0 else { return }
    let bench = try AttachBench()
    bench.listen()
    for path in [bench.place.directory, bench.folder] { chmod(path, 0o711) }
    chmod(bench.place.path, 0o666)
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])
      try: s.sendall(b"\\1\\0\\6HWAT\\1\\1"); print("heard", len(s.recv(100)))
      except ConnectionError: print("heard 0")
      """
    let command = try RunningCommand([
      "setpriv", "--reuid", "60001", "--regid", "60001", "--clear-groups", "/usr/bin/python3", "-c",
      script, bench.place.path,
    ])
    var isOver = false
    let heard = comesTrue {
      bench.step()
      var poller = Poller()
      poller.watch(command.output.raw, .readable)
      poller.wait(until: SystemClocks.awake)
      isOver = poller.readiness(of: command.output.raw).isAny
      return isOver
    }
    #expect(heard)
    let text = String(decoding: command.readAll(), as: UTF8.self)
    #expect(text == "heard 0\n")
    _ = command.wait()
  }
}

/// A server at a terminal without a command, in a folder of its own.
private final class AttachBench {
  let folder: String
  let place: SocketPlace
  let server: AttachServer
  var now: AwakeTime = .seconds(1000)
  private let terminal: PseudoTerminal
  private var poller = Poller()

  init() throws {
    var template = Array("/tmp/headway-attach-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    place = SocketPlace(directory: "\(folder)/attach", name: "task.sock")
    terminal = try PseudoTerminal()
    server = AttachServer(at: place, master: terminal.master, now: now)
  }

  deinit {
    place.remove()
    rmdir(place.directory)
    rmdir(folder)
  }

  /// All that is to be done by now. Returns whether terminals can attach since then.
  @discardableResult
  func step() -> Bool {
    var listens = false
    for _ in 0..<4 {
      poller.begin()
      server.watch(&poller, now: now)
      poller.wait(until: SystemClocks.awake)
      if server.step(poller, now: now).listens { listens = true }
    }
    return listens
  }

  /// Waits until terminals can attach.
  func listen() {
    now += AttachServer.listeningDelay
    #expect(step())
  }

  func connectSilently() throws -> RawAttachment {
    var connected: FileDescriptor?
    while connected == nil {
      do throws(SystemError) {
        connected = try place.connect()
      } catch {
        guard error.errno == .resourceTemporarilyUnavailable else { throw error }
        step()
      }
    }
    return RawAttachment(OwnedDescriptor(try #require(connected)))
  }

  func firstFrame(for client: AttachConnection) throws -> AttachFrame? {
    step()
    return try client.receive()?.first
  }
}

/// A connection that says what the test says.
private final class RawAttachment {
  private let socket: OwnedDescriptor
  private var bytes: [UInt8] = []

  init(_ socket: OwnedDescriptor) { self.socket = socket }

  func send(_ bytes: [UInt8]) { bytes.withUnsafeBytes { _ = Transfer.send(socket.raw, $0) } }

  /// Whether the other end has closed it.
  var isOver: Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        switch Transfer.receive(socket.raw, into: buffer) {
        case .bytes(let count): bytes += buffer[..<count]
        case .wouldBlock: return false
        case .ended, .failed: return true
        }
      }
    }
  }

  /// The first frame that came.
  func frame() throws -> AttachFrame? {
    var reader = AttachFrameReader()
    bytes.withUnsafeBytes { reader.append($0) }
    return try reader.next()
  }
}
