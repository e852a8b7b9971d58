internal import CHeadwaySystem
internal import Glibc

/// A Unix datagram socket at a path (unix(7)), with mode 0600. The path has at most 107 bytes. The
/// file is removed with the value.
package final class DatagramSocket {
  package let path: String
  private let socket: OwnedDescriptor

  /// Creates the socket. Call it before other threads create files, because it changes the umask
  /// for a moment.
  package init(at path: String) throws(SystemError) {
    socket = try OwnedDescriptor(
      opening: "receive at \(path)", headway_socket_receive_at(path))
    self.path = path
  }

  deinit { unlink(path) }

  /// The descriptor to poll.
  package var descriptor: CInt { socket.raw }

  /// Returns the next datagram without waiting; nil if there is none. A datagram longer than
  /// `byteLimit` bytes is cut. Descriptors sent with it are closed.
  package func next(byteLimit: Int) -> [UInt8]? {
    var isOver = false
    let bytes = [UInt8](unsafeUninitializedCapacity: byteLimit) { buffer, count in
      count = 0
      switch Transfer.receive(socket.raw, into: UnsafeMutableRawBufferPointer(buffer)) {
      case .bytes(let received): count = received
      case .ended: break
      case .wouldBlock, .failed: isOver = true
      }
    }
    return isOver ? nil : bytes
  }
}
