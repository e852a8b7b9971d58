/// Words for bash(1).
package enum Shell {
  /// One word, whatever is in it.
  package static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
