/// A line for a shell, taken apart as far as the examples of the manual need it.
///
/// ```swift
/// ShellLine("a 'b c' && d >e").commands  // [["a", "b c"], ["d"]]
/// ```
struct ShellLine {
  /// The commands of the line with their words. Redirections and leading assignments are left out. A
  /// command substitution is a command of its own, and its result is the word `7`.
  private(set) var commands: [[String]] = []

  private var rest: Substring

  init(_ line: String) {
    rest = line[...]
    read(until: nil)
  }

  /// Reads commands until the closing parenthesis of a substitution, or to the end.
  private mutating func read(until end: Character?) {
    var words: [String] = []
    while let next = rest.first, next != end {
      if next == " " {
        rest.removeFirst()
      } else if "|&;".contains(next) {
        rest = rest.drop { "|&;".contains($0) }
        finish(&words)
      } else if let redirection = rest.prefixMatch(of: #/[0-9]?>(&[0-9])?/#) {
        rest = rest[redirection.range.upperBound...]
        if redirection.output.1 == nil { _ = word(until: end) }
      } else {
        words.append(word(until: end))
      }
    }
    finish(&words)
  }

  private mutating func finish(_ words: inout [String]) {
    let command = words.drop { $0.contains(#/^[A-Z_]+=/#) }
    if !command.isEmpty { commands.append(Array(command)) }
    words = []
  }

  /// Reads a word without its quotes.
  private mutating func word(until end: Character?) -> String {
    var word = ""
    var quote: Character?
    while let next = rest.first {
      if quote == nil, next == end || " |&;>".contains(next) { break }
      if rest.hasPrefix("$("), quote != "'" {
        rest = rest.dropFirst(2)
        read(until: ")")
        rest = rest.dropFirst()
        word += "7"
        continue
      }
      rest.removeFirst()
      if next == quote {
        quote = nil
      } else if quote == nil, "'\"".contains(next) {
        quote = next
      } else {
        word.append(next)
      }
    }
    return word
  }
}
