/// Numbers. The forms that Headway writes have a short way; every other form of JSON has a long one.
extension JSONScanner {
  /// Reads an integer of at most 18 digits, so that the sum can't overflow. Nil for every other form
  /// of a number; see ``wholeNumber(_:)``.
  mutating func integer(_ bytes: Span<UInt8>) -> Int64? {
    let isNegative = consume("-", bytes)
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

  /// Whether the digits from `start` are a whole integer: no leading zero, and no fraction or
  /// exponent behind them.
  private func isWhole(from start: Int, _ bytes: Span<UInt8>) -> Bool {
    if bytes[start] == UInt8(ascii: "0"), position - start > 1 { return false }
    return peek(bytes).map { !Self.isOfScalar($0) } ?? true
  }

  /// Reads an integer in any form that JSON has: `1`, `1.0`, `1e3`. Nil for other numbers, and for
  /// what `Int64` can't hold.
  mutating func wholeNumber(_ bytes: Span<UInt8>) -> Int64? {
    let start = position
    if let value = integer(bytes) { return value }
    position = start
    guard let digits = numeral(bytes) else { return nil }
    return Int64(digits) ?? Double(digits).flatMap { Int64(exactly: $0) }
  }

  /// Reads a number. The result is the `Double` nearest to the decimal number. Nil for a number
  /// beyond the range of `Double`.
  mutating func number(_ bytes: Span<UInt8>) -> Double? {
    let start = position
    if let value = shortNumber(bytes) { return value }
    position = start
    guard let value = numeral(bytes).flatMap({ Double($0) }), value.isFinite else { return nil }
    return value
  }

  /// Reads a number without an exponent, of as many digits as 64 bits always hold: an optional `-`,
  /// digits without a leading zero, and an optional fraction.
  private mutating func shortNumber(_ bytes: Span<UInt8>) -> Double? {
    let isNegative = consume("-", bytes)
    var digits = Digits()
    let first = peek(bytes)
    digits.consume(bytes, &position)
    guard digits.count == 1 || digits.count > 1 && first != UInt8(ascii: "0") else { return nil }
    if consume(".", bytes) {
      let whole = digits.count
      digits.isFraction = true
      digits.consume(bytes, &position)
      guard digits.count > whole else { return nil }
    }
    if let next = peek(bytes), Self.isOfScalar(next) { return nil }
    guard digits.count <= Digits.limit else { return nil }
    let magnitude = Self.quotient(digits.value, digits.scale)
    return isNegative ? -magnitude : magnitude
  }

  /// Steps over a number of any form that JSON has. Returns false for anything else, such as `01`,
  /// `1.` or `NaN`.
  mutating func skipNumber(_ bytes: Span<UInt8>) -> Bool {
    _ = consume("-", bytes)
    let first = peek(bytes)
    let whole = digitCount(bytes)
    guard whole == 1 || whole > 1 && first != UInt8(ascii: "0") else { return false }
    if consume(".", bytes), digitCount(bytes) == 0 { return false }
    if consume("e", bytes) || consume("E", bytes) {
      if !consume("+", bytes) { _ = consume("-", bytes) }
      guard digitCount(bytes) > 0 else { return false }
    }
    return peek(bytes).map { !Self.isOfScalar($0) } ?? true
  }

  /// Steps over a number of any form, and returns its characters.
  private mutating func numeral(_ bytes: Span<UInt8>) -> String? {
    let start = position
    guard skipNumber(bytes) else { return nil }
    return String(
      copying: UTF8Span(unchecked: bytes.extracting(start..<position), isKnownASCII: true))
  }

  /// Steps over digits and returns their number.
  private mutating func digitCount(_ bytes: Span<UInt8>) -> Int {
    let start = position
    while let byte = peek(bytes), byte &- UInt8(ascii: "0") <= 9 { position += 1 }
    return position - start
  }

  /// The digits of a number, collected as an integer and a power of ten.
  private struct Digits {
    /// The number of digits that 64 bits always hold.
    static let limit = 19

    var isFraction = false
    private(set) var count = 0
    /// The digits without the point, as an integer; meaningless beyond `limit` digits.
    private(set) var value: UInt64 = 0
    /// The power of ten by which `value` must be divided.
    private(set) var scale: UInt64 = 1

    /// Steps over the digits from `place` on.
    mutating func consume(_ bytes: Span<UInt8>, _ place: inout Int) {
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

  /// Returns `value / scale`, rounded once. `scale` must not be 0.
  ///
  /// The integer quotient has at least 63 bits. Its last bit also records whether a remainder is
  /// left (a sticky bit), so that the conversion to `Double` rounds as the exact quotient would.
  private static func quotient(_ value: UInt64, _ scale: UInt64) -> Double {
    guard value > 0 else { return 0 }
    let (up, down) = (value.leadingZeroBitCount, scale.leadingZeroBitCount)
    let dividend = value << up
    let (quotient, rest) = (scale << down).dividingFullWidth((dividend >> 1, dividend << 63))
    return Double(
      sign: .plus, exponent: down - up - 63,
      significand: Double(quotient | (rest == 0 ? 0 : 1)))
  }
}
