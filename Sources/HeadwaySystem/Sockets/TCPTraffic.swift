internal import CHeadwaySystem

/// The bytes that TCP sockets have carried, as the kernel counts them (tcp_info of sock_diag(7)).
///
/// ```swift
/// let before = TCPTraffic.bytes(ofSockets: OpenDescriptors(of: process).sockets)
/// ```
package enum TCPTraffic {
  /// The number of TCP sockets of the machine that one call looks at.
  private static let socketLimit = 20_000

  /// The bytes that each of the sockets has received, and sent with an acknowledgement. Sockets of
  /// other kinds, and of another network namespace, are left out. Nil if the kernel can't tell, or if
  /// the machine has too many sockets.
  package static func bytes(ofSockets inodes: [UInt32]) -> [UInt32: UInt64]? {
    guard !inodes.isEmpty else { return [:] }
    let sorted = Set(inodes).sorted()
    var counts = [UInt64](repeating: 0, count: sorted.count)
    guard headway_tcp_traffic(sorted, sorted.count, &counts, socketLimit) == 0 else { return nil }
    return Dictionary(
      uniqueKeysWithValues: zip(sorted, counts).lazy.filter { $0.1 > 0 }.map { ($0, $1) })
  }
}

/// Returns the inode number in the target of a descriptor's link, such as `socket:[4711]`. Nil if the
/// descriptor isn't a socket.
package func socketInode(ofLink target: String) -> UInt64? {
  guard target.hasPrefix("socket:["), target.hasSuffix("]") else { return nil }
  return UInt64(target.dropFirst(8).dropLast())
}
