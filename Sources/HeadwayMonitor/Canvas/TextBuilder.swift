/// A builder of words and numbers: a string, or styled text, which then needs no string.
protocol TextBuilder {
  mutating func append(_ text: String)
  mutating func append(number: Int64)
}

/// A value that is shown as text.
protocol ShownText {
  func write(to text: inout some TextBuilder)
}

extension ShownText {
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }
}

extension String: TextBuilder {
  mutating func append(number: Int64) { append(String(number)) }
}
