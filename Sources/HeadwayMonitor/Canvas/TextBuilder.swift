/// What words and numbers are put together in: a string, or what is drawn, which then needs none.
protocol TextBuilder {
  mutating func append(_ text: String)
  mutating func append(number: Int64)
}

/// What is shown as some text.
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
