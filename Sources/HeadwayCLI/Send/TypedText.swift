/// Text as a terminal sends it when it is typed: Enter is a carriage return.
struct TypedText {
  let bytes: [UInt8]

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
