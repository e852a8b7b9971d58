/// A reader of an object's fields.
///
/// A reader first expects the fields in the order in which Headway writes them, each at most once,
/// without white space. Such a line needs no index: a field that doesn't come next is missing. If
/// that fails, an index of all fields decides, so every form of JSON is read, in any order.
/// ``FieldObject/read(object:_:)`` does both.
///
/// The first of doubled fields counts. A field that nobody asks for is ignored.
struct FieldReader: FieldVisitor {
  var isReading: Bool { true }

  private let line: ArraySlice<UInt8>
  private var scanner: JSONScanner
  /// The byte before the next field: `{` until a field was found, then `,`.
  private var separator: UInt8
  /// All fields of the object; nil for a reader that expects the usual order.
  private var index: FieldIndex?

  /// Makes a reader that expects the usual order. `scanner` stands before the `{`, or behind a field
  /// that was read before.
  init(inOrder line: ArraySlice<UInt8>, from scanner: JSONScanner, isOpen: Bool = false) {
    (self.line, self.scanner) = (line, scanner)
    separator = UInt8(ascii: isOpen ? "," : "{")
  }

  /// Makes a reader of all fields of an index.
  init(_ line: ArraySlice<UInt8>, _ index: FieldIndex) {
    (self.line, self.index) = (line, index)
    scanner = index.end
    separator = UInt8(ascii: ",")
  }

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?
  ) throws(WireError) {
    value = find(name) ? try read(name) : nil
  }

  mutating func required<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) {
    guard find(name) else { throw .malformed("the field \"\(name)\" is missing") }
    guard let found: Value = try read(name) else {
      throw .malformed("the field \"\(name)\" has another type")
    }
    value = found
  }

  /// Moves to the value of a field. Returns whether the object has the field.
  @inline(__always)
  private mutating func find(_ name: StaticString) -> Bool {
    guard let index else {
      var place = scanner
      guard place.consume(member: name, after: separator, line.span) else { return false }
      (scanner, separator) = (place, UInt8(ascii: ","))
      return true
    }
    guard let place = index.place(of: name, in: line) else { return false }
    scanner = place
    return true
  }

  /// Reads the value at the reader's place; nil for null.
  private mutating func read<Value: FieldValue>(
    _ name: StaticString
  ) throws(WireError) -> Value? {
    var place = scanner
    defer { scanner = place }
    do throws(FieldError) {
      if place.takeNull(line.span) { return nil }
      return try Value.read(&place, line)
    } catch {
      switch error {
      case .type: throw .malformed("the field \"\(name)\" has another type")
      case .value(let reason): throw .wrong(name, reason)
      }
    }
  }

  /// The place behind the object; nil if fields are left that weren't asked for in the usual order.
  func end() -> JSONScanner? {
    if let index { return index.end }
    var place = scanner
    if separator == UInt8(ascii: "{"), !place.consume("{", line.span) { return nil }
    return place.consume("}", line.span) ? place : nil
  }
}

/// The places of all fields of an object.
struct FieldIndex {
  private struct Member {
    /// The positions of the bytes of the name.
    var name: Range<Int>
    /// The name, if it was written with escapes.
    var unescaped: [UInt8]?
    /// The place of the value.
    var value: JSONScanner
  }

  private var members: [Member] = []
  /// The place behind the object.
  var end: JSONScanner

  /// Finds the fields of the object at `scanner`, and checks the form of their values. Nil for
  /// anything but a well-formed object.
  init?(_ bytes: Span<UInt8>, from scanner: JSONScanner) {
    end = scanner
    end.skipSpace(bytes)
    guard end.consume("{", bytes) else { return nil }
    end.skipSpace(bytes)
    if end.consume("}", bytes) { return }
    repeat {
      end.skipSpace(bytes)
      guard var member = Self.member(&end, bytes) else { return nil }
      end.skipSpace(bytes)
      guard end.consume(":", bytes) else { return nil }
      end.skipSpace(bytes)
      member.value = end
      members.append(member)
      guard end.skipValue(bytes) else { return nil }
      end.skipSpace(bytes)
    } while end.consume(",", bytes)
    guard end.consume("}", bytes) else { return nil }
  }

  private static func member(_ scanner: inout JSONScanner, _ bytes: Span<UInt8>) -> Member? {
    let start = scanner
    if let text = scanner.text(bytes) {
      guard bytes.isUTF8(at: text) else { return nil }
      return Member(name: text.range, unescaped: nil, value: scanner)
    }
    scanner = start
    return scanner.escapedString(bytes).map { name in
      Member(name: 0..<0, unescaped: Array(name.utf8), value: scanner)
    }
  }

  /// The place of the value of a field. The first of doubled fields counts.
  func place(of name: StaticString, in line: ArraySlice<UInt8>) -> JSONScanner? {
    let bytes = line.span
    for member in members {
      if let unescaped = member.unescaped {
        if unescaped.span.holds(name, at: unescaped.indices) { return member.value }
      } else if bytes.holds(name, at: member.name) {
        return member.value
      }
    }
    return nil
  }
}

extension FieldObject {
  /// Reads an object in the usual order, else in any order.
  static func read(
    object scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(WireError) -> Self {
    var reader = FieldReader(inOrder: line, from: scanner)
    if let object = Self.ordered(&reader), let end = reader.end() {
      scanner = end
      return object
    }
    guard let index = FieldIndex(line.span, from: scanner) else { throw .notJSON }
    scanner = index.end
    return try Self.read(FieldReader(line, index))
  }

  /// Reads the fields that a reader finds in the usual order. Nil for an object that has another
  /// form or is wrong.
  static func ordered(_ reader: inout FieldReader) -> Self? {
    var object = Self.unread
    do throws(WireError) {
      try object.visit(&reader)
      return object
    } catch {
      return nil
    }
  }

  /// Reads the fields of an indexed object.
  static func read(_ reader: consuming FieldReader) throws(WireError) -> Self {
    var object = Self.unread
    try object.visit(&reader)
    return object
  }
}

extension WireError {
  static let notJSON = WireError.malformed("not valid JSON")
}
