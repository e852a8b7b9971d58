import ArgumentParser
import HeadwayModel

/// A word that a shell offers, with a description in shells that show one.
struct ShellCompletion {
  let word: String
  let summary: String

  init(_ word: String, _ summary: String) {
    self.word = word
    self.summary = summary
  }

  /// The completion in the form that ArgumentParser's script for the requesting shell expects.
  var text: String? { text(for: .requesting) }

  /// The completion in the form that ArgumentParser's script for a shell expects.
  ///
  /// zsh's `_describe` separates the description by a colon and reads backslashes as escapes
  /// (zshcompsys(1)). fish separates it by a tab. bash has no descriptions, and its `compgen -W`
  /// would run a command substitution in the word: quotes prevent that.
  ///
  /// - Returns: nil for a word that bash would put on the command line without quotes for `$` and the
  ///   like.
  func text(for shell: CompletionShell?) -> String? {
    switch shell {
    case .zsh?:
      let name = word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
      return "\(name):\(summary.replacing("\\", with: "\\\\"))"
    case .fish?: return "\(word)\t\(summary)"
    default: return word.unicodeScalars.allSatisfy(Self.isSafe) ? ShellWord(word).written : nil
    }
  }

  /// Whether the word completes the text that is typed already. zsh and fish pass `--group=m` for the
  /// value `m`.
  func completes(_ typed: String) -> Bool {
    guard typed.hasPrefix("--"), let sign = typed.firstIndex(of: "=") else {
      return word.hasPrefix(typed)
    }
    return word.hasPrefix(typed[typed.index(after: sign)...])
  }

  /// Whether bash quotes the character where it is necessary.
  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "-_./:,+@%=' ".unicodeScalars.contains(scalar)
  }
}
