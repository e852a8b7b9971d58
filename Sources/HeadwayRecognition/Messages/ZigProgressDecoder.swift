/// The messages of Zig's progress protocol (`ZIG_PROGRESS`), from a stream that comes in any pieces.
///
/// A message is a tree of nodes: their count, 253 at most, then of each how much is done and how much
/// there is (32 bits each, little-endian; 0 is unknown) and 40 bytes of name, then of each the index
/// of its parent, 255 for none. Each message supersedes the last. At most one is held.
package struct ZigProgressDecoder: Sendable {
  package static let nodeLimit = 253
  static let nodeByteCount = 48

  private var bytes: [UInt8] = []
  private var latest: ZigProgressTree?
  /// What came isn't that protocol: nothing more is read.
  package private(set) var isBroken = false

  package init() {}

  package mutating func consume(_ input: some Sequence<UInt8>) {
    for byte in input where !isBroken {
      if bytes.isEmpty, Int(byte) > Self.nodeLimit {
        isBroken = true
        return
      }
      bytes.append(byte)
      if bytes.count == messageByteCount { finish() }
    }
  }

  /// The tree that came last since it was last asked for; nil where none did.
  package mutating func takeTree() -> ZigProgressTree? {
    defer { latest = nil }
    return latest
  }

  private var messageByteCount: Int { 1 + Int(bytes.first ?? 0) * (Self.nodeByteCount + 1) }

  private mutating func finish() {
    latest = ZigProgressTree(message: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
