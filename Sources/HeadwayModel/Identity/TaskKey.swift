/// A task's identity on the wire: 128 random bits chosen by whoever begins it.
///
/// Written as 32 lowercase hexadecimal digits. Two begins with one key are one task, which makes
/// every resend harmless.
public struct TaskKey: Hashable, Sendable {
  /// The upper 64 bits.
  public let high: UInt64
  /// The lower 64 bits.
  public let low: UInt64

  /// Makes a key of its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A new key from `generator`, 128 bits of it.
  public static func random(using generator: inout some RandomNumberGenerator) -> TaskKey {
    TaskKey(high: generator.next(), low: generator.next())
  }

  /// The key of the run after the task with this key. The step is one to one, and its results look
  /// random, so that they don't meet the keys that people choose.
  public var next: TaskKey {
    let high = Self.mixed(high &+ 0x9E37_79B9_7F4A_7C15)
    return TaskKey(high: high, low: Self.mixed(low ^ high))
  }

  /// Mixes the bits of a word, one to one (the last step of SplitMix64).
  private static func mixed(_ word: UInt64) -> UInt64 {
    var mixed = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Reads a key; nil unless `text` is exactly 32 hexadecimal digits.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32 else { return nil }
    self.init(hexadecimal: Array(text.utf8).span)
  }

  /// Reads a key; nil unless `digits` are exactly 32 hexadecimal digits.
  public init?(hexadecimal digits: Span<UInt8>) {
    guard digits.count == 32, let high = Self.half(digits, from: 0),
      let low = Self.half(digits, from: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  private static func half(_ digits: Span<UInt8>, from start: Int) -> UInt64? {
    guard let left = quarter(digits, from: start), let right = quarter(digits, from: start + 8)
    else { return nil }
    return left << 32 | right
  }

  /// Eight digits at a time, as the bytes of one word. With all under 128, adding 0x80 - n to each
  /// sets its high bit where it is n or more, and nothing carries over.
  private static func quarter(_ digits: Span<UInt8>, from start: Int) -> UInt64? {
    let word = UInt64(
      bigEndian: digits.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self))
    let lower = word | bytes(0x20)
    let fromZero = word &+ bytes(0x80 - 0x30)
    let overNine = word &+ bytes(0x80 - 0x3A)
    let fromA = lower &+ bytes(0x80 - 0x61)
    let overF = lower &+ bytes(0x80 - 0x67)
    let isWrong = word | ~fromZero | (overNine & ~fromA) | overF
    guard isWrong & bytes(0x80) == 0 else { return nil }
    let letters = (fromA & bytes(0x80)) >> 7
    return packed((word & bytes(0x0F)) &+ letters &* 9)
  }

  private static func bytes(_ value: UInt64) -> UInt64 { value &* 0x0101_0101_0101_0101 }

  /// The low halves of eight bytes, side by side.
  private static func packed(_ nibbles: UInt64) -> UInt64 {
    var value = nibbles
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    return (value | value >> 16) & 0x0000_0000_FFFF_FFFF
  }
}

/// The order of the hexadecimal digits, found without writing them.
extension TaskKey: Comparable {
  /// Returns whether `one` comes before `other`, compared as 128-bit numbers.
  public static func < (one: TaskKey, other: TaskKey) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }
}

extension TaskKey: CustomStringConvertible {
  /// The key as 32 lowercase hexadecimal digits.
  public var description: String { Self.padded(high) + Self.padded(low) }

  private static func padded(_ half: UInt64) -> String {
    let digits = String(half, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
