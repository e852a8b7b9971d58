package import HeadwayModel

/// The options that a user passes on to `sbatch` with `--engine-options`.
package enum SlurmOptions {
  /// The largest number of words.
  package static let wordLimit = 64
  /// The largest size of the text in bytes.
  package static let sizeLimit = 16_384

  /// Splits a text into words as a POSIX shell does (XCU 2.2, 2.6.5). Nothing is expanded. Nil if a
  /// quote isn't closed, if a backslash ends the text, and if the text is too long.
  package static func words(of text: String) -> [String]? {
    guard text.utf8.count <= sizeLimit else { return nil }
    var splitter = WordSplitter()
    for scalar in text.unicodeScalars { splitter.read(scalar) }
    guard let words = splitter.finish(), words.count <= wordLimit else { return nil }
    return words
  }

  /// Returns why the options can't be passed on, as a sentence. Nil if they can.
  package static func refusal(of words: [String]) -> SanitisedText? {
    guard words.count <= wordLimit else {
      return SanitisedText(wire: "--engine-options takes at most \(wordLimit) words")
    }
    var takesValue = false
    for word in words {
      if takesValue {
        takesValue = false
        continue
      }
      switch reading(of: word) {
      case .refused(let sentence): return SanitisedText(sentence, limit: .line)
      case .accepted(let needsValue): takesValue = needsValue
      }
    }
    // sbatch itself says whether its last option misses a value.
    return nil
  }

  private enum Reading {
    case accepted(needsValue: Bool)
    case refused(String)
  }

  private static func reading(of word: String) -> Reading {
    if word.contains(where: \.isNewline) || word.utf8.contains(0) {
      return .refused(String(wire: "--engine-options: an option can't contain a line break"))
    }
    if word.hasPrefix("--"), word.utf8.count > 2 { return longReading(of: word) }
    guard word.hasPrefix("-"), word != "-", word != "--" else {
      return .refused(
        String(wire: "--engine-options takes options of sbatch, and \(shown(word)) is none"))
    }
    for (place, letter) in word.dropFirst().enumerated() {
      if let name = ownLetters[letter] { return refused("-\(letter)", name) }
      if lettersWithoutValue.contains(letter) { continue }
      return .accepted(needsValue: place + 2 == word.count && letter != "k")
    }
    return .accepted(needsValue: false)
  }

  /// `sbatch` takes every unambiguous beginning of a name (getopt_long(3)), so a beginning of an
  /// option of Headway's own is refused too.
  private static func longReading(of word: String) -> Reading {
    let name = word.dropFirst(2).prefix { $0 != "=" }
    guard !name.isEmpty else {
      return .refused(String(wire: "--engine-options: \(shown(word)) is no option"))
    }
    if let own = ownNames.keys.sorted().first(where: { $0.hasPrefix(name) }) {
      return refused("--\(own)", own)
    }
    let hasValue = word.dropFirst(2).contains("=")
    let isFlag = namesWithoutValue.contains { $0 == name }
    return .accepted(needsValue: !hasValue && !isFlag)
  }

  private static func refused(_ option: String, _ name: String) -> Reading {
    .refused(String(wire: "--engine-options can't take \(option): \(ownNames[name] ?? set)"))
  }

  private static func shown(_ word: String) -> String {
    word.isEmpty ? String(wire: "an empty word") : ShellWord(String(word.prefix(80))).written
  }

  private static let set = String(wire: "Headway sets it itself")
  private static let environment = String(
    wire: "the command gets the environment of headway submit")
  private static let user = String(wire: "the job runs as you, so that Headway can follow it")
  private static let retry = String(wire: "use --retry")

  /// The options that Headway sets, or that would keep it from following the job.
  private static let ownNames = [
    "array": String(wire: "use --array of headway submit"), "begin": String(wire: "use --at"),
    "chdir": String(wire: "use --directory"),
    "clusters": String(wire: "Headway follows the jobs of one cluster"), "comment": set,
    "dependency": String(wire: "use --after or --after-any"), "error": set,
    "export": environment, "get-user-env": environment, "gid": user, "uid": user,
    "export-file": environment, "help": String(wire: "run sbatch --help"),
    "hold": String(wire: "use --hold of headway submit"), "input": set, "no-requeue": retry,
    "open-mode": set, "output": set, "parsable": set, "quiet": set, "requeue": retry,
    "signal": set, "test-only": String(wire: "nothing would be submitted"),
    "usage": String(wire: "run sbatch --usage"), "version": String(wire: "run sbatch --version"),
    "wait": String(wire: "use headway wait"), "wrap": String(wire: "give the command after --"),
  ]
  private static let ownLetters: [Character: String] = [
    "a": "array", "b": "begin", "d": "dependency", "D": "chdir", "e": "error", "h": "help",
    "H": "hold", "i": "input", "M": "clusters", "o": "output", "Q": "quiet", "V": "version",
    "W": "wait",
  ]
  private static let lettersWithoutValue: Set<Character> = ["I", "O", "s", "v"]
  /// The options of sbatch(1) that take no value, or only one after `=`.
  private static let namesWithoutValue: Set = [
    "contiguous", "disable-stdout-job-summary", "exclusive", "ignore-pbs",
    "immediate", "nice", "no-kill", "overcommit", "oversubscribe", "propagate", "reboot", "share",
    "spread-job", "use-min-nodes", "verbose",
  ]
}

/// Splits words at blanks, with the quotes of a shell.
private struct WordSplitter {
  private enum Quote { case none, single, double }

  private var words: [String] = []
  private var word: String?
  private var quote = Quote.none
  private var isEscaped = false

  mutating func read(_ scalar: Unicode.Scalar) {
    if isEscaped {
      isEscaped = false
      // A backslash before a line break joins two lines.
      if scalar == "\n" { return }
      if quote == .double, !"$`\"\\".unicodeScalars.contains(scalar) { append("\\") }
      return append(scalar)
    }
    switch (quote, scalar) {
    case (.none, "'"): open(.single)
    case (.none, "\""): open(.double)
    case (.single, "'"), (.double, "\""): quote = .none
    case (.none, "\\"), (.double, "\\"): isEscaped = true
    case (.none, " "), (.none, "\t"), (.none, "\n"): endWord()
    default: append(scalar)
    }
  }

  mutating func finish() -> [String]? {
    guard quote == .none, !isEscaped else { return nil }
    endWord()
    return words
  }

  private mutating func open(_ quote: Quote) {
    self.quote = quote
    word = word ?? ""
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    word = word ?? ""
    word?.unicodeScalars.append(scalar)
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }
}
