/// Decodes the messages of Zig's progress protocol (`ZIG_PROGRESS`) from a stream of bytes.
///
/// A message is a tree of nodes. Its layout:
///
/// 1. The number of nodes, one byte, 253 at most.
/// 2. For each node 48 bytes: the amount done and the total (32 bits each, little-endian, 0 is
///    unknown), and 40 bytes of name.
/// 3. For each node one byte, the index of its parent; 255 for none.
///
/// Each message supersedes the last one. The stream may come in any pieces; one message at most is
/// held (12 KiB).
///
/// ```swift
/// var decoder = ZigProgressDecoder()
/// decoder.consume(bytes)
/// let tree = decoder.takeTree()   // nil until a whole message has come
/// ```
package struct ZigProgressDecoder: Sendable {
  /// The largest number of nodes. A larger first byte means that the stream isn't this protocol.
  package static let nodeLimit = 253
  /// The size of a node without its parent, in bytes.
  static let nodeByteCount = 48

  private var bytes: [UInt8] = []
  /// The latest tree that nobody has asked for.
  private var latest: ZigProgressTree?
  /// Whether the stream isn't this protocol. Nothing more is read then.
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

  /// The latest tree since the last call; nil if none came.
  package mutating func takeTree() -> ZigProgressTree? {
    defer { latest = nil }
    return latest
  }

  /// The size of the whole message, which its first byte tells.
  private var messageByteCount: Int { 1 + Int(bytes.first ?? 0) * (Self.nodeByteCount + 1) }

  private mutating func finish() {
    latest = ZigProgressTree(message: bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
