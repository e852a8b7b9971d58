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
