import HeadwayModel

/// A position in a line of JSON (RFC 8259).
///
/// The scanner holds its position only. Every call must be given the same bytes. After a nil result
/// the position is undefined, so the caller must give up or keep a copy from before the call.
///
/// White space is skipped by ``skipSpace(_:)`` only: the hub's own lines have none, and their
/// readers don't look for any.
///
/// ```swift
/// var scanner = JSONScanner()
/// guard scanner.consume(member: "completed", after: UInt8(ascii: "{"), line),
///   let completed = scanner.integer(line)
/// else { return nil }
/// ```
package struct JSONScanner {
  /// The position of the next byte.
  var position = 0

  /// The inside of a string.
  struct Text {
    /// The positions of the bytes between the quotes.
    let range: Range<Int>
    /// Whether all bytes are ASCII from space to DEL. Other bytes may not even be UTF-8.
    let isASCII: Bool
  }

  func isAtEnd(of bytes: Span<UInt8>) -> Bool { position == bytes.count }

  /// Steps over the white space of RFC 8259. A line feed can't occur within a line.
  mutating func skipSpace(_ bytes: Span<UInt8>) {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        position += 1
      default: return
      }
    }
  }

  /// The next byte; nil at the end.
  func peek(_ bytes: Span<UInt8>) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// Steps over the next byte and returns it; nil at the end.
  mutating func next(_ bytes: Span<UInt8>) -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// Steps over `byte`. Returns whether it was there.
  mutating func consume(_ byte: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  /// Steps over `separator` and `"name":`. Otherwise stays at its position.
  @inline(__always)
  mutating func consume(
    member name: StaticString, after separator: UInt8, _ bytes: Span<UInt8>
  ) -> Bool {
    let length = name.utf8CodeUnitCount
    guard position + length + 4 <= bytes.count, bytes[position + 2] == name.utf8Start[0],
      bytes[position + 2 + length] == UInt8(ascii: "\""),
      bytes[position] == separator,
      bytes[position + 1] == UInt8(ascii: "\""),
      bytes[position + 3 + length] == UInt8(ascii: ":"),
      bytes.holds(name, at: position + 2..<position + 2 + length)
    else { return false }
    position += length + 4
    return true
  }

  /// Steps over a string without escapes. Nil for a string with an escape or a control character.
  mutating func text(_ bytes: Span<UInt8>) -> Text? {
    guard consume("\"", bytes) else { return nil }
    let start = position
    var seen: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return Text(range: start..<position - 1, isASCII: seen < 0x80)
      }
      guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
      seen |= byte
      position += 1
    }
    return nil
  }

  /// Reads a string. Nil also if the string isn't UTF-8 or has a half of a surrogate pair.
  mutating func string(_ bytes: Span<UInt8>) -> String? {
    let start = position
    guard let text = text(bytes) else {
      position = start
      return escapedString(bytes)
    }
    guard let characters = try? UTF8Span(validating: bytes.extracting(text.range)) else {
      return nil
    }
    return String(copying: characters)
  }

  /// Reads a task's key: a string of 32 hexadecimal digits.
  mutating func key(_ bytes: Span<UInt8>) -> TaskKey? {
    let start = position + 1
    guard start + 33 <= bytes.count, consume("\"", bytes),
      let key = TaskKey(hexadecimal: bytes.extracting(start..<start + 32))
    else { return nil }
    position = start + 32
    return consume("\"", bytes) ? key : nil
  }

  /// Steps over the characters of a number or of `true`, `false` or `null`, without checking the
  /// spelling.
  mutating func scalar(_ bytes: Span<UInt8>) -> Range<Int>? {
    let start = position
    while position < bytes.count, Self.isOfScalar(bytes[position]) { position += 1 }
    return start < position ? start..<position : nil
  }

  mutating func truth(_ bytes: Span<UInt8>) -> Bool? {
    guard let word = scalar(bytes) else { return nil }
    if bytes.holds("true", at: word) { return true }
    return bytes.holds("false", at: word) ? false : nil
  }

  /// Steps over `null`. Otherwise stays at its position.
  mutating func takeNull(_ bytes: Span<UInt8>) -> Bool {
    guard peek(bytes) == UInt8(ascii: "n") else { return false }
    var ahead = self
    guard let word = ahead.scalar(bytes), bytes.holds("null", at: word) else { return false }
    self = ahead
    return true
  }

  /// Whether a byte may occur in a scalar.
  static func isOfScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes at `range` are exactly `word`, which must be ASCII.
  @inline(__always)
  func holds(_ word: StaticString, at range: Range<Int>) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for place in 0..<range.count where self[range.lowerBound + place] != word.utf8Start[place] {
      return false
    }
    return true
  }
}
