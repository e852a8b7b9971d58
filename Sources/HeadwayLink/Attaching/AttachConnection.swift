package import HeadwayModel
package import HeadwaySystem
package import HeadwayWire
import SystemPackage

/// The client's end of a connection to a task's supervisor.
///
/// `headway attach` and `headway send` use the class.
///
/// The connection carries frames of terminal bytes; see ``AttachFrame``. No function but the
/// initialiser blocks. One thread may use a connection.
package final class AttachConnection {
  private let socket: OwnedDescriptor
  private var reader = AttachFrameReader()
  private var outbox: [UInt8] = []
  /// The number of unsent bytes beyond which no further keys are accepted.
  private static let outboxLimit = 65_536
  /// The number of bytes of one recv(2).
  private static let readSize = 16_384
  /// The longest time to try again while the supervisor's backlog is full.
  private static let connectPatience: Duration = .seconds(2)

  /// The time for which a client waits for the socket of a command that has just begun.
  private static let socketPatience: Duration = .milliseconds(500)

  /// Connects to a supervisor of this user, and sends the hello. Blocks for 2 s at most.
  ///
  /// - Throws: ``AttachError``. A socket at which nobody listens is removed.
  package init(to place: SocketPlace) throws(AttachError) {
    let deadline = SystemClocks.awake + Self.socketPatience
    while !place.exists, SystemClocks.awake < deadline {
      SystemClocks.rest(for: .milliseconds(10))
    }
    do {
      try PrivateDirectory.check(place.directory)
    } catch {
      throw .directory(error)
    }
    do {
      socket = OwnedDescriptor(try Self.connect(to: place))
      let peer = try UnixSocket.peer(of: socket.descriptor)
      guard peer.user == ProcessEnvironment.user else { throw AttachError.foreign(user: peer.user) }
    } catch let error as SystemError {
      if error.errno == .connectionRefused { place.remove() }
      throw Self.error(error)
    } catch {
      throw error as? AttachError ?? .silent
    }
    send(.hello(.own))
  }

  /// Connects, and tries again while the backlog is full: the supervisor is busy or stopped.
  private static func connect(to place: SocketPlace) throws(SystemError) -> FileDescriptor {
    let deadline = SystemClocks.awake + connectPatience
    while true {
      do throws(SystemError) {
        return try place.connect()
      } catch {
        guard error.errno == .resourceTemporarilyUnavailable, SystemClocks.awake < deadline else {
          throw error
        }
      }
      SystemClocks.rest(for: .milliseconds(5))
    }
  }

  private static func error(_ error: SystemError) -> AttachError {
    switch error.errno {
    case .noSuchFileOrDirectory, .connectionRefused: .noTerminal
    case .resourceTemporarilyUnavailable: .silent
    default: .system(error)
    }
  }

  package var descriptor: CInt { socket.raw }
  package var wantsWrite: Bool { !outbox.isEmpty }
  /// Whether the connection accepts further keys. False while the supervisor doesn't read.
  package var takesKeys: Bool { outbox.count < Self.outboxLimit }

  /// Queues a frame and sends as much as the socket takes.
  package func send(_ frame: AttachFrame) {
    outbox += frame.bytes
    flush()
  }

  /// Announces that nothing more will be sent; see shutdown(2). The supervisor closes its end after
  /// it has read everything.
  package func finishSending() { UnixSocket.finishSending(socket.descriptor) }

  /// Sends queued bytes until the socket takes no more.
  ///
  /// The loss of the supervisor isn't reported here: ``receive()`` reports it, after the frames
  /// that arrived before.
  package func flush() {
    var sent = 0
    sending: while sent < outbox.count {
      let result = outbox.withUnsafeBytes {
        Transfer.send(socket.raw, UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      switch result {
      case .bytes(let count): sent += count
      case .wouldBlock: break sending
      case .ended, .failed: sent = outbox.count
      }
    }
    outbox.removeFirst(sent)
  }

  /// Returns the frames that have arrived whole; nil at the end of the stream.
  package func receive() throws(AttachError) -> [AttachFrame]? {
    var isOver = false
    withUnsafeTemporaryAllocation(byteCount: Self.readSize, alignment: 1) { buffer in
      switch Transfer.receive(socket.raw, into: buffer) {
      case .bytes(let count): reader.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      case .wouldBlock: break
      case .ended, .failed: isOver = true
      }
    }
    var frames: [AttachFrame] = []
    do {
      while let frame = try reader.next() { frames.append(frame) }
    } catch {
      throw .malformed
    }
    return isOver && frames.isEmpty ? nil : frames
  }
}

/// The reason why a client can't attach, or isn't attached any more.
package enum AttachError: Error, Hashable, Sendable {
  /// Nobody listens: the task has no supervisor with a terminal.
  case noTerminal
  /// The supervisor listens but doesn't answer, because it is stopped.
  case silent
  /// The supervisor belongs to another user.
  case foreign(user: UInt32)
  case directory(DirectoryError)
  case system(SystemError)
  /// The supervisor sent bytes that aren't frames.
  case malformed
  /// The supervisor refused the connection, with the reason.
  case refused(SanitisedText)
}
