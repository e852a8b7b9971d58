/// A writer of JSON (RFC 8259) into bytes.
///
/// ```swift
/// var json = JSONWriter(capacity: 64)
/// json.begin()
/// json.name("type")
/// json.append("ok")
/// json.end()
/// ```
package struct JSONWriter {
  /// The JSON written so far.
  private(set) var bytes: [UInt8] = []
  /// Whether a number that JSON can't express, such as an infinity, was to be written.
  ///
  /// The caller then discards the bytes.
  private(set) var isRefused = false
  /// Whether `/` is written as `\/`, as Foundation's encoder does.
  private let escapesSlashes: Bool

  /// Makes a writer with room for `capacity` bytes; longer output grows the buffer.
  init(capacity: Int, escapingSlashes: Bool = false) {
    escapesSlashes = escapingSlashes
    bytes.reserveCapacity(capacity)
  }

  /// Opens an object.
  mutating func begin() { append(byte: "{") }

  /// Closes an object.
  mutating func end() { append(byte: "}") }

  mutating func beginList() { append(byte: "[") }

  mutating func endList() { append(byte: "]") }

  mutating func append(byte: Unicode.Scalar) { bytes.append(UInt8(ascii: byte)) }

  /// Writes a field's name, with a comma if another field comes before it. The name must need no
  /// escape. The value must be written next.
  mutating func name(_ name: StaticString) {
    separate()
    append(byte: "\"")
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    append(byte: "\"")
    append(byte: ":")
  }

  /// Writes a comma, unless the next field or element is the first of its object or list.
  mutating func separate() {
    switch bytes.last {
    case UInt8(ascii: "{"), UInt8(ascii: "["), nil: break
    default: append(byte: ",")
    }
  }

  mutating func append(_ value: some BinaryInteger) {
    bytes.append(contentsOf: String(value).utf8)
  }

  mutating func append(_ value: Double) {
    isRefused = isRefused || !value.isFinite
    if let whole = Int32(exactly: value) { return append(whole) }
    bytes.append(contentsOf: value.description.utf8)
  }

  mutating func append(_ value: Bool) {
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes a string literal. Most strings contain nothing to escape and are copied whole.
  mutating func append(_ text: String) {
    append(byte: "\"")
    if text.utf8.contains(where: isEscaped) {
      for byte in text.utf8 { append(escaping: byte) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    append(byte: "\"")
  }

  /// Writes one byte of a string literal; control characters as `\u00XX`.
  private mutating func append(escaping byte: UInt8) {
    if byte < 0x20 {
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
      bytes.append(contentsOf: digits.utf8)
    } else {
      if isEscaped(byte) { append(byte: "\\") }
      bytes.append(byte)
    }
  }

  /// Whether a byte must be escaped in a string literal.
  private func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || escapesSlashes && byte == UInt8(ascii: "/")
  }
}
