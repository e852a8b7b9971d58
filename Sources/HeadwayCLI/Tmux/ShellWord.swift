/// A word that a shell takes as it is (sh(1), quoting).
struct ShellWord {
  let quoted: String

  init(_ word: String) {
    quoted =
      "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#) + "'"
  }
}
