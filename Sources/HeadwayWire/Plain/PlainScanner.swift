import HeadwayCore

/// Walks over JSON (RFC 8259) of the plain kind: no white space, no escapes, no exponents.
///
/// For speed, not for judgement: whoever gets nil asks the library's decoder. Holds only its place;
/// every call is given the same bytes.
struct PlainScanner {
  private(set) var position = 0

  /// A string's inside.
  struct Text {
    let range: Range<Int>
    /// Printable or DEL; else it may not even be UTF-8.
    let isASCII: Bool
  }

  func isAtEnd(of bytes: Span<UInt8>) -> Bool { position == bytes.count }

  func peek(_ bytes: Span<UInt8>) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// Steps over `byte`; whether it was there.
  mutating func take(_ byte: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  /// Steps over `word`; whether it was there.
  mutating func take(_ word: Span<UInt8>, _ bytes: Span<UInt8>) -> Bool {
    guard word.count <= bytes.count - position,
      bytes.holds(word, at: position..<position + word.count)
    else { return false }
    position += word.count
    return true
  }

  mutating func text(_ bytes: Span<UInt8>) -> Text? {
    guard take("\"", bytes) else { return nil }
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

  /// A string's inside as a value; nil also where it isn't UTF-8.
  mutating func string(_ bytes: Span<UInt8>) -> String? {
    guard let text = text(bytes),
      let characters = try? UTF8Span(validating: bytes.extracting(text.range))
    else { return nil }
    return String(copying: characters)
  }

  /// A key as a string: 32 hexadecimal digits.
  mutating func key(_ bytes: Span<UInt8>) -> TaskKey? {
    let start = position + 1
    guard start + 33 <= bytes.count, take("\"", bytes),
      let key = TaskKey(hexadecimal: bytes.extracting(start..<start + 32))
    else { return nil }
    position = start + 32
    return take("\"", bytes) ? key : nil
  }

  /// Digits, signs and letters: of a number, or of `true`, `false`, `null`.
  mutating func scalar(_ bytes: Span<UInt8>) -> Range<Int>? {
    let start = position
    while position < bytes.count, Self.isOfScalar(bytes[position]) { position += 1 }
    return start < position ? start..<position : nil
  }

  /// An integer of at most 18 digits.
  mutating func integer(_ bytes: Span<UInt8>) -> Int64? {
    let isNegative = take("-", bytes)
    let start = position
    var value: Int64 = 0
    while position < bytes.count, position - start < 18 {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      value = value &* 10 &+ Int64(digit)
      position += 1
    }
    guard position > start, isWhole(from: start, bytes) else { return nil }
    return isNegative ? -value : value
  }

  /// No leading zero, and nothing of a number behind: the library knows what to make of those.
  private func isWhole(from start: Int, _ bytes: Span<UInt8>) -> Bool {
    if bytes[start] == UInt8(ascii: "0"), position - start > 1 { return false }
    return peek(bytes).map { !Self.isOfScalar($0) } ?? true
  }

  /// A number without an exponent: `-`, digits without a leading zero, and a fraction, of which the
  /// first and the last may be missing.
  mutating func number(_ bytes: Span<UInt8>) -> Double? {
    let start = position
    let isNegative = take("-", bytes)
    var digits = Digits()
    let first = peek(bytes)
    digits.take(bytes, &position)
    guard digits.count == 1 || digits.count > 1 && first != UInt8(ascii: "0") else { return nil }
    if take(".", bytes) {
      let whole = digits.count
      digits.isFraction = true
      digits.take(bytes, &position)
      guard digits.count > whole else { return nil }
    }
    if let next = peek(bytes), Self.isOfScalar(next) { return nil }
    guard digits.count <= Digits.limit else { return long(bytes.extracting(start..<position)) }
    let magnitude = Self.quotient(digits.value, digits.scale)
    return isNegative ? -magnitude : magnitude
  }

  /// What 64 bits don't hold exactly.
  private func long(_ bytes: Span<UInt8>) -> Double? {
    guard let digits = try? UTF8Span(validating: bytes) else { return nil }
    return Double(String(copying: digits))
  }

  private struct Digits {
    /// That many fit 64 bits.
    static let limit = 19

    var isFraction = false
    private(set) var count = 0
    /// Without the point; wrong where there are more than `limit`.
    private(set) var value: UInt64 = 0
    /// What to divide that by.
    private(set) var scale: UInt64 = 1

    /// Steps over those from `place` on.
    mutating func take(_ bytes: Span<UInt8>, _ place: inout Int) {
      while place < bytes.count {
        let digit = bytes[place] &- UInt8(ascii: "0")
        guard digit <= 9 else { return }
        value = value &* 10 &+ UInt64(digit)
        if isFraction { scale = scale &* 10 }
        count += 1
        place += 1
      }
    }
  }

  /// `value / scale`, of which the second isn't 0, rounded once: the whole quotient has at least 63
  /// bits, the last of which says whether anything is left, so that taking it for a `Double` rounds as
  /// the exact one would.
  private static func quotient(_ value: UInt64, _ scale: UInt64) -> Double {
    guard value > 0 else { return 0 }
    let (up, down) = (value.leadingZeroBitCount, scale.leadingZeroBitCount)
    let dividend = value << up
    let (quotient, rest) = (scale << down).dividingFullWidth((dividend >> 1, dividend << 63))
    return Double(
      sign: .plus, exponent: down - up - 63,
      significand: Double(quotient | (rest == 0 ? 0 : 1)))
  }

  mutating func truth(_ bytes: Span<UInt8>) -> Bool? {
    guard let word = scalar(bytes) else { return nil }
    if bytes.holds("true", at: word) { return true }
    return bytes.holds("false", at: word) ? false : nil
  }

  private static func isOfScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension Span<UInt8> {
  /// Eight bytes from `place` on, in any order; nil where there are fewer.
  func word(at place: Int) -> UInt64? {
    guard place <= count - 8 else { return nil }
    return bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  /// Whether exactly `word`, which is ASCII, is at `range`.
  @inline(__always)
  func holds(_ word: StaticString, at range: Range<Int>) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for place in 0..<range.count where self[range.lowerBound + place] != word.utf8Start[place] {
      return false
    }
    return true
  }

  /// Whether exactly `word` is at `range`: eight bytes at a time, of which the last may be some of those
  /// before.
  func holds(_ word: Span<UInt8>, at range: Range<Int>) -> Bool {
    guard range.count == word.count else { return false }
    let (start, count) = (range.lowerBound, word.count)
    if count >= 8 {
      var place = 0
      while place + 8 < count {
        guard self.word(at: start + place) == word.word(at: place) else { return false }
        place += 8
      }
      return self.word(at: start + count - 8) == word.word(at: count - 8)
    }
    for place in 0..<range.count where self[range.lowerBound + place] != word[place] {
      return false
    }
    return true
  }
}
