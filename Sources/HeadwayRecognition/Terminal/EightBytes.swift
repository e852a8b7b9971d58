/// Eight neighbouring bytes in one register, tested together; the first byte is the lowest.
///
/// The searches through a line (``LineShape``, ``TerminalScanner``) look at eight bytes at a time,
/// because most output holds nothing that they look for. A result such as ``letters`` marks a byte
/// by the highest bit of that byte. All other bits are 0.
struct EightBytes {
  private let bits: UInt64

  /// The value 1 in each byte; `ones &* n` is `n` in each byte.
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  /// The highest bit of each byte.
  private static let highest = ones &* 0x80

  private init(bits: UInt64) { self.bits = bits }

  /// Loads the bytes from `index` on. Spaces stand for the bytes behind the end.
  ///
  /// - Parameter index: An offset within `bytes`. The load is unchecked, so a greater one is
  ///   undefined.
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

  /// Marks the bytes whose value is in `range`, which lies within ASCII.
  @inline(__always)
  func marks(of range: ClosedRange<UInt8>) -> UInt64 {
    let low = bits & ~Self.highest
    let reached = low &+ (Self.ones &* UInt64(0x80 - range.lowerBound))
    let passed = low &+ (Self.ones &* UInt64(0x7F - range.upperBound))
    return reached & ~passed & ~bits & Self.highest
  }

  /// Marks the bytes beyond ASCII.
  var foreign: UInt64 { bits & Self.highest }

  /// Marks the ASCII letters, small or capital.
  var letters: UInt64 {
    EightBytes(bits: bits | (Self.ones &* 0x20)).marks(of: UInt8(ascii: "a")...UInt8(ascii: "z"))
  }

  /// Marks the control characters except tabs.
  var controls: UInt64 { marks(of: 0x00...0x1F) & ~marks(of: 0x09...0x09) }

  /// Whether two letters stand side by side.
  var hasWord: Bool { letters & (letters >> 8) != 0 }

  /// Whether a digit, a slash and a digit stand side by side.
  var hasCount: Bool {
    let digits = marks(of: UInt8(ascii: "0")...UInt8(ascii: "9"))
    let slashes = marks(of: UInt8(ascii: "/")...UInt8(ascii: "/"))
    return digits & (slashes >> 8) & (digits >> 16) != 0
  }

  /// The place of each byte in a ``ByteSet``, 0…63 in a byte of its own. Bytes beyond ASCII get a
  /// meaningless place.
  var places: UInt64 {
    ((bits >> 1) & (Self.ones &* 0x20)) | (bits & (Self.ones &* 0x1F))
  }
}
