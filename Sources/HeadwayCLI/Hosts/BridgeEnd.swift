import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The far end of a bridge: carries the protocol between standard input and output and the hub of
/// this machine.
///
/// The far end leaves when the near end is gone: at the end of its input, and after 60 s without a
/// byte.
struct BridgeEnd {
  /// The time without a byte after which the near end counts as gone. A near end sends a sign of
  /// life every 20 s.
  private static let silenceLimit: Duration = .seconds(60)
  /// The number of bytes of one read or write. A pipe that is ready takes as many (pipe(7)).
  private static let pieceSize = 4096

  private let connection: HubConnection
  private var gate = RoleGate()
  /// The bytes for the hub, and those for the near end. As long as there are any, nothing more is
  /// read for them: neither grows beyond a piece or the hello.
  private var (forHub, forClient): (ArraySlice<UInt8>, ArraySlice<UInt8>) = ([], [])

  /// Connects to the hub.
  ///
  /// - Parameter mayStartHub: Whether to start one if none runs. Otherwise the failure has
  ///   ``HostTrouble/noHubStatus``.
  init(mayStartHub: Bool) throws(CommandFailure) {
    let paths = try Hub.paths()
    do throws(LinkError) {
      connection =
        mayStartHub
        ? try HubLauncher.connectOrStart(paths) : try HubConnection(to: paths, mayStart: false)
    } catch .noHub where !mayStartHub {
      throw CommandFailure(silently: HostTrouble.noHubStatus)
    } catch {
      throw CommandFailure(error)
    }
    let name = MachineName.own
    let greeting = BridgeGreeting(
      hub: HeadwayRelease.version, host: name.host, machine: name.folder,
      now: Int(WallTime.now.millisecondsSinceEpoch))
    forClient = greeting.bytes[...]
  }

  /// Carries bytes until one side ends.
  ///
  /// - Throws: if the near end may not use a bridge.
  mutating func run() throws(CommandFailure) {
    signal(SIGPIPE, SIG_IGN)
    var heardAt = SystemClocks.awake
    var poller = Poller()
    while SystemClocks.awake < heardAt + Self.silenceLimit {
      poller.begin()
      if forHub.isEmpty { poller.watch(STDIN_FILENO, .readable) }
      if !forClient.isEmpty { poller.watch(STDOUT_FILENO, .writable) }
      let wantsHub: Readiness = forClient.isEmpty ? .readable : []
      let interest = forHub.isEmpty ? wantsHub : wantsHub.union(.writable)
      // A hub that is gone would be reported without end, even if nothing is wanted of it.
      if interest.isAny { poller.watch(connection.descriptor, interest) }
      poller.wait(until: heardAt + Self.silenceLimit)
      if forHub.isEmpty, poller.readiness(of: STDIN_FILENO).isAny {
        guard let bytes = Self.read({ Transfer.read(STDIN_FILENO, into: $0) }) else { return }
        heardAt = SystemClocks.awake
        forHub = gate.admitted(bytes)[...]
        if let refusal = gate.refusal {
          throw CommandFailure("this bridge is closed: \(refusal)", status: .notPermitted)
        }
      }
      guard carryToHub(), carryToClient(poller) else { return }
    }
  }

  /// Writes what is for the hub. Returns false if the hub is gone.
  private mutating func carryToHub() -> Bool {
    Self.write(&forHub) { Transfer.send(connection.descriptor, $0) }
  }

  /// Writes what is for the near end, and reads more for it. Returns false if one of the two is
  /// gone.
  private mutating func carryToClient(_ poller: borrowing Poller) -> Bool {
    if !forClient.isEmpty {
      guard poller.readiness(of: STDOUT_FILENO).isAny else { return true }
      return Self.write(&forClient) { Transfer.write(STDOUT_FILENO, $0) }
    }
    guard poller.readiness(of: connection.descriptor).isAny else { return true }
    let bytes = Self.read { Transfer.receive(connection.descriptor, into: $0) }
    forClient = bytes?[...] ?? []
    return bytes != nil
  }

  /// Reads a piece; empty if nothing is there now. Nil at the end of the stream and after an error.
  private static func read(
    _ read: (UnsafeMutableRawBufferPointer) -> Transfer
  ) -> [UInt8]? {
    var isOver = false
    let bytes = [UInt8](unsafeUninitializedCapacity: pieceSize) { buffer, count in
      count = 0
      switch read(UnsafeMutableRawBufferPointer(buffer)) {
      case .bytes(let read): count = read
      case .wouldBlock: break
      case .ended, .failed: isOver = true
      }
    }
    return isOver ? nil : bytes
  }

  /// Writes a piece of `bytes`, and drops what was written. Returns false after an error.
  private static func write(
    _ bytes: inout ArraySlice<UInt8>, _ write: (UnsafeRawBufferPointer) -> Transfer
  ) -> Bool {
    guard !bytes.isEmpty else { return true }
    let result = bytes.prefix(pieceSize).withUnsafeBytes { write($0) }
    switch result {
    case .bytes(let count): bytes = bytes.dropFirst(count)
    case .wouldBlock: break
    case .ended, .failed: return false
    }
    return true
  }
}
