/// A value of a JSON object whose fields the reader doesn't know beforehand, such as a line of
/// `headway submit --batch`.
package enum JSONField: Hashable, Sendable {
  case text(String)
  /// A number as it is written.
  case number(String)
  case truth(Bool)
  case null
  /// Texts and numbers.
  case list([String])
  /// Texts and numbers by name, in the order of the object.
  case object([Member])

  /// A member of an object within a field.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// Reads an object (RFC 8259), in the order of its fields. A doubled name comes twice.
  ///
  /// A value is a text, a number, true, false, null, or a list or an object of texts and numbers.
  ///
  /// - Throws: ``WireError/malformed(_:)`` with the reason.
  package static func fields(
    of line: ArraySlice<UInt8>
  ) throws(WireError) -> [(name: String, value: JSONField)] {
    let bytes = line.span
    var scanner = JSONScanner()
    guard scanner.skipValue(bytes) else { throw .notJSON }
    scanner.skipSpace(bytes)
    guard scanner.isAtEnd(of: bytes) else { throw .notJSON }
    scanner = JSONScanner()
    var fields: [(name: String, value: JSONField)] = []
    try members(&scanner, bytes) { (name, scanner) throws(WireError) in
      fields.append((name, try field(name, &scanner, bytes)))
    }
    return fields
  }

  /// Steps over an object, and calls `body` before each value.
  private static func members(
    _ scanner: inout JSONScanner, _ bytes: Span<UInt8>,
    _ body: (String, inout JSONScanner) throws(WireError) -> Void
  ) throws(WireError) {
    scanner.skipSpace(bytes)
    guard scanner.consume("{", bytes) else { throw .notJSON }
    scanner.skipSpace(bytes)
    if scanner.consume("}", bytes) { return }
    repeat {
      scanner.skipSpace(bytes)
      guard let name = scanner.string(bytes) else { throw .notJSON }
      scanner.skipSpace(bytes)
      guard scanner.consume(":", bytes) else { throw .notJSON }
      scanner.skipSpace(bytes)
      try body(name, &scanner)
      scanner.skipSpace(bytes)
    } while scanner.consume(",", bytes)
    guard scanner.consume("}", bytes) else { throw .notJSON }
  }

  private static func field(
    _ name: String, _ scanner: inout JSONScanner, _ bytes: Span<UInt8>
  ) throws(WireError) -> JSONField {
    switch scanner.peek(bytes) {
    case UInt8(ascii: "["): return .list(try words(name, &scanner, bytes))
    case UInt8(ascii: "{"):
      var object: [Member] = []
      try members(&scanner, bytes) { (inner, scanner) throws(WireError) in
        guard let value = word(&scanner, bytes) else { throw nested(name) }
        object.append(Member(name: inner, value: value))
      }
      return .object(object)
    case UInt8(ascii: "\""): return scanner.string(bytes).map { .text($0) } ?? .null
    default:
      if scanner.takeNull(bytes) { return .null }
      let start = scanner
      if let truth = scanner.truth(bytes) { return .truth(truth) }
      scanner = start
      guard let number = word(&scanner, bytes) else { throw .notJSON }
      return .number(number)
    }
  }

  private static func words(
    _ name: String, _ scanner: inout JSONScanner, _ bytes: Span<UInt8>
  ) throws(WireError) -> [String] {
    guard scanner.consume("[", bytes) else { throw .notJSON }
    var words: [String] = []
    scanner.skipSpace(bytes)
    if scanner.consume("]", bytes) { return [] }
    repeat {
      scanner.skipSpace(bytes)
      guard let word = word(&scanner, bytes) else { throw nested(name) }
      words.append(word)
      scanner.skipSpace(bytes)
    } while scanner.consume(",", bytes)
    guard scanner.consume("]", bytes) else { throw .notJSON }
    return words
  }

  /// Reads a text, or a number as it is written. Nil for anything else.
  private static func word(_ scanner: inout JSONScanner, _ bytes: Span<UInt8>) -> String? {
    if scanner.peek(bytes) == UInt8(ascii: "\"") { return scanner.string(bytes) }
    guard let first = scanner.peek(bytes), first == UInt8(ascii: "-") || first.isDigit,
      let range = scanner.scalar(bytes)
    else { return nil }
    return range.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar(bytes[$1])) }
  }

  private static func nested(_ name: String) -> WireError {
    .malformed("\"\(name)\" may only hold texts and numbers")
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
