internal import Glibc
package import HeadwayModel

/// Reading with a time limit.
extension OwnedDescriptor {
  /// Reads until the end of the stream (read(2)). Blocks until `deadline` (`SystemClocks.awake`).
  ///
  /// Nil if the end doesn't come in time or within `byteLimit` bytes.
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
