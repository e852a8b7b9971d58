/// Base64 (RFC 4648, section 4), as strict as the Program Status Protocol asks: padded, without
/// white space.
enum Base64Text {
  /// Returns the bytes that `text` stands for. Nil if `text` isn't base64, or if the bytes are more
  /// than `limit`.
  static func decoded(_ text: some Collection<UInt8>, limit: Int) -> [UInt8]? {
    guard text.count % 4 == 0, text.count / 4 * 3 <= limit + 2 else { return nil }
    let padding = text.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (bits, count): (UInt32, Int) = (0, 0)
    for character in text.dropLast(padding) {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        bits &= 1 << UInt32(count) - 1
      }
    }
    guard bits == 0, bytes.count <= limit else { return nil }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
