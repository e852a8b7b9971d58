import CHeadwaySystem

/// News that the machine may have gone online or offline (rtnetlink(7)).
package final class RouteNews: KernelNews {
  private let socket: NetlinkSocket

  /// Opens the socket. Throws if the kernel refuses.
  package init() throws(SystemError) {
    socket = try NetlinkSocket(opening: "netlink of routes", headway_netlink_routes()) {
      RouteMessages.mayChangeTheWay($0)
    }
  }

  package var descriptor: CInt { socket.descriptor.raw }

  package func drain() -> Bool { socket.drain() }
}

/// A parser for datagrams of rtnetlink(7): messages in a row, each with a header (netlink(7)).
enum RouteMessages {
  private static let headerSize = 16
  private static let alignment = 4
  /// RTM_NEWLINK and RTM_DELLINK. A removed interface takes its routes along without a message for
  /// each.
  private static let links: Set<UInt16> = [16, 17]
  /// RTM_NEWROUTE and RTM_DELROUTE.
  private static let routes: Set<UInt16> = [24, 25]
  /// The offset of `rtm_dst_len`, which follows the family.
  private static let prefixLengthOffset = 1

  /// Whether an interface or a default route changes. A datagram that can't be parsed counts as a
  /// change.
  static func mayChangeTheWay(_ datagram: ArraySlice<UInt8>) -> Bool {
    var rest = datagram
    while !rest.isEmpty {
      guard let length = rest.number(at: 0, as: UInt32.self).map(Int.init),
        let type = rest.number(at: 4, as: UInt16.self),
        length >= headerSize, length <= rest.count
      else { return true }
      if concernsTheWay(type, rest.prefix(length).dropFirst(headerSize)) { return true }
      let padded = (length + alignment - 1) / alignment * alignment
      rest = rest.dropFirst(padded)
    }
    return false
  }

  private static func concernsTheWay(_ type: UInt16, _ body: ArraySlice<UInt8>) -> Bool {
    if links.contains(type) { return true }
    guard routes.contains(type) else { return false }
    return body.dropFirst(prefixLengthOffset).first.map { $0 == 0 } ?? true
  }
}

/// Access to numbers in a message.
extension ArraySlice<UInt8> {
  /// Reads a number in the machine's byte order; nil if there are too few bytes.
  fileprivate func number<Number: FixedWidthInteger>(
    at offset: Int, as type: Number.Type
  ) -> Number? {
    let bytes = dropFirst(offset).prefix(MemoryLayout<Number>.size)
    guard bytes.count == MemoryLayout<Number>.size else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: type) }
  }
}
