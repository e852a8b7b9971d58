/// What words and numbers are put together in: a string, or what is drawn, which then needs none.
package protocol TextBuilder {
  mutating func append(_ text: String)
  mutating func append(number: Int64)
}

extension String: TextBuilder {
  package mutating func append(number: Int64) { append(String(number)) }

  /// What `write` appends.
  package static func building(_ write: (inout String) -> Void) -> String {
    var text = ""
    write(&text)
    return text
  }
}
