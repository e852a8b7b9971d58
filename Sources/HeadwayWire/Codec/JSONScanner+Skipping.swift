/// The parts of JSON that the hub's own lines don't have: escapes, and values that nobody reads.
extension JSONScanner {
  /// The greatest depth of values within a value that is skipped. A message has at most 3.
  static let depthLimit = 64

  /// Steps over a value of any type, and checks its form. Returns whether it was well-formed.
  ///
  /// The function keeps one bit for each open object or list instead of calling itself, because the
  /// other side chooses the depth.
  mutating func skipValue(_ bytes: Span<UInt8>) -> Bool {
    var objects: UInt64 = 0
    var depth = 0
    while true {
      skipSpace(bytes)
      switch peek(bytes) {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = peek(bytes) == UInt8(ascii: "{")
        guard depth < Self.depthLimit else { return false }
        _ = consume(isObject ? "{" : "[", bytes)
        depth += 1
        objects = objects << 1 | (isObject ? 1 : 0)
        skipSpace(bytes)
        if peek(bytes) != UInt8(ascii: isObject ? "}" : "]") {
          if isObject, !skipName(bytes) { return false }
          continue
        }
      case UInt8(ascii: "\""): if !skipString(bytes) { return false }
      default: if !skipScalar(bytes) { return false }
      }
      guard let isOver = close(&objects, &depth, bytes) else { return false }
      if isOver { return true }
    }
  }

  /// Steps over what follows a value: the ends of objects and lists, then a comma.
  ///
  /// - Returns: whether the outermost value has ended; nil for a wrong form.
  private mutating func close(
    _ objects: inout UInt64, _ depth: inout Int, _ bytes: Span<UInt8>
  ) -> Bool? {
    while depth > 0 {
      skipSpace(bytes)
      let isObject = objects & 1 == 1
      if consume(isObject ? "}" : "]", bytes) {
        objects >>= 1
        depth -= 1
        continue
      }
      guard consume(",", bytes) else { return nil }
      skipSpace(bytes)
      return !isObject || skipName(bytes) ? false : nil
    }
    return true
  }

  /// Steps over a name and its colon.
  private mutating func skipName(_ bytes: Span<UInt8>) -> Bool {
    guard skipString(bytes) else { return false }
    skipSpace(bytes)
    return consume(":", bytes)
  }

  private mutating func skipString(_ bytes: Span<UInt8>) -> Bool {
    let start = self
    if let text = text(bytes) { return bytes.isUTF8(at: text) }
    self = start
    return escapedString(bytes) != nil
  }

  private mutating func skipScalar(_ bytes: Span<UInt8>) -> Bool {
    if takeNull(bytes) { return true }
    let start = self
    if truth(bytes) != nil { return true }
    self = start
    return skipNumber(bytes)
  }

  /// Reads a string with escapes. Nil for an unknown escape, a control character, a half of a
  /// surrogate pair, and for bytes that aren't UTF-8.
  mutating func escapedString(_ bytes: Span<UInt8>) -> String? {
    guard consume("\"", bytes) else { return nil }
    var characters: [UInt8] = []
    while let byte = next(bytes) {
      switch byte {
      case UInt8(ascii: "\""): return String(validating: characters, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape(bytes) else { return nil }
        characters.append(contentsOf: Character(scalar).utf8)
      case 0..<0x20: return nil
      default: characters.append(byte)
      }
    }
    return nil
  }

  /// Reads the rest of an escape, behind its backslash.
  private mutating func escape(_ bytes: Span<UInt8>) -> Unicode.Scalar? {
    switch next(bytes) {
    case UInt8(ascii: "\""): "\""
    case UInt8(ascii: "\\"): "\\"
    case UInt8(ascii: "/"): "/"
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "t"): "\t"
    case UInt8(ascii: "u"): unicodeEscape(bytes)
    default: nil
    }
  }

  /// Reads the four digits of `\u`, and the second half of a surrogate pair behind the first one.
  private mutating func unicodeEscape(_ bytes: Span<UInt8>) -> Unicode.Scalar? {
    guard let unit = codeUnit(bytes) else { return nil }
    guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
    guard next(bytes) == UInt8(ascii: "\\"), next(bytes) == UInt8(ascii: "u"),
      let second = codeUnit(bytes), UTF16.isTrailSurrogate(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
  }

  private mutating func codeUnit(_ bytes: Span<UInt8>) -> UInt16? {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next(bytes).flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

extension Span<UInt8> {
  /// Whether the inside of a string is UTF-8.
  func isUTF8(at text: JSONScanner.Text) -> Bool {
    text.isASCII || (try? UTF8Span(validating: extracting(text.range))) != nil
  }
}
