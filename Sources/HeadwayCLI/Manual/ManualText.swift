/// Text in the language of mdoc(7). The result is ASCII, because man(1) may run in any encoding.
///
/// ```swift
/// ManualText.paragraph("Queue a command. It starts when it is its turn.")
/// // ["Queue a command.", "It starts when it is its turn."]
/// ```
enum ManualText {
  /// The longest line of running text, in columns. mandoc(1) complains above 80.
  private static let columns = 78

  /// Text without requests and escapes (groff_char(7)). Quotes, dashes, carets and tildes stay what
  /// they are, so that a line can be copied into a shell.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": #"\e"#
      case "-": #"\-"#
      case "'": #"\(aq"#
      case "\"": #"\(dq"#
      case "`": #"\(ga"#
      case "^": #"\(ha"#
      case "~": #"\(ti"#
      default: scalar.isASCII ? String(scalar) : "\\[u\(hexadecimal(scalar))]"
      }
    }.joined()
  }

  /// A line of text. A period at its start isn't read as a request.
  static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") ? #"\&"# + escaped : escaped
  }

  /// A word as the argument of a macro. A punctuation mark or the name of a macro stays a word.
  static func argument(_ word: String) -> String {
    let escaped = escaped(word)
    let isDelimiter = word.utf8.count == 1 && ".,:;()[]?!|".contains(word)
    let isMacro = (2...3).contains(word.utf8.count) && word.first?.isUppercase == true
    return isDelimiter || isMacro ? #"\&"# + escaped : escaped
  }

  /// Running text in short lines. Each sentence begins a line, because mdoc(7) decides by that how
  /// much room to leave behind a period.
  static func paragraph(_ text: String) -> [String] {
    var lines: [String] = []
    var current = ""
    for word in text.split(separator: " ") {
      // groff(7) takes a period before an asterisk at the end of a line for the end of a sentence.
      let escaped = escaped(String(word)) + (word.hasSuffix(".*") ? #"\&"# : "")
      if !current.isEmpty, current.utf8.count + 1 + escaped.utf8.count > columns {
        lines.append(current)
        current = ""
      }
      current += current.isEmpty ? (escaped.hasPrefix(".") ? #"\&"# : "") : " "
      current += escaped
      if endsSentence(word) {
        lines.append(current)
        current = ""
      }
    }
    return current.isEmpty ? lines : lines + [current]
  }

  /// Paragraphs, one for each line of the text.
  ///
  /// Lines that are indented by two columns are printed as they are, without the indentation. Lines
  /// that begin with a dash and a blank are the items of a list.
  static func paragraphs(_ text: String) -> [String] {
    let lines = text.split(separator: "\n").map(String.init)
    var blocks: [[String]] = []
    var rest = lines[...]
    while let line = rest.first {
      let mark = ["  ", "- "].first(where: line.hasPrefix)
      let block = mark.map { mark in rest.prefix { $0.hasPrefix(mark) } } ?? rest.prefix(1)
      rest = rest.dropFirst(block.count)
      switch mark {
      case "  ": blocks.append(literal(block.map { String($0.dropFirst(2)) }))
      case "- ": blocks.append(items(block.map { String($0.dropFirst(2)) }))
      default: blocks.append(paragraph(line))
      }
    }
    return blocks.enumerated().flatMap { place, block in
      place > 0 && block.first?.hasPrefix(".B") == false ? [".Pp"] + block : block
    }
  }

  /// A list with a bullet before each item.
  private static func items(_ texts: [String]) -> [String] {
    [".Bl -bullet -compact"] + texts.flatMap { [".It"] + paragraph($0) } + [".El"]
  }

  /// Lines that are printed as they are, indented.
  static func literal(_ lines: [String]) -> [String] {
    [".Bd -literal -offset indent"] + lines.map(line) + [".Ed"]
  }

  /// A list of tags, each with running text. Nothing for an empty list. `width` is the width of a
  /// short tag.
  static func list(
    _ entries: [(tag: String, text: [String])], width: String = "Ds", isCompact: Bool = false
  ) -> [String] {
    guard !entries.isEmpty else { return [] }
    return [".Bl -tag -width \(width)\(isCompact ? " -compact" : "")"]
      + entries.flatMap { [".It \($0.tag)"] + $0.text } + [".El"]
  }

  /// Whether a line break belongs behind the word.
  private static func endsSentence(_ word: Substring) -> Bool {
    let end = word.trimmingSuffix { ")\"'".contains($0) }
    return end.hasSuffix(".") && !end.hasSuffix("..") || end.hasSuffix("?") || end.hasSuffix("!")
  }

  /// The code point in four digits or more.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension Substring {
  /// The text without the characters at its end for which `isLeftOut` returns true.
  fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    return text
  }
}
