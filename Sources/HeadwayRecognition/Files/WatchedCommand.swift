/// The command line that is watched: which processes do all of its work, and which only a part.
///
/// A script may have files read one after another, by programs that know nothing of each other: how
/// far one of them is says nothing of the whole.
package struct WatchedCommand: Hashable, Sendable {
  private let words: [String]
  private let isPipeline: Bool

  package init(_ words: [String]) {
    self.words = words
    isPipeline = Self.isPipeline(words)
  }

  /// Whether a process that runs `words` is the command, behind programs that start others
  /// (`nice`, `timeout 9m`), a part of the one pipeline that a shell was given, or what unpacks for
  /// tar(1).
  ///
  /// - Parameters:
  ///   - parent: what runs the process that started it.
  ///   - isFirst: it is the process that was started as the command, which may have become another
  ///     program since (execve(2)).
  package func isRun(by words: [String], under parent: [String], isFirst: Bool) -> Bool {
    isTail(words) || isPipeline && (isFirst || isTail(parent) && Self.isShell(parent[0]))
      || isTail(parent) && parent[0].fileName == "tar"
  }

  /// Whether `words` are the last ones, wherever the program was found in the end.
  private func isTail(_ words: [String]) -> Bool {
    let own = self.words.suffix(words.count)
    guard let first = words.first, own.count == words.count else { return false }
    return own.first?.fileName == first.fileName && own.dropFirst() == words.dropFirst()
  }

  /// `sh -c SCRIPT`, where the script is one pipeline: outside of '…' nothing occurs that could make
  /// several commands of it.
  private static func isPipeline(_ words: [String]) -> Bool {
    guard let script = words.last, words.count >= 3, isShell(words[words.count - 3]),
      words[words.count - 2].hasPrefix("-"), words[words.count - 2].hasSuffix("c")
    else { return false }
    var rest = script[...]
    while let character = rest.popFirst() {
      let next = rest.first
      if character == "'", let end = rest.firstIndex(of: "'") {
        rest = rest[end...].dropFirst()
      } else if let next, redirections.contains([character, next]) {
        rest = rest.dropFirst()
      } else if "&;`()".contains(character) || character.isNewline
        || (character, next) == ("|", "|")
      {
        return false
      }
    }
    return true
  }

  /// In which `&` starts nothing.
  private static let redirections: [[Character]] = [
    ["|", "&"], [">", "&"], ["&", ">"], ["<", "&"],
  ]
  private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh", "mksh"]

  private static func isShell(_ word: String) -> Bool { shells.contains(word.fileName) }
}

extension String {
  /// Of a path.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
