/// Refuses documents that would stop the process inside toml++ 3, the C++ parser that TOMLKit
/// wraps.
///
/// toml++ ends the process, rather than give an error, for two kinds of documents:
///
/// - Malformed section names and lists fail its assertions.
/// - Tables from a key with thousands of parts exhaust the stack as they are freed.
///
/// The guard also refuses the control characters that TOML forbids, since some of them end a line
/// for toml++. It is stricter than TOML in one respect. A bracket may stand only in:
///
/// - the name of a section
/// - a comment
/// - a text in quotes that is the whole value, on one line
/// - a list of quoted words and whole numbers, on one line
enum ParserGuard {
  /// The largest number of dots on a line outside of quotes, and so of parts in a key.
  private static let dotLimit = 64

  /// Checks a document, line by line.
  ///
  /// - Throws: ``ConfigError`` with the code `.syntax` and the line, for the first line that is
  ///   refused.
  static func check(_ text: String) throws(ConfigError) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let problem = problem(with: line.last == 0x0D ? line.dropLast() : line) else {
        continue
      }
      throw ConfigError(.syntax, at: .init(line: index + 1, column: 1), problem)
    }
  }

  /// The reason to refuse a line; nil if there is none.
  private static func problem(with line: Substring.UTF8View) -> String? {
    if line.contains(where: { $0 < 0x20 && $0 != 0x09 }) {
      return "a control character; remove it"
    }
    let code =
      withoutQuotedValue(line) ?? withoutListValue(line) ?? line.prefix { $0 != UInt8(ascii: "#") }
    if !hasSoundHeader(code) {
      return "brackets are for sections, [name], and for lists of words in quotes: ['a', 'b']"
    }
    if code.count(where: { $0 == UInt8(ascii: ".") }) > dotLimit {
      return "more than \(dotLimit) dots; no key has that many"
    }
    return nil
  }

  /// The text before the value in `key = '…'  # comment`; nil for lines of another form.
  private static func withoutQuotedValue(
    _ line: Substring.UTF8View
  ) -> Substring.UTF8View? {
    let key = line.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "#") }
    var rest = line[key.endIndex...]
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop(while: isBlank)
    guard let quote = rest.popFirst(), let end = end(ofText: rest, in: quote) else { return nil }
    rest = rest[end...].dropFirst().drop(while: isBlank)
    return rest.isEmpty || rest.first == UInt8(ascii: "#") ? key : nil
  }

  /// The place where `quote` closes a text, which begins behind the opening quote; nil if it isn't
  /// closed.
  ///
  /// In double quotes a backslash escapes the next character.
  private static func end(ofText text: Substring.UTF8View, in quote: UInt8) -> String.Index? {
    switch quote {
    case UInt8(ascii: "'"): return text.firstIndex(of: quote)
    case UInt8(ascii: "\""):
      var isEscaped = false
      return text.indices.first { index in
        defer { isEscaped = !isEscaped && text[index] == UInt8(ascii: "\\") }
        return !isEscaped && text[index] == quote
      }
    default: return nil
    }
  }

  /// The text before the value in `key = ['…', "…", 7]  # comment`; nil for lines of another form.
  private static func withoutListValue(_ line: Substring.UTF8View) -> Substring.UTF8View? {
    let key = line.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "#") }
    var rest = line[key.endIndex...]
    guard !key.contains(UInt8(ascii: "[")), rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop(while: isBlank)
    guard rest.popFirst() == UInt8(ascii: "[") else { return nil }
    while true {
      rest = rest.drop(while: isBlank)
      if rest.first == UInt8(ascii: "]") { break }
      guard let behind = behindWord(rest) ?? behindNumber(rest) else { return nil }
      rest = behind.drop(while: isBlank)
      if rest.first == UInt8(ascii: ",") {
        rest.removeFirst()
      } else if rest.first != UInt8(ascii: "]") {
        return nil
      }
    }
    rest = rest.dropFirst().drop(while: isBlank)
    return rest.isEmpty || rest.first == UInt8(ascii: "#") ? key : nil
  }

  /// The text behind a quoted word at the start of `text`; nil if there is no such word.
  ///
  /// An escape in double quotes is let through only if it can't be wrong.
  private static func behindWord(_ text: Substring.UTF8View) -> Substring.UTF8View? {
    var rest = text
    guard let quote = rest.popFirst(), let end = end(ofText: rest, in: quote) else { return nil }
    if quote == UInt8(ascii: "\"") {
      var word = rest[..<end]
      while let byte = word.popFirst() {
        if byte == UInt8(ascii: "\\"), !isSoundEscape(&word) { return nil }
      }
    }
    return rest[end...].dropFirst()
  }

  /// Removes the escape at the start of `word`, behind its backslash. Returns whether the escape is
  /// one of `\" \\ \t \n \r` and `\u00HH`.
  private static func isSoundEscape(_ word: inout Substring.UTF8View) -> Bool {
    switch word.popFirst() {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "t"), UInt8(ascii: "n"),
      UInt8(ascii: "r"):
      return true
    case UInt8(ascii: "u"):
      let digits = word.prefix(4)
      word = word.dropFirst(4)
      return digits.count == 4 && digits.prefix(2).allSatisfy { $0 == UInt8(ascii: "0") }
        && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    default: return false
    }
  }

  /// The text behind a whole number at the start of `text`; nil without one, or if it is too long
  /// or begins with 0.
  private static func behindNumber(_ text: Substring.UTF8View) -> Substring.UTF8View? {
    let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (1...9).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
    return text[digits.endIndex...]
  }

  /// Returns whether brackets are used only for the name of a section. True for lines without an
  /// opening bracket.
  private static func hasSoundHeader(_ code: Substring.UTF8View) -> Bool {
    let opening = UInt8(ascii: "[")
    guard code.contains(opening) else { return true }
    let header = code.drop(while: isBlank)
    guard header.first == opening else { return false }
    var name = header.dropFirst()
    if name.first == opening { name.removeFirst() }
    guard !name.contains(opening) else { return false }
    guard let first = name.first(where: { !isBlank($0) }) else { return false }
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "\""), UInt8(ascii: "'"):
      return true
    default: return false
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
