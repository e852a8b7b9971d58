/// A set of ASCII characters.
struct ByteSet: Hashable, Sendable, ExpressibleByStringLiteral {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ bytes: Span<UInt8>) {
    for index in bytes.indices { insert(bytes[unchecked: index]) }
  }

  /// Other characters than ASCII's are left out.
  init(stringLiteral text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { insert(byte) } }
  }

  @inline(__always)
  private mutating func insert(_ byte: UInt8) {
    let bit: UInt64 = 1 &<< UInt64(byte & 0x3F)
    switch byte >> 6 {
    case 0: low |= bit
    case 1: high |= bit
    default: break
    }
  }

  func isSubset(of other: ByteSet) -> Bool {
    low & ~other.low == 0 && high & ~other.high == 0
  }
}
