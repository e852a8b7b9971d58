/// The command line that is watched, to tell which processes do all of its work.
///
/// A script may run several programs one after another that know nothing of each other. The
/// progress of one of them says nothing of the whole.
///
/// ```swift
/// let command = WatchedCommand(["nice", "gzip", "big.log"])
/// command.isRun(by: ["gzip", "big.log"], under: [], isFirst: true)   // true
/// ```
package struct WatchedCommand: Hashable, Sendable {
  private let words: [String]
  /// Whether the command is a shell with a single pipeline.
  private let isPipeline: Bool

  package init(_ words: [String]) {
    self.words = words
    isPipeline = Self.isPipeline(words)
  }

  /// Returns whether a process that runs `words` does all of the command's work. It does in these
  /// cases:
  ///
  /// - It is the command itself, perhaps behind programs that start others (`nice`, `timeout 9m`).
  /// - It is a part of the one pipeline that a shell was given.
  /// - It unpacks for tar(1).
  ///
  /// - Parameters:
  ///   - parent: The words of the process that started it.
  ///   - isFirst: Whether it is the process that was started as the command. It may have become
  ///     another program since (execve(2)).
  package func isRun(by words: [String], under parent: [String], isFirst: Bool) -> Bool {
    isTail(words) || isPipeline && (isFirst || isTail(parent) && Self.isShell(parent[0]))
      || isTail(parent) && parent[0].fileName == "tar"
  }

  /// Returns whether `words` are the last words of the command.
  ///
  /// Only the file name of the program is compared: the shell may have found it anywhere in `PATH`.
  private func isTail(_ words: [String]) -> Bool {
    let own = self.words.suffix(words.count)
    guard let first = words.first, own.count == words.count else { return false }
    return own.first?.fileName == first.fileName && own.dropFirst() == words.dropFirst()
  }

  /// Returns whether the command is `sh -c SCRIPT` with a script of one pipeline.
  ///
  /// Outside of single quotes the script has nothing that makes several commands of it. A wrong
  /// "no" only costs a percent; a wrong "yes" would show a false one.
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

  /// The redirections with a `&` that starts nothing in the background.
  private static let redirections: [[Character]] = [
    ["|", "&"], [">", "&"], ["&", ">"], ["<", "&"],
  ]
  private static let shells: Set<String> = ["sh", "bash", "dash", "zsh", "ksh", "mksh"]

  private static func isShell(_ word: String) -> Bool { shells.contains(word.fileName) }
}

extension String {
  /// The last part of a path.
  var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
