internal import HeadwayModel

/// The descriptors that the hub keeps for clients, out of those its process may have.
package struct DescriptorReserve: Hashable, Sendable {
  /// The soft limit of descriptors of this process (getrlimit(2), RLIMIT_NOFILE).
  private let limit: Int

  private static let leastSize = 8
  private static let greatestSize = 1024

  package init(limit: Int) { self.limit = limit }

  /// A quarter of the limit, between 8 and 1,024.
  package var size: Int { min(max(limit / 4, Self.leastSize), Self.greatestSize) }

  /// Whether a watch may keep `descriptor`, which the kernel has just given out. The kernel gives
  /// out the lowest number that is free, so a number near the limit means that few are left.
  package func allows(_ descriptor: Int32) -> Bool { Int(descriptor) < limit - size }
}
