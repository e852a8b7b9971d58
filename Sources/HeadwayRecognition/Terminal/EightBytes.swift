/// Eight neighbouring bytes, looked at together; the first one is the lowest.
///
/// Which of them are of a kind is said by the highest bit of each.
struct EightBytes {
  private let bits: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highest = ones &* 0x80

  private init(bits: UInt64) { self.bits = bits }

  /// Those of `bytes` from `index` on, which lies within; behind the end are spaces.
  @inline(__always)
  init(_ bytes: RawSpan, at index: Int) {
    if index + 8 <= bytes.byteCount {
      bits = bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    } else {
      bits = (index..<bytes.byteCount).reversed().reduce(Self.ones &* 0x20) { bits, index in
        (bits << 8) | UInt64(bytes.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self))
      }
    }
  }

  /// Those in `range`, of ASCII.
  @inline(__always)
  func marks(of range: ClosedRange<UInt8>) -> UInt64 {
    let low = bits & ~Self.highest
    let reached = low &+ (Self.ones &* UInt64(0x80 - range.lowerBound))
    let passed = low &+ (Self.ones &* UInt64(0x7F - range.upperBound))
    return reached & ~passed & ~bits & Self.highest
  }

  /// Those beyond ASCII.
  var foreign: UInt64 { bits & Self.highest }

  var letters: UInt64 {
    EightBytes(bits: bits | (Self.ones &* 0x20)).marks(of: UInt8(ascii: "a")...UInt8(ascii: "z"))
  }

  /// All control characters but tabs.
  var controls: UInt64 { marks(of: 0x00...0x1F) & ~marks(of: 0x09...0x09) }

  /// A letter has another one behind it.
  var hasWord: Bool { letters & (letters >> 8) != 0 }

  /// A digit has a slash behind it, and that a digit.
  var hasCount: Bool {
    let digits = marks(of: UInt8(ascii: "0")...UInt8(ascii: "9"))
    let slashes = marks(of: UInt8(ascii: "/")...UInt8(ascii: "/"))
    return digits & (slashes >> 8) & (digits >> 16) != 0
  }

  /// Where each is in a `ByteSet`, one of 64 places in a byte of its own, as if all were ASCII.
  var places: UInt64 {
    ((bits >> 1) & (Self.ones &* 0x20)) | (bits & (Self.ones &* 0x1F))
  }
}
