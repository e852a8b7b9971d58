/// Words for bash(1).
enum Shell {
  /// One word, whatever is in it.
  static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
