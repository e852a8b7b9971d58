internal import CHeadwaySystem
internal import Glibc
package import HeadwayModel

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

/// Reading with a time limit.
extension OwnedDescriptor {
  /// Reads until the end of the stream (read(2)). Blocks until `deadline` (`SystemClocks.awake`).
  ///
  /// The result is nil if the end doesn't come in time or within `byteLimit` bytes.
  package func readToEnd(byteLimit: Int, until deadline: AwakeTime) -> [UInt8]? {
    var bytes: [UInt8] = []
    var poller = Poller()
    while bytes.count < byteLimit, SystemClocks.awake < deadline {
      poller.begin()
      poller.watch(raw, .readable)
      poller.wait(until: deadline)
      guard poller.readiness(of: raw).isAny else { continue }
      var count = 0
      bytes += [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
        count = Glibc.read(raw, buffer.baseAddress, buffer.count)
        filled = max(0, count)
      }
      if count == 0 || count < 0 && errno != EINTR { return bytes }
    }
    return nil
  }
}
