package import HeadwaySystem
package import HeadwayWire
import SystemPackage

/// One connection to a hub: whole lines out, whole messages in, never blocking. Confined to one
/// thread.
package final class HubConnection {
  private let descriptorHandle: FileDescriptor
  /// The hub's process.
  package let hub: Int32
  private lazy var codec = WireCodec()
  private var framer = LineFramer()
  private var outbox: [UInt8] = []
  private var sent = 0

  private static let receiveSize = 65_536

  /// Connects, and checks that the hub is this user's. Unless it `mayStart` one, it leaves a socket alone
  /// at which only the service manager listens.
  package init(to paths: HeadwayPaths, mayStart: Bool) throws(LinkError) {
    try Self.checkDirectory(paths.runtimeDirectory)
    if !mayStart, HubPresence.isAsleep(paths) { throw .noHub }
    do {
      descriptorHandle = try UnixSocket.connect(to: paths.socket)
    } catch {
      throw Self.linkError(error)
    }
    do {
      let peer = try UnixSocket.peer(of: descriptorHandle)
      hub = peer.pid
      guard peer.user == ProcessEnvironment.user else {
        try? descriptorHandle.close()
        throw LinkError.foreignHub(user: peer.user)
      }
    } catch let error as SystemError {
      throw .system(error)
    } catch {
      throw error as? LinkError ?? .connectionLost
    }
  }

  deinit { try? descriptorHandle.close() }

  package var descriptor: CInt { descriptorHandle.rawValue }

  /// Bytes wait for the socket to take them.
  package var wantsWrite: Bool { !outbox.isEmpty }

  /// Queues one message and sends what the socket takes. That the hub hung up is told by `receive`,
  /// after what it said before.
  package func send(_ body: some MessageBody) {
    queue(body)
    flush()
  }

  /// Queues one message; `flush` sends.
  package func queue(_ body: some MessageBody) {
    guard let line = body.line(codec) else { return }
    outbox += line
  }

  /// Queues whole lines as they are and sends what the socket takes.
  package func send(_ lines: [UInt8]) {
    outbox += lines
    flush()
  }

  package func flush() {
    while sent < outbox.count {
      do {
        let count = try outbox.withUnsafeBytes { (bytes) throws(SystemError) in
          try UnixSocket.send(.init(rebasing: bytes[sent...]), to: descriptorHandle)
        }
        guard let count else { return }
        sent += count
      } catch {
        break
      }
    }
    outbox.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// Every message that has arrived whole. At the end of the stream, or when it was reset, throws
  /// `connectionLost`, but not before what came ahead of it was returned.
  package func receive() throws(LinkError) -> [HubMessage] {
    let lines = try receiveLines()
    var messages: [HubMessage] = []
    for line in lines { messages.append(try decode(line)) }
    return messages
  }

  package func decode(_ line: ArraySlice<UInt8>) throws(LinkError) -> HubMessage {
    if let message = HubMessage(plain: line.span) ?? HubMessage(plainReply: line) {
      return message
    }
    do {
      return try codec.decode(HubMessage.self, from: line)
    } catch {
      throw .malformed(String(describing: error))
    }
  }

  /// As `receive`, undecoded.
  package func receiveLines() throws(LinkError) -> [ArraySlice<UInt8>] {
    var count = receiveOnce()
    var total = count ?? 0
    // Less than there was room for is all there was.
    while count == Self.receiveSize, total < Self.receiveSize * 4 {
      count = receiveOnce()
      total += count ?? 0
    }
    let isOver = count == 0
    let lines = try takeLines()
    if isOver, lines.isEmpty { throw .connectionLost }
    return lines
  }

  /// How many bytes came: 0 at the end of the stream, also where an error ended it (a hub that hangs
  /// up on unread bytes resets the connection, recv(2)); nil when none are there now.
  private func receiveOnce() -> Int? {
    withUnsafeTemporaryAllocation(byteCount: Self.receiveSize, alignment: 16) { buffer in
      do {
        let count = try UnixSocket.receive(into: buffer, from: descriptorHandle)
        if let count { framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        return count
      } catch {
        return 0
      }
    }
  }

  private func takeLines() throws(LinkError) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    do {
      while let line = try framer.next() { lines.append(line) }
    } catch {
      throw .malformed(String(describing: error))
    }
    return lines
  }

  /// Nobody else may be able to put a socket there.
  private static func checkDirectory(_ path: String) throws(LinkError) {
    do {
      try PrivateDirectory.check(path)
    } catch {
      throw .directory(error)
    }
  }

  /// connect(2) on a Unix socket: EAGAIN is a full backlog, so somebody listens and is busy.
  private static func linkError(_ error: SystemError) -> LinkError {
    switch error.errno {
    case .noSuchFileOrDirectory, .connectionRefused: .noHub
    case .resourceTemporarilyUnavailable: .hubSilent
    default: .system(error)
    }
  }
}
