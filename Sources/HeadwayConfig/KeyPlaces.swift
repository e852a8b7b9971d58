/// Where tables and keys stand in a config file, which the parser doesn't say: found by reading it
/// line by line.
struct KeyPlaces {
  private var positions: [[String]: ConfigError.Position] = [:]

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

  /// Of the key, or of what it is in as far as that is known.
  func position(of path: [String]) -> ConfigError.Position? {
    var path = path
    while !path.isEmpty {
      if let position = positions[path] { return position }
      path.removeLast()
    }
    return nil
  }

  /// `group."a.b"` as its parts (TOML, Keys); nil where it isn't one up to `end`.
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

  private static func takePart(_ text: inout Substring.UTF8View) -> String? {
    guard let first = text.first else { return nil }
    let isQuoted = first == UInt8(ascii: "'") || first == UInt8(ascii: "\"")
    if isQuoted { text.removeFirst() }
    let part = text.prefix { isQuoted ? $0 != first : isBare($0) }
    text = text[part.endIndex...]
    if isQuoted { return text.popFirst() == nil ? nil : String(Substring(part)) }
    return part.isEmpty ? nil : String(Substring(part))
  }

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
