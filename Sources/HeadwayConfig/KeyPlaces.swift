/// The places of tables and keys in a config file, which the TOML library doesn't tell.
///
/// The text is read line by line. That is enough for documents that ``ParserGuard`` has let
/// through, and is done only after an error.
///
/// ```swift
/// KeyPlaces("[run]\ngrace = 5").position(of: ["run", "grace"])   // line 2, column 1
/// ```
struct KeyPlaces {
  /// The places by the names that lead to a key. Of two lines with one name the first counts.
  private var positions: [[String]: ConfigError.Position] = [:]

  /// Finds the places in `text`.
  init(_ text: String) {
    var table: [String] = []
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let code = line.drop(while: Self.isBlank)
      let isHeader = code.first == UInt8(ascii: "[")
      let name = (isHeader ? code.drop { $0 == UInt8(ascii: "[") } : code).drop(while: Self.isBlank)
      guard let path = Self.path(name, endingWith: UInt8(ascii: isHeader ? "]" : "=")) else {
        continue
      }
      if isHeader { table = path }
      let column = line.distance(from: line.startIndex, to: name.startIndex) + 1
      let whole = isHeader ? path : table + path
      if positions[whole] == nil {
        positions[whole] = ConfigError.Position(line: index + 1, column: column)
      }
    }
  }

  /// The place of a key. If it has none, that of the nearest table around it; nil if that has none
  /// either.
  func position(of path: [String]) -> ConfigError.Position? {
    var path = path
    while !path.isEmpty {
      if let position = positions[path] { return position }
      path.removeLast()
    }
    return nil
  }

  /// The parts of a key: `group."a.b"` has two (TOML, Keys).
  ///
  /// Nil if no key stands before `end`, which is `]` for a table and `=` for a key.
  private static func path(_ text: Substring.UTF8View, endingWith end: UInt8) -> [String]? {
    var (parts, rest) = ([String](), text)
    while true {
      rest = rest.drop(while: isBlank)
      guard let part = takePart(&rest) else { return nil }
      parts.append(part)
      rest = rest.drop(while: isBlank)
      guard let next = rest.popFirst() else { return nil }
      if next == end { return parts }
      if next != UInt8(ascii: ".") { return nil }
    }
  }

  /// Removes the first part of a key from `text` and returns it without quotes; nil if there is
  /// none.
  private static func takePart(_ text: inout Substring.UTF8View) -> String? {
    guard let first = text.first else { return nil }
    let isQuoted = first == UInt8(ascii: "'") || first == UInt8(ascii: "\"")
    if isQuoted { text.removeFirst() }
    let part = text.prefix { isQuoted ? $0 != first : isBare($0) }
    text = text[part.endIndex...]
    if isQuoted { return text.popFirst() == nil ? nil : String(Substring(part)) }
    return part.isEmpty ? nil : String(Substring(part))
  }

  /// Returns whether the character may stand in a key without quotes.
  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
