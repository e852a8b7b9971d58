internal import HeadwayModel
internal import HeadwaySystem

/// Finds out whether processes that seem to rest carry data: whether they send or receive over TCP,
/// or go on in a file. Examples are a slow silent download, and `pv -qL 250k FILE | borg create`
/// with a file that is in memory.
///
/// A look costs the links of all descriptors, the offset of each file, and a list of all TCP sockets
/// of the machine where a process has a socket. So the pause after a look is at least ``thrift`` times
/// as long as the look.
struct TrafficWatch {
  /// The shortest pause between two looks, in lengths of a look: looks take 1 % of a processor at
  /// most.
  static let thrift = 100
  /// The number of processes that a look covers.
  private static let processLimit = 64

  /// The bytes of each socket at the last look; nil before the first.
  private var bytes: [UInt32: UInt64]?
  /// The offset of each file at the last look; nil before the first.
  private var offsets: [OpenDescriptors.File: UInt64]?
  /// The time from which a look is cheap enough.
  private var readyAt: AwakeTime = .origin

  /// Looks, if a look is cheap enough now. Returns whether a socket has carried something, or a
  /// file's offset has grown, since the last look. The first look only takes the counts.
  mutating func hasMoved(_ processes: [ProcessStat]) -> Bool {
    let start = SystemClocks.awake
    guard start >= readyAt else { return false }
    let open = processes.prefix(Self.processLimit).map { OpenDescriptors(of: $0.process) }
    let newOffsets = open.reduce(into: [:]) { $0.merge($1.offsets) { $1 } }
    let newBytes = TCPTraffic.bytes(ofSockets: open.flatMap(\.sockets))
    let end = SystemClocks.awake
    readyAt = end + (end - start) * Self.thrift
    defer { (bytes, offsets) = (newBytes ?? bytes, newOffsets) }
    return Self.hasMoved(from: bytes, to: newBytes)
      || Self.hasMoved(from: offsets, to: newOffsets)
  }

  /// Whether a count has grown between two looks. A new socket or file counts once it has carried
  /// something. Without both looks nothing has.
  static func hasMoved<Key>(from before: [Key: UInt64]?, to after: [Key: UInt64]?) -> Bool {
    guard let before, let after else { return false }
    return after.contains { $0.value > before[$0.key] ?? 0 }
  }
}
