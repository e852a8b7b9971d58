import CHeadwaySystem
import Glibc

/// Hears what the kernel tells by netlink(7), and whether it is to the point.
struct NetlinkSocket: Sendable {
  let descriptor: OwnedDescriptor
  private let isToThePoint: @Sendable (ArraySlice<UInt8>) -> Bool

  /// More than the kernel puts into one message of those that are listened to.
  private static let byteLimit = 32 << 10
  /// Of messages taken in one go; with more to come it is told again.
  private static let messageLimit = 1024

  init(
    opening operation: String, _ result: CInt,
    _ isToThePoint: @escaping @Sendable (ArraySlice<UInt8>) -> Bool
  ) throws(SystemError) {
    descriptor = try OwnedDescriptor(opening: operation, result)
    self.isToThePoint = isToThePoint
  }

  /// What was lost or cut might have been to the point.
  func take() -> Bool {
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
