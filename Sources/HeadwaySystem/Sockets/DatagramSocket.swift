internal import CHeadwaySystem
internal import Glibc

/// A Unix datagram socket at a path (unix(7)), mode 0600, gone with its owner. A path has at most 107
/// bytes.
package final class DatagramSocket {
  package let path: String
  private let socket: OwnedDescriptor

  /// To be called before other threads create files: it changes the umask for a moment.
  package init(at path: String) throws(SystemError) {
    socket = try OwnedDescriptor(
      opening: "receive at \(path)", headway_socket_receive_at(path))
    self.path = path
  }

  deinit { unlink(path) }

  package var descriptor: CInt { socket.raw }

  /// The next datagram, without waiting; what is longer than `byteLimit` is cut. Descriptors that came
  /// with it are closed.
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
