package import HeadwayCore
package import HeadwaySystem
package import HeadwayWire
import SystemPackage

/// The attaching end of a connection to a task's supervisor: frames in, frames out, never waiting.
/// Confined to one thread.
package final class AttachConnection {
  private let socket: OwnedDescriptor
  private var reader = AttachFrameReader()
  private var outbox: [UInt8] = []
  /// More keys than this aren't taken before the supervisor has taken some, in bytes.
  private static let outboxLimit = 65_536
  private static let readSize = 16_384
  private static let connectPatience: Duration = .seconds(2)

  /// Connects to a supervisor of this user, and says hello.
  package init(to place: SocketPlace) throws(AttachError) {
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

  /// Tries again while more wait to be accepted than the kernel allows: the supervisor is busy, or
  /// stopped.
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
  package var takesKeys: Bool { outbox.count < Self.outboxLimit }

  package func send(_ frame: AttachFrame) {
    outbox += frame.bytes
    flush()
  }

  /// Nothing more will be sent (shutdown(2)): once it has taken everything, its end closes.
  package func finishSending() { UnixSocket.finishSending(socket.descriptor) }

  /// That the supervisor is gone is told by ``receive()``, after what it said before.
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

  /// The frames that have arrived whole; nil at the end of the stream.
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

/// Why nobody can attach, or not any more.
package enum AttachError: Error, Hashable, Sendable {
  /// Nobody listens: no supervisor with a terminal.
  case noTerminal
  /// Somebody listens and says nothing: stopped.
  case silent
  case foreign(user: UInt32)
  case directory(DirectoryError)
  case system(SystemError)
  case malformed
  case refused(SanitisedText)
}
