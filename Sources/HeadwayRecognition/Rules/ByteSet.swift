/// The characters that a line may have, in 64 bits: a sieve before the regular expressions.
///
/// The set never leaves out a character that is there. It takes some for others: `[` for `{`, `a`
/// for `A`, all beyond ASCII for each other and for `@`. A sieve that lets too much through costs
/// time, no correctness.
///
/// ```swift
/// let needs: ByteSet = "%["
/// needs.isSubset(of: ByteSet(line))   // false: the expression can't match
/// ```
struct ByteSet: Hashable, Sendable, ExpressibleByStringLiteral {
  private var bits: UInt64 = 0

  static let placeCount = 64
  /// The characters that numbers begin with.
  static let ofNumbers: ByteSet = "0123456789.,"

  /// The place of all characters beyond ASCII.
  private static var foreign: ByteSet { ByteSet(UInt8(ascii: "@")) }

  init(stringLiteral text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { formUnion(ByteSet(byte)) } }
  }

  /// Makes the set of one character.
  ///
  /// The lower half of the places is for digits and punctuation, the upper half for letters.
  init(_ byte: UInt8) {
    if byte < 0x80 {
      bits = 1 &<< UInt64(((byte >> 1) & 0x20) | (byte & 0x1F))
    } else {
      self = .foreign
    }
  }

  /// Makes the set of the characters at a place, 0…63.
  init(place: Int) { bits = 1 &<< UInt64(place) }

  /// The place of the only character of the set.
  var place: Int { bits.trailingZeroBitCount }

  /// Makes the set of all characters of a line. A space may come with them.
  init(_ bytes: Span<UInt8>) {
    var foreign: UInt64 = 0
    for index in stride(from: 0, to: bytes.count, by: 8) {
      let eight = EightBytes(bytes.bytes, at: index)
      insert(eight.places)
      foreign |= eight.foreign
    }
    if foreign != 0 { formUnion(.foreign) }
  }

  /// Inserts eight places, one in each byte.
  ///
  /// The work is split into two halves that don't wait for each other's result.
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
