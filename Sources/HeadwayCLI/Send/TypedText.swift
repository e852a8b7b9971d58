/// Text in the bytes that a terminal sends when it is typed: Enter is a carriage return.
///
/// ```swift
/// TypedText("yes", endsLine: true).bytes  // "yes\r"
/// ```
struct TypedText {
  let bytes: [UInt8]

  /// Converts a text. A line break becomes Enter; CR LF counts once. `endsLine` adds a final Enter.
  init(_ text: String, endsLine: Bool) {
    let enter = UInt8(ascii: "\r")
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      guard byte == UInt8(ascii: "\n") else {
        bytes.append(byte)
        continue
      }
      if bytes.last != enter { bytes.append(enter) }
    }
    self.bytes = endsLine ? bytes + [enter] : bytes
  }
}
