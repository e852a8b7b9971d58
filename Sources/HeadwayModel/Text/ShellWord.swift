/// A word that a shell takes as it is (sh(1), quoting).
public struct ShellWord: Hashable, Sendable {
  /// The word in quotes, whatever it contains.
  public let quoted: String

  /// Makes the word of a shell from any text.
  public init(_ word: String) {
    quoted =
      "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#) + "'"
    isPlain = !word.isEmpty && word.utf8.allSatisfy(Self.isHarmless)
    self.word = word
  }

  /// The word for people: in quotes only if it needs them.
  public var written: String { isPlain ? word : quoted }

  private let word: String
  private let isPlain: Bool

  private static func isHarmless(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-_./:,+@%=".utf8.contains(byte)
    }
  }
}

extension String {
  /// The text as a tmux format that expands to it.
  public var tmuxEscaped: String { replacing(["#": "##"]) }

  /// Harmless in Pango markup.
  public var pangoEscaped: String { replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"]) }

  /// Scalar by scalar: to Swift a sign with a combining mark is another character, but to whoever
  /// reads the line it is that sign.
  public func replacing(_ escapes: [Unicode.Scalar: String]) -> String {
    var escaped = ""
    for scalar in unicodeScalars {
      if let escape = escapes[scalar] {
        escaped += escape
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
