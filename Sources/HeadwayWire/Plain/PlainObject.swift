/// A JSON object (RFC 8259) without escapes in its strings, with names of ASCII of which none comes
/// twice and lists of nothing but strings and scalars, read without the library. Whoever gets nil asks
/// the library's decoder: this one is for speed, not for judgement.
package struct PlainObject: Sendable {
  enum Value: Sendable {
    /// As written; not checked further.
    case scalar(ArraySlice<UInt8>)
    case text(ArraySlice<UInt8>)
    case list([Value])
    case object(PlainObject)
  }

  private var fields: [(name: ArraySlice<UInt8>, value: Value)] = []

  private static let depthLimit = 4
  /// More than any message has; each is compared with those before it.
  private static let fieldLimit = 64

  /// Nil unless `line` is one object of this plain kind.
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

  private static func takeSimple(
    _ line: ArraySlice<UInt8>, _ scanner: inout PlainScanner
  ) -> Value? {
    if scanner.peek(line.span) == UInt8(ascii: "\"") {
      return scanner.text(line.span).map { .text(line.part($0.range)) }
    }
    return scanner.scalar(line.span).map { .scalar(line.part($0)) }
  }

  /// How many fields it has.
  var count: Int { fields.count }

  func value(_ name: String) -> Value? {
    fields.first { $0.name.count == name.utf8.count && $0.name.elementsEqual(name.utf8) }?.value
  }
}

/// A value as one of its kind: nil where it is another.
extension PlainObject.Value {
  var bytes: ArraySlice<UInt8>? {
    guard case .text(let bytes) = self else { return nil }
    return bytes
  }

  var text: String? { bytes.flatMap { String(validating: $0, as: UTF8.self) } }

  /// Of at most 18 digits.
  var integer: Int64? {
    guard case .scalar(let bytes) = self else { return nil }
    var scanner = PlainScanner()
    return scanner.integer(bytes.span)
  }

  /// Without an exponent.
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
  /// At `range`, counted from its start.
  fileprivate func part(_ range: Range<Int>) -> ArraySlice<UInt8> {
    self[startIndex + range.lowerBound..<startIndex + range.upperBound]
  }
}
