internal import CHeadwaySystem
internal import Glibc

/// How one read(2) or write(2) went.
package enum Transfer: Hashable, Sendable {
  case bytes(Int)
  /// EAGAIN: nothing now.
  case wouldBlock
  /// End of file.
  case ended
  case failed(SystemError)

  package static func read(
    _ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer
  ) -> Transfer {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0, Glibc.errno == EINTR { continue }
      return count == 0 ? .ended : Transfer(result: count)
    }
  }

  package static func write(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    while true {
      let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      if count < 0, Glibc.errno == EINTR { continue }
      return Transfer(result: count)
    }
  }

  /// To a socket, without waiting whatever its mode (send(2)).
  package static func send(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    guard let base = bytes.baseAddress else { return .bytes(0) }
    while true {
      let count = headway_send(descriptor, base, bytes.count)
      if count < 0, Glibc.errno == EINTR { continue }
      return Transfer(result: count)
    }
  }

  /// From a socket, without waiting whatever its mode (recv(2)).
  package static func receive(
    _ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer
  ) -> Transfer {
    guard let base = buffer.baseAddress else { return .bytes(0) }
    while true {
      let count = headway_receive(descriptor, base, buffer.count)
      if count < 0, Glibc.errno == EINTR { continue }
      return count == 0 ? .ended : Transfer(result: count)
    }
  }

  private init(result: Int) {
    if result >= 0 {
      self = .bytes(result)
    } else {
      self = Glibc.errno == EAGAIN ? .wouldBlock : .failed(SystemError("transfer"))
    }
  }
}
