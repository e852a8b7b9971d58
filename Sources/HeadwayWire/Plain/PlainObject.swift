/// A fast reader of JSON objects (RFC 8259) of a plain form.
///
/// The plain form has these limits:
///
/// - no white space, and no escapes in strings;
/// - ASCII names, none of them twice;
/// - lists of strings and scalars only.
///
/// The reader checks what it needs and no more. A caller that gets nil asks `JSONDecoder`, which
/// decides whether the line is valid.
package struct PlainObject: Sendable {
  /// A value of an object. Strings and scalars are slices of the line.
  enum Value: Sendable {
    /// A number, `true`, `false` or `null` as written; the spelling isn't checked yet.
    case scalar(ArraySlice<UInt8>)
    /// A string's bytes, without the quotes.
    case text(ArraySlice<UInt8>)
    case list([Value])
    case object(PlainObject)
  }

  private var fields: [(name: ArraySlice<UInt8>, value: Value)] = []

  /// The greatest depth of nested objects.
  private static let depthLimit = 4
  /// The greatest number of fields, more than any message has.
  ///
  /// Each name is compared with all names before it, so an unlimited number would cost quadratic
  /// time.
  private static let fieldLimit = 64

  /// Reads a line. Nil unless the line is one object of the plain form.
  package init?(_ line: ArraySlice<UInt8>) {
    var scanner = PlainScanner()
    self.init(line, &scanner, depth: 0)
    if !scanner.isAtEnd(of: line.span) { return nil }
  }

  private init?(_ line: ArraySlice<UInt8>, _ scanner: inout PlainScanner, depth: Int) {
    guard depth < Self.depthLimit, scanner.take("{", line.span) else { return nil }
    if scanner.take("}", line.span) { return }
    repeat {
      guard let text = scanner.text(line.span), text.isASCII, scanner.take(":", line.span),
        let value = Self.takeValue(line, &scanner, depth: depth)
      else { return nil }
      let name = line.part(text.range)
      guard fields.count < Self.fieldLimit, !fields.contains(where: { $0.name == name }) else {
        return nil
      }
      fields.append((name, value))
    } while scanner.take(",", line.span)
    guard scanner.take("}", line.span) else { return nil }
  }

  private static func takeValue(
    _ line: ArraySlice<UInt8>, _ scanner: inout PlainScanner, depth: Int
  ) -> Value? {
    switch scanner.peek(line.span) {
    case UInt8(ascii: "{"): PlainObject(line, &scanner, depth: depth + 1).map(Value.object)
    case UInt8(ascii: "["): takeList(line, &scanner)
    default: takeSimple(line, &scanner)
    }
  }

  private static func takeList(
    _ line: ArraySlice<UInt8>, _ scanner: inout PlainScanner
  ) -> Value? {
    guard scanner.take("[", line.span) else { return nil }
    var values: [Value] = []
    if scanner.take("]", line.span) { return .list(values) }
    repeat {
      guard let value = takeSimple(line, &scanner) else { return nil }
      values.append(value)
    } while scanner.take(",", line.span)
    return scanner.take("]", line.span) ? .list(values) : nil
  }

  /// Reads a string or a scalar.
  private static func takeSimple(
    _ line: ArraySlice<UInt8>, _ scanner: inout PlainScanner
  ) -> Value? {
    if scanner.peek(line.span) == UInt8(ascii: "\"") {
      return scanner.text(line.span).map { .text(line.part($0.range)) }
    }
    return scanner.scalar(line.span).map { .scalar(line.part($0)) }
  }

  /// The number of fields.
  var count: Int { fields.count }

  /// The value of a field; nil if the object has no such field.
  func value(_ name: String) -> Value? {
    fields.first { $0.name.count == name.utf8.count && $0.name.elementsEqual(name.utf8) }?.value
  }
}

/// The value as one type; each property is nil for a value of another type.
extension PlainObject.Value {
  /// The bytes of a string, not yet checked to be UTF-8.
  var bytes: ArraySlice<UInt8>? {
    guard case .text(let bytes) = self else { return nil }
    return bytes
  }

  /// The text of a string; nil if the bytes aren't UTF-8.
  var text: String? { bytes.flatMap { String(validating: $0, as: UTF8.self) } }

  /// The integer of a scalar; nil beyond 18 digits.
  var integer: Int64? {
    guard case .scalar(let bytes) = self else { return nil }
    var scanner = PlainScanner()
    return scanner.integer(bytes.span)
  }

  /// The number of a scalar; nil if it has an exponent.
  var number: Double? {
    guard case .scalar(let bytes) = self else { return nil }
    var scanner = PlainScanner()
    return scanner.number(bytes.span)
  }

  var truth: Bool? {
    guard case .scalar(let bytes) = self else { return nil }
    var scanner = PlainScanner()
    return scanner.truth(bytes.span)
  }

  var list: [PlainObject.Value]? {
    guard case .list(let values) = self else { return nil }
    return values
  }

  var object: PlainObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }
}

extension ArraySlice<UInt8> {
  /// The slice at `range`, counted from the start of this slice.
  fileprivate func part(_ range: Range<Int>) -> ArraySlice<UInt8> {
    self[startIndex + range.lowerBound..<startIndex + range.upperBound]
  }
}
