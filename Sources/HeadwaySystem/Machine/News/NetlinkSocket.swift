import CHeadwaySystem
import Glibc

/// A socket on which the kernel reports changes (netlink(7)), with a filter for the messages that
/// matter.
struct NetlinkSocket: Sendable {
  /// The descriptor to wait for.
  let descriptor: OwnedDescriptor
  /// The filter: whether a message matters.
  private let isToThePoint: @Sendable (ArraySlice<UInt8>) -> Bool

  /// The size of the receive buffer. The kernel's messages of the groups in use are smaller.
  private static let byteLimit = 32 << 10
  /// The number of messages that one `take` reads. If more come, the descriptor becomes readable
  /// again.
  private static let messageLimit = 1024

  /// Takes over `result`, the socket that the C function returned. Throws if it is -1.
  init(
    opening operation: String, _ result: CInt,
    _ isToThePoint: @escaping @Sendable (ArraySlice<UInt8>) -> Bool
  ) throws(SystemError) {
    descriptor = try OwnedDescriptor(opening: operation, result)
    self.isToThePoint = isToThePoint
  }

  /// Reads the pending messages. Returns true if one matters, or if messages were lost or cut and
  /// might have mattered.
  func drain() -> Bool {
    var bytes = [UInt8](repeating: 0, count: Self.byteLimit)
    var isNews = false
    for _ in 0..<Self.messageLimit {
      var kind = HEADWAY_NETLINK_FOREIGN
      let count = headway_netlink_receive(descriptor.raw, &bytes, bytes.count, &kind)
      switch (count, kind) {
      case (..<0, _):
        guard errno == ENOBUFS || errno == EINTR else { return isNews }
        isNews = true
      case (_, HEADWAY_NETLINK_WHOLE):
        isNews = isNews || isToThePoint(bytes[..<min(count, bytes.count)])
      case (_, HEADWAY_NETLINK_CUT): isNews = true
      case (_, _): break
      }
    }
    return true
  }
}
