/// Why a config file can't be used.
package struct ConfigError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// Another user owns the file, or can write it.
    case untrusted
    case unreadable, tooLarge, notText, syntax, unknownKey, wrongValue
  }

  /// A place in the file: both count from 1, the column in bytes.
  package struct Position: Hashable, Sendable {
    package var line: Int
    package var column: Int
  }

  package var code: Code
  /// Nil where it isn't known.
  package var position: Position?
  /// The key that is wrong, or the table that it is in; empty where it is none of these.
  var path: [String] = []
  /// What is wrong and what to do, on one line, without the file's name.
  package var message: String

  init(_ code: Code, at position: Position? = nil, in path: [String] = [], _ message: String) {
    self.code = code
    self.position = position
    self.path = path
    self.message = message
  }

  /// With the place of its key in `text`.
  func placed(in text: String) -> ConfigError {
    guard position == nil, !path.isEmpty else { return self }
    var placed = self
    placed.position = KeyPlaces(text).position(of: path)
    return placed
  }
}

extension ConfigError: CustomStringConvertible {
  /// `line 3, column 7: …`
  package var description: String {
    guard let position else { return message }
    return "line \(position.line), column \(position.column): \(message)"
  }
}
