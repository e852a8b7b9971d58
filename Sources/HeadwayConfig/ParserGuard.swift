import HeadwayModel

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
/// - a text in quotes that is the whole value, on one line or in three quotes on several
/// - a list of quoted words and whole numbers, on one line
enum ParserGuard {
  /// The largest number of dots on a line outside of quotes, and so of parts in a key.
  private static let dotLimit = 64

  /// Checks a document, line by line.
  ///
  /// - Throws: ``ConfigError`` with the code `.syntax` and the line, for the first line that is
  ///   refused.
  static func check(_ text: String) throws(ConfigError) {
    var (rest, number) = (Substring(text).utf8, 1)
    while true {
      let value = longValue(rest)
      let part = value.map { rest[..<$0.end] } ?? line(of: rest)
      let lines = part.split(separator: newLine, omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where hasControlCharacter(line) {
        throw ConfigError(
          .syntax, at: .init(line: number + index, column: 1),
          String(wire: "a control character; remove it"))
      }
      if let problem = problem(with: value?.key ?? code(of: part)) {
        throw ConfigError(.syntax, at: .init(line: number, column: 1), problem)
      }
      guard part.endIndex < rest.endIndex else { return }
      rest = rest[part.endIndex...].dropFirst()
      number += lines.count
    }
  }

  private static var newLine: UInt8 { UInt8(ascii: "\n") }

  private static func line(of text: Substring.UTF8View) -> Substring.UTF8View {
    text.prefix { $0 != newLine }
  }

  /// Whether the line has a control character that TOML forbids. A carriage return may end it.
  private static func hasControlCharacter(_ line: Substring.UTF8View) -> Bool {
    (line.last == 0x0D ? line.dropLast() : line).contains { $0 < 0x20 && $0 != 0x09 }
  }

  /// The line without a value in quotes, a list of words, or a comment.
  private static func code(of line: Substring.UTF8View) -> Substring.UTF8View {
    let line = line.last == 0x0D ? line.dropLast() : line
    return withoutQuotedValue(line) ?? withoutListValue(line)
      ?? line.prefix { $0 != UInt8(ascii: "#") }
  }

  /// The key and the end of a value in three quotes, `key = '''…'''  # comment`, at the start of
  /// `text`. The value may have several lines. Nil for a text of another form, and for one that
  /// isn't closed.
  private static func longValue(
    _ text: Substring.UTF8View
  ) -> (key: Substring.UTF8View, end: String.Index)? {
    let key = line(of: text).prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "#") }
    var rest = text[key.endIndex...]
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop(while: isBlank)
    guard let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
      rest.prefix(3).count == 3, rest.prefix(3).allSatisfy({ $0 == quote }),
      let behind = behindThreeQuotes(rest.dropFirst(3), quote)
    else { return nil }
    let end = line(of: behind).drop(while: isBlank)
    guard end.isEmpty || end.first == 0x0D || end.first == UInt8(ascii: "#") else { return nil }
    return (key, line(of: behind).endIndex)
  }

  /// The text behind the quotes that close a value in three quotes. Up to two more quotes belong to
  /// the value. In double quotes a backslash escapes the next character.
  private static func behindThreeQuotes(
    _ text: Substring.UTF8View, _ quote: UInt8
  ) -> Substring.UTF8View? {
    var (rest, count) = (text, 0)
    while let byte = rest.popFirst() {
      count = byte == quote ? count + 1 : 0
      if count == 3 {
        let more = rest.prefix { $0 == quote }
        return more.count > 2 ? nil : rest[more.endIndex...]
      }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { rest = rest.dropFirst() }
    }
    return nil
  }

  /// The reason to refuse a line, of which only `code` counts; nil if there is none.
  private static func problem(with code: Substring.UTF8View) -> String? {
    if !hasSoundHeader(code) {
      return String(
        wire: "brackets are for sections, [name], and for lists of words in quotes: ['a', 'b']")
    }
    if code.count(where: { $0 == UInt8(ascii: ".") }) > dotLimit {
      return String(wire: "more than \(dotLimit) dots; no key has that many")
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
