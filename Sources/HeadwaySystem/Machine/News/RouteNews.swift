import CHeadwaySystem

/// Tells when the way to elsewhere may have come or gone (rtnetlink(7)).
package final class RouteNews: KernelNews {
  private let socket: NetlinkSocket

  package init() throws(SystemError) {
    socket = try NetlinkSocket(opening: "netlink of routes", headway_netlink_routes()) {
      RouteMessages.mayChangeTheWay($0)
    }
  }

  package var descriptor: CInt { socket.descriptor.raw }

  package func take() -> Bool { socket.take() }
}

/// A datagram of rtnetlink(7): messages one after the other, each with a header (netlink(7)).
enum RouteMessages {
  private static let headerSize = 16
  private static let alignment = 4
  /// RTM_NEWLINK and RTM_DELLINK: with its interface a route goes without a word of its own.
  private static let links: Set<UInt16> = [16, 17]
  /// RTM_NEWROUTE and RTM_DELROUTE.
  private static let routes: Set<UInt16> = [24, 25]
  /// Of `rtm_dst_len`, behind the family.
  private static let prefixLengthOffset = 1

  /// Whether an interface or a default route changes; also where that can't be told.
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

extension ArraySlice<UInt8> {
  /// In the order of this machine's bytes; nil where they are too few.
  fileprivate func number<Number: FixedWidthInteger>(
    at offset: Int, as type: Number.Type
  ) -> Number? {
    let bytes = dropFirst(offset).prefix(MemoryLayout<Number>.size)
    guard bytes.count == MemoryLayout<Number>.size else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: type) }
  }
}
