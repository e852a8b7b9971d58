/// Which characters a line may have: a sieve. It never leaves out one that is there, and takes some
/// for others (`[` for `{`, `a` for `A`, those beyond ASCII for any).
struct ByteSet: Hashable, Sendable, ExpressibleByStringLiteral {
  private var bits: UInt64 = 0

  init(_ bytes: Span<UInt8>) {
    for index in bytes.indices { insert(bytes[unchecked: index]) }
  }

  init(stringLiteral text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { insert(byte) } }
  }

  /// Punctuation and digits (0x20…0x3F) to the lower half, the rest to the upper.
  @inline(__always)
  private mutating func insert(_ byte: UInt8) {
    bits |= 1 &<< UInt64(((byte >> 1) & 0x20) | (byte & 0x1F))
  }

  /// Of one character.
  init(_ byte: UInt8) { insert(byte) }

  var isEmpty: Bool { bits == 0 }

  func meets(_ other: ByteSet) -> Bool { bits & other.bits != 0 }

  func isSubset(of other: ByteSet) -> Bool { bits & ~other.bits == 0 }
}
