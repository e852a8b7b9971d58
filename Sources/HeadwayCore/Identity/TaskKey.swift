/// A task's identity on the wire: 128 random bits chosen by whoever begins it.
///
/// Written as 32 lowercase hexadecimal digits. Two begins with one key are one task, which makes
/// every resend harmless.
package struct TaskKey: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A new key from `generator`, 128 bits of it.
  package static func random(using generator: inout some RandomNumberGenerator) -> TaskKey {
    TaskKey(high: generator.next(), low: generator.next())
  }

  /// Nil unless `text` is exactly 32 hexadecimal digits.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32 else { return nil }
    self.init(hexadecimal: Array(text.utf8).span)
  }

  /// Nil unless `digits` are exactly 32 hexadecimal digits.
  package init?(hexadecimal digits: Span<UInt8>) {
    guard digits.count == 32, let high = Self.half(digits, from: 0),
      let low = Self.half(digits, from: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  private static func half(_ digits: Span<UInt8>, from start: Int) -> UInt64? {
    var value: UInt64 = 0
    var isRight = true
    for place in start..<start + 16 {
      let byte = digits[place]
      let number = byte &- UInt8(ascii: "0")
      let letter = (byte | 0x20) &- UInt8(ascii: "a")
      isRight = isRight && (number <= 9 || letter <= 5)
      value = value << 4 | UInt64(number <= 9 ? number : letter &+ 10)
    }
    return isRight ? value : nil
  }
}

extension TaskKey: CustomStringConvertible {
  package var description: String { Self.padded(high) + Self.padded(low) }

  private static func padded(_ half: UInt64) -> String {
    let digits = String(half, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension TaskKey: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let key = TaskKey(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a key is 32 hexadecimal digits")
    }
    self = key
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
