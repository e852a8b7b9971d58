/// The questions that rules ask about the bytes of a line. Every index may lie outside the line.
extension Span<UInt8> {
  /// The byte at `index`; nil outside the line.
  func byte(at index: Int) -> UInt8? {
    indices.contains(index) ? self[index] : nil
  }

  /// Whether a slash stands between two digits.
  ///
  /// The steps of six make neighbouring groups of eight overlap by the two bytes that a match may
  /// reach over.
  var hasCount: Bool {
    for index in stride(from: 0, to: count, by: 6)
    where EightBytes(bytes, at: index).hasCount { return true }
    return false
  }

  /// Whether the text from `start` on begins with a word, a number, "of" and a digit: `Step 3 of
  /// 20`.
  func countsInWords(from start: Int) -> Bool {
    var index = start
    while let byte = byte(at: index), byte.isLetter { index += 1 }
    let number = index + 1
    guard index > start, byte(at: index) == UInt8(ascii: " ") else { return false }
    index = number
    while let byte = byte(at: index), byte.isDigit { index += 1 }
    guard index > number, index + 4 < count else { return false }
    for letter in " of ".utf8 {
      guard self[index] == letter else { return false }
      index += 1
    }
    return self[index].isDigit
  }

  /// The decimal digits in `range` as a number; nil for other bytes and for more than 18 digits.
  func number(in range: Range<Int>) -> Int64? {
    guard (1...18).contains(range.count) else { return nil }
    var value: Int64 = 0
    for index in range {
      guard let byte = byte(at: index), byte.isDigit else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }

  /// The number in `range`, with a fraction or without; nil for anything else.
  ///
  /// A comma before one or two last digits is a decimal point: `22,4`.
  func decimal(in range: Range<Int>) -> Double? {
    guard range.upperBound <= count else { return nil }
    let digits = extracting(range)
    var index = 0
    guard let number = Amount.number(digits, &index), index == digits.count else { return nil }
    for decimals in 1...2 where digits.byte(at: index - 1 - decimals) == UInt8(ascii: ",") {
      return decimals == 1 ? number / 10 : number / 100
    }
    return number
  }

  /// The fingerprint of the ASCII letters in `range` (FNV-1a).
  ///
  /// Two lines of one display have the same one, whatever their numbers and bars show.
  func label(in range: Range<Int>) -> UInt64 { fingerprint(of: range) { $0 } }

  /// The fingerprint of the skeleton of the text in `range`: of its words, without those that have
  /// a digit in them.
  ///
  /// `Writing at 0x00008c00... (` and `Writing at 0x00012800... (` have one skeleton: the hex digits
  /// `c` of the first are no letters of a word.
  func skeleton(in range: Range<Int>) -> UInt64 {
    var hash = Self.hashStart
    let range = range.clamped(to: 0..<count)
    var start = range.lowerBound
    while start < range.upperBound {
      guard self[start].isWord else {
        start += 1
        continue
      }
      var end = start
      var hasDigit = false
      while end < range.upperBound, self[end].isWord {
        hasDigit = hasDigit || self[end].isDigit
        end += 1
      }
      if !hasDigit {
        for index in start..<end where self[index].isLetter {
          hash = (hash ^ UInt64(self[index])) &* Self.hashPrime
        }
      }
      start = end
    }
    return hash
  }

  /// The fingerprint of the letters in `range`, taken as small letters.
  func lowercaseLabel(in range: Range<Int>) -> UInt64 { fingerprint(of: range) { $0 | 0x20 } }

  /// The FNV-1a hash of the letters in `range`, each changed by `letter`.
  @inline(__always)
  private func fingerprint(of range: Range<Int>, _ letter: (UInt8) -> UInt8) -> UInt64 {
    var hash = Self.hashStart
    for index in range.clamped(to: 0..<count) where self[index].isLetter {
      hash = (hash ^ UInt64(letter(self[index]))) &* Self.hashPrime
    }
    return hash
  }

  /// The number of characters in `range` of UTF-8, in which each takes one place of a bar.
  func placeCount(in range: Range<Int>) -> Int {
    range.clamped(to: 0..<count).count { self[$0] & 0xC0 != 0x80 }
  }

  /// The fingerprint of all bytes.
  var fingerprint: UInt64 {
    indices.reduce(Self.hashStart) { ($0 ^ UInt64(self[$1])) &* Self.hashPrime }
  }

  private static var hashStart: UInt64 { 0xcbf2_9ce4_8422_2325 }
  private static var hashPrime: UInt64 { 0x100_0000_01b3 }

  /// Whether two letters stand side by side: a word, rather than a bar, a spinner or a bare `12k`.
  ///
  /// A letter beyond ASCII counts as a word by itself.
  var hasWord: Bool {
    for index in stride(from: 0, to: count, by: 7) {
      let eight = EightBytes(bytes, at: index)
      if eight.hasWord { return true }
      if eight.foreign != 0, hasForeignLetter(from: index) { return true }
    }
    return false
  }

  /// Whether a letter beyond ASCII begins within eight bytes.
  private func hasForeignLetter(from start: Int) -> Bool {
    (start..<Swift.min(start + 8, count)).contains { self[$0].leadsForeignLetter }
  }
}

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }
  /// Whether the byte is a digit, an ASCII letter or `_`, like `\w` in a pattern.
  var isWord: Bool { isDigit || isLetter || self == UInt8(ascii: "_") }
  /// Whether the byte is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == 0x09 }

  /// Whether the byte begins a UTF-8 sequence from a block of letters.
  ///
  /// These are the characters from U+00C0 on. Excluded are U+2000…2FFF, where bars and spinners
  /// come from, and emoji.
  fileprivate var leadsForeignLetter: Bool {
    switch self {
    case 0xC3...0xE1, 0xE3...0xED: true
    default: false
    }
  }
}
