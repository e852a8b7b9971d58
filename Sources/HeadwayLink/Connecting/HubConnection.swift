package import HeadwaySystem
package import HeadwayWire
import SystemPackage

/// A connection to a hub that sends and receives whole messages and never blocks.
///
/// One thread may use a connection. The owner polls ``descriptor`` and calls ``flush()`` and
/// ``receive()`` when it is ready; ``HubSession`` and ``CommandClient`` are such owners.
///
/// ```swift
/// let connection = try HubConnection(to: paths, mayStart: false)
/// connection.send(ClientHello(role: .command))
/// ```
package final class HubConnection {
  private let descriptorHandle: FileDescriptor
  /// The process id of the peer. After socket activation the peer may be the service manager.
  package let hub: Int32
  /// Whether the connection closes its socket. The socket of a bridge is closed by the bridge.
  private let isOwner: Bool
  private var framer = LineFramer()
  /// The number of bytes that have arrived.
  package private(set) var receivedByteCount = 0
  /// Bytes to send. The first `sent` of them have been handed to the kernel.
  private var outbox: [UInt8] = []
  private var sent = 0

  /// The number of bytes of one recv(2).
  private static let receiveSize = 65_536

  /// Connects, and checks that the hub belongs to this user.
  ///
  /// - Parameter mayStart: false for a client that must not start a hub. Such a client leaves a
  ///   socket alone at which only systemd listens, because a connection would start a hub.
  /// - Throws: ``LinkError/noHub`` if nobody listens, ``LinkError/foreignHub(user:)`` for another
  ///   user's hub, ``LinkError/directory(_:)`` if others could place a socket there.
  package init(to paths: HeadwayPaths, mayStart: Bool) throws(LinkError) {
    isOwner = true
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

  /// Takes over a stream to the hub of another machine.
  ///
  /// - Parameter framer: has the bytes that came behind the greeting.
  init(over stream: FileDescriptor, _ framer: LineFramer) {
    descriptorHandle = stream
    self.framer = framer
    hub = 0
    isOwner = false
  }

  deinit { if isOwner { try? descriptorHandle.close() } }

  /// The socket, for poll(2).
  package var descriptor: CInt { descriptorHandle.rawValue }

  /// Whether bytes wait until the socket is writable.
  package var wantsWrite: Bool { !outbox.isEmpty }

  /// The number of bytes that wait until the socket is writable.
  package var waitingByteCount: Int { outbox.count - sent }

  /// Queues a message and sends as much as the socket takes.
  ///
  /// An error of the socket isn't reported here: ``receive()`` reports it, after the messages that
  /// arrived before.
  package func send(_ body: some MessageBody) {
    queue(body)
    flush()
  }

  /// Queues a message without sending it; ``flush()`` sends. A message that is too long is dropped.
  package func queue(_ body: some MessageBody) {
    guard let line = body.line() else { return }
    outbox += line
  }

  /// Queues whole lines as they are and sends as much as the socket takes.
  package func send(_ lines: [UInt8]) {
    outbox += lines
    flush()
  }

  /// Sends queued bytes until the socket takes no more. An error drops the queue.
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

  /// Returns all messages that have arrived whole; empty if none has.
  ///
  /// - Throws: ``LinkError/connectionLost`` at the end of the stream, after all messages before the
  ///   end were returned. ``LinkError/malformed(_:)`` for a line that isn't a message.
  package func receive() throws(LinkError) -> [HubMessage] {
    let lines = try receiveLines()
    var messages: [HubMessage] = []
    for line in lines { messages.append(try decode(line)) }
    return messages
  }

  /// Reads a line as a message.
  package func decode(_ line: ArraySlice<UInt8>) throws(LinkError) -> HubMessage {
    do {
      return try HubMessage(line: line)
    } catch {
      throw .malformed(error.reason)
    }
  }

  /// Returns all lines that have arrived, undecoded. The errors are those of ``receive()``.
  package func receiveLines() throws(LinkError) -> [ArraySlice<UInt8>] {
    var count = receiveOnce()
    var total = count ?? 0
    // A read that doesn't fill the buffer has emptied the socket.
    while count == Self.receiveSize, total < Self.receiveSize * 4 {
      count = receiveOnce()
      total += count ?? 0
    }
    let isOver = count == 0
    let lines = try nextLines()
    if isOver, lines.isEmpty { throw .connectionLost }
    return lines
  }

  /// Reads once and returns the number of bytes; nil if none are there now.
  ///
  /// The result is 0 at the end of the stream and after an error. A hub that hangs up on unread
  /// bytes resets the connection (recv(2)), which is also an end.
  private func receiveOnce() -> Int? {
    withUnsafeTemporaryAllocation(byteCount: Self.receiveSize, alignment: 16) { buffer in
      do {
        let count = try UnixSocket.receive(into: buffer, from: descriptorHandle)
        if let count {
          framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          receivedByteCount += count
        }
        return count
      } catch {
        return 0
      }
    }
  }

  private func nextLines() throws(LinkError) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    do {
      while let line = try framer.next() { lines.append(line) }
    } catch {
      throw .malformed(error.reason)
    }
    return lines
  }

  /// Checks that no other user can place a socket in the directory.
  private static func checkDirectory(_ path: String) throws(LinkError) {
    do {
      try PrivateDirectory.check(path)
    } catch {
      throw .directory(error)
    }
  }

  /// Converts an error of connect(2). EAGAIN means that the backlog is full: a hub listens and is
  /// busy.
  private static func linkError(_ error: SystemError) -> LinkError {
    switch error.errno {
    case .noSuchFileOrDirectory, .connectionRefused: .noHub
    case .resourceTemporarilyUnavailable: .hubSilent
    default: .system(error)
    }
  }
}
