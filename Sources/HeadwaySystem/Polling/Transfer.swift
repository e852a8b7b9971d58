internal import CHeadwaySystem
internal import Glibc

/// The result of one read(2) or write(2). Calls that a signal interrupts (EINTR) are repeated.
package enum Transfer: Hashable, Sendable {
  /// The number of bytes that were transferred.
  case bytes(Int)
  /// Nothing can be transferred now (EAGAIN).
  case wouldBlock
  /// The stream is at its end.
  case ended
  case failed(SystemError)

  /// Reads into `buffer`; blocks if the descriptor is blocking.
  package static func read(
    _ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer
  ) -> Transfer {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0, Glibc.errno == EINTR { continue }
      return count == 0 ? .ended : Transfer(result: count)
    }
  }

  /// Writes as much of `bytes` as possible; blocks if the descriptor is blocking.
  package static func write(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    while true {
      let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      if count < 0, Glibc.errno == EINTR { continue }
      return Transfer(result: count)
    }
  }

  /// Writes to a socket without blocking and without SIGPIPE (send(2)).
  package static func send(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Transfer {
    guard let base = bytes.baseAddress else { return .bytes(0) }
    while true {
      let count = headway_send(descriptor, base, bytes.count)
      if count < 0, Glibc.errno == EINTR { continue }
      return Transfer(result: count)
    }
  }

  /// Reads from a socket without blocking (recv(2)).
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
