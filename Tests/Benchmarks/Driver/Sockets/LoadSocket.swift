import Glibc
import HeadwayModel
import HeadwaySystem
import SystemPackage

/// A client's end of a stream: what doesn't fit the socket waits here. Never blocks.
final class LoadSocket {
  let descriptor: CInt
  private var outgoing: [UInt8] = []
  private var sent = 0

  /// Takes over a connected, non-blocking descriptor.
  init(descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  static func unix(_ path: String) throws -> LoadSocket {
    LoadSocket(descriptor: try UnixSocket.connect(to: path).rawValue)
  }

  /// To a port of 127.0.0.1, without Nagle's delay (tcp(7)).
  static func loopback(port: UInt16) throws -> LoadSocket {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard result == 0 else {
      close(descriptor)
      throw BenchmarkError("nobody listens at port \(port)")
    }
    var on: CInt = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return LoadSocket(descriptor: descriptor)
  }

  var isClear: Bool { outgoing.isEmpty }

  /// Sends `bytes` as far as the socket takes them, and keeps the rest.
  func send(_ bytes: [UInt8]) throws {
    outgoing.append(contentsOf: bytes)
    try flush()
  }

  func flush() throws {
    while sent < outgoing.count {
      let result = outgoing.withUnsafeBytes {
        Transfer.send(descriptor, UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      switch result {
      case .bytes(let count): sent += count
      case .wouldBlock: return
      case .ended, .failed: throw BenchmarkError("a server hung up")
      }
    }
    outgoing.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// Waits until the socket has taken all.
  func drain(within limit: Duration) throws {
    let deadline = SystemClocks.awake + limit
    while !isClear, SystemClocks.awake < deadline {
      var poller = Poller()
      poller.watch(descriptor, .writable)
      poller.wait(until: deadline)
      try flush()
    }
  }

  /// What is there now, at most the size of `buffer`; 0 for nothing.
  func receive(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    switch Transfer.receive(descriptor, into: buffer) {
    case .bytes(let count): return count
    case .wouldBlock: return 0
    case .ended, .failed: throw BenchmarkError("a server hung up")
    }
  }

  /// Waits until `text` has come; what came with it is dropped.
  func await(_ text: String, within limit: Duration = .seconds(10)) throws {
    let deadline = SystemClocks.awake + limit
    let wanted = Array(text.utf8)
    var seen: [UInt8] = []
    try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while !seen.contains(wanted) {
        guard SystemClocks.awake < deadline else {
          throw BenchmarkError("a server never said \(text)")
        }
        var poller = Poller()
        poller.watch(descriptor, isClear ? .readable : [.readable, .writable])
        poller.wait(until: deadline)
        try flush()
        let count = try receive(into: buffer)
        seen = Array(seen.suffix(wanted.count)) + buffer[..<count]
      }
    }
  }
}
