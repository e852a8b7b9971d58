internal import HeadwayModel
internal import HeadwaySystem

/// Finds out whether processes that seem to rest send or receive over TCP, such as a silent download
/// that is slow.
///
/// A look costs the links of all descriptors, and a list of all TCP sockets of the machine where a
/// process has a socket. So the pause after a look is at least ``thrift`` times as long as the look.
struct TrafficWatch {
  /// The shortest pause between two looks, in lengths of a look: looks take 1 % of a processor at
  /// most.
  static let thrift = 100
  /// The number of processes that a look covers.
  private static let processLimit = 64

  /// The bytes of each socket at the last look; nil before the first.
  private var bytes: [UInt32: UInt64]?
  /// The time from which a look is cheap enough.
  private var readyAt: AwakeTime = .origin

  /// Looks, if a look is cheap enough now. Returns whether a socket has carried something since the
  /// last look. The first look only takes the counts.
  mutating func hasMoved(_ processes: [ProcessStat]) -> Bool {
    let start = SystemClocks.awake
    guard start >= readyAt else { return false }
    let sockets = processes.prefix(Self.processLimit).flatMap { TCPTraffic.sockets(of: $0.process) }
    let found = TCPTraffic.bytes(ofSockets: sockets)
    let end = SystemClocks.awake
    readyAt = end + (end - start) * Self.thrift
    defer { bytes = found ?? bytes }
    guard let found, let bytes else { return false }
    return Self.hasMoved(from: bytes, to: found)
  }

  /// Whether a socket has carried something between two looks. A new socket counts once it has.
  static func hasMoved(from before: [UInt32: UInt64], to after: [UInt32: UInt64]) -> Bool {
    after.contains { socket, bytes in before[socket].map { bytes > $0 } ?? true }
  }
}
