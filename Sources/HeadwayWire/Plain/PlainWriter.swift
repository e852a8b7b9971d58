import HeadwayModel

/// A writer of JSON objects (RFC 8259), field by field, without `JSONEncoder`.
///
/// A hub with thousands of tasks spends most of its time on writing them, and `JSONEncoder` takes
/// many times as long. Fields without a value are left out. The output means the same as that of
/// `JSONEncoder`.
///
/// ```swift
/// var writer = PlainWriter(capacity: 64)
/// writer.begin()
/// writer.text("type", "ok")
/// writer.integer("request", request)
/// writer.end()
/// ```
struct PlainWriter {
  /// The object written so far.
  private(set) var bytes: [UInt8] = []
  /// Whether a number that JSON can't express, such as an infinity, was to be written.
  ///
  /// The caller then discards the bytes.
  private(set) var isRefused = false

  /// Makes a writer with room for `capacity` bytes; longer output grows the buffer.
  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// Opens an object.
  mutating func begin() { bytes.append(UInt8(ascii: "{")) }

  /// Closes an object.
  mutating func end() { bytes.append(UInt8(ascii: "}")) }

  /// Writes a field's name. The value must be written next.
  mutating func name(_ name: String) {
    separate()
    append(name)
    bytes.append(UInt8(ascii: ":"))
  }

  mutating func text(_ name: String, _ value: String?) {
    guard let value else { return }
    self.name(name)
    append(value)
  }

  mutating func texts(_ name: String, _ values: [SanitisedText]?) {
    guard let values else { return }
    self.name(name)
    bytes.append(UInt8(ascii: "["))
    for value in values {
      separate()
      append(value.string)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func integers(_ name: String, _ values: [Int]) {
    self.name(name)
    bytes.append(UInt8(ascii: "["))
    for value in values {
      separate()
      bytes.append(contentsOf: String(value).utf8)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func integer(_ name: String, _ value: (some BinaryInteger)?) {
    guard let value else { return }
    self.name(name)
    bytes.append(contentsOf: String(value).utf8)
  }

  mutating func number(_ name: String, _ value: Double?) {
    guard let value else { return }
    self.name(name)
    isRefused = isRefused || !value.isFinite
    bytes.append(contentsOf: value.description.utf8)
  }

  mutating func truth(_ name: String, _ value: Bool?) {
    guard let value else { return }
    self.name(name)
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes a comma, unless the next field or value is the first of its object or list.
  private mutating func separate() {
    switch bytes.last {
    case UInt8(ascii: "{"), UInt8(ascii: "["), nil: break
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  /// Writes a string literal. Most strings contain nothing to escape and are copied whole.
  private mutating func append(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: Self.isEscaped) {
      for byte in text.utf8 { append(escaping: byte) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes one byte of a string literal; control characters as `\u00XX`.
  private mutating func append(escaping byte: UInt8) {
    if byte < 0x20 {
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
      bytes.append(contentsOf: digits.utf8)
    } else {
      if Self.isEscaped(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
  }

  /// Whether a byte must be escaped in a string literal.
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}
