/// A JSON object (RFC 8259) without arrays and without escapes in its strings, read without the
/// library. Whoever gets nil asks the library's decoder: this one is for speed, not for judgement.
package struct PlainObject: Sendable {
  enum Value: Sendable {
    /// As written; not checked further.
    case scalar(ArraySlice<UInt8>)
    case text(ArraySlice<UInt8>)
    case object(PlainObject)
  }

  private var fields: [(name: ArraySlice<UInt8>, value: Value)] = []

  private static let depthLimit = 4

  /// Nil unless `line` is one object of this plain kind.
  package init?(_ line: ArraySlice<UInt8>) {
    var rest = line
    self.init(&rest, depth: 0)
    if !rest.isEmpty { return nil }
  }

  private init?(_ rest: inout ArraySlice<UInt8>, depth: Int) {
    guard depth < Self.depthLimit, Self.take("{", &rest) else { return nil }
    if Self.take("}", &rest) { return }
    repeat {
      guard let name = Self.takeText(&rest), Self.take(":", &rest),
        let value = Self.takeValue(&rest, depth: depth)
      else { return nil }
      fields.append((name, value))
    } while Self.take(",", &rest)
    guard Self.take("}", &rest) else { return nil }
  }

  private static func takeValue(_ rest: inout ArraySlice<UInt8>, depth: Int) -> Value? {
    switch rest.first {
    case UInt8(ascii: "\""): return takeText(&rest).map(Value.text)
    case UInt8(ascii: "{"): return PlainObject(&rest, depth: depth + 1).map(Value.object)
    default:
      let scalar = rest.prefix(while: isOfScalar)
      rest = rest.dropFirst(scalar.count)
      return scalar.isEmpty ? nil : .scalar(scalar)
    }
  }

  /// Digits, signs, letters: of numbers and of `true`, `false`, `null`.
  private static func isOfScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  private static func takeText(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard take("\"", &rest) else { return nil }
    let text = rest.prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && $0 >= 0x20 }
    rest = rest.dropFirst(text.count)
    return take("\"", &rest) ? text : nil
  }

  private static func take(_ byte: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first, first == UInt8(ascii: byte) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private func value(_ name: String) -> Value? {
    fields.first { $0.name.elementsEqual(name.utf8) }?.value
  }
}

/// Fields: nil where there is none of that name and kind.
extension PlainObject {
  func text(_ name: String) -> String? {
    guard case .text(let bytes) = value(name) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  func integer(_ name: String) -> Int? { scalar(name).flatMap { Int($0) } }

  func number(_ name: String) -> Double? {
    guard let text = scalar(name), text.utf8.allSatisfy(Self.isOfNumber) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  func object(_ name: String) -> PlainObject? {
    guard case .object(let object) = value(name) else { return nil }
    return object
  }

  func truth(_ name: String) -> Bool? { scalar(name).flatMap { Bool($0) } }

  func has(_ name: String) -> Bool { value(name) != nil }

  /// What Swift takes besides, such as `nan` and `0x1p3`, JSON has not.
  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
  }

  private func scalar(_ name: String) -> String? {
    guard case .scalar(let bytes) = value(name) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
