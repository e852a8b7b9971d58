/// Values as JSON by themselves, as the record keeps them in columns of text.
extension FieldValue {
  /// The value as JSON. Nil if a number can't be expressed in JSON.
  ///
  /// - Parameter escapingSlashes: whether `/` is written as `\/`. The record has commands in that
  ///   form, and compares texts to find the earlier runs of a command.
  package func jsonText(escapingSlashes: Bool = false) -> String? {
    var json = JSONWriter(capacity: 128, escapingSlashes: escapingSlashes)
    write(to: &json)
    return json.isRefused ? nil : String(decoding: json.bytes, as: UTF8.self)
  }

  /// Reads a value that is the whole of `text`. Nil for any other text.
  ///
  /// The function is no initialiser: `Double.init`, written without its label, could then mean it.
  package static func value(inJSON text: String) -> Self? {
    let bytes = Array(text.utf8)[...]
    var scanner = JSONScanner()
    scanner.skipSpace(bytes.span)
    guard let value = try? Self.read(&scanner, bytes) else { return nil }
    scanner.skipSpace(bytes.span)
    guard scanner.isAtEnd(of: bytes.span) else { return nil }
    return value
  }
}
