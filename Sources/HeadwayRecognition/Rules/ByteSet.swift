/// Which characters a line may have: a sieve. It never leaves out one that is there, and takes some
/// for others: `[` for `{`, `a` for `A`, those beyond ASCII for each other and for some of ASCII.
struct ByteSet: Hashable, Sendable, ExpressibleByStringLiteral {
  private var bits: UInt64 = 0

  static let placeCount = 64
  /// What numbers begin with.
  static let ofNumbers: ByteSet = "0123456789.,"

  /// Those beyond ASCII.
  private static var foreign: ByteSet { ByteSet(UInt8(ascii: "@")) }

  init(stringLiteral text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { formUnion(ByteSet(byte)) } }
  }

  /// Of one character: punctuation and digits have the lower half, letters the upper.
  init(_ byte: UInt8) {
    if byte < 0x80 {
      bits = 1 &<< UInt64(((byte >> 1) & 0x20) | (byte & 0x1F))
    } else {
      self = .foreign
    }
  }

  /// Of the characters that have this place, from 0 on and below `placeCount`.
  init(place: Int) { bits = 1 &<< UInt64(place) }

  /// That of the only character.
  var place: Int { bits.trailingZeroBitCount }

  /// Of all characters of a line; a space may come with them.
  init(_ bytes: Span<UInt8>) {
    var foreign: UInt64 = 0
    for index in stride(from: 0, to: bytes.count, by: 8) {
      let eight = EightBytes(bytes.bytes, at: index)
      insert(eight.places)
      foreign |= eight.foreign
    }
    if foreign != 0 { formUnion(.foreign) }
  }

  /// In two halves, which don't wait for each other.
  @inline(__always)
  private mutating func insert(_ places: UInt64) {
    var odd: UInt64 = 0
    for place in stride(from: UInt64(0), to: 64, by: 16) {
      bits |= 1 &<< (places >> place)
      odd |= 1 &<< (places >> (place + 8))
    }
    bits |= odd
  }

  mutating func formUnion(_ other: ByteSet) { bits |= other.bits }

  var isEmpty: Bool { bits == 0 }

  func meets(_ other: ByteSet) -> Bool { bits & other.bits != 0 }

  func isSubset(of other: ByteSet) -> Bool { bits & ~other.bits == 0 }
}
