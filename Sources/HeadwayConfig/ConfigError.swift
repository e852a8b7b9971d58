internal import HeadwayModel

/// The reason why a config file can't be used, with its place in the file.
///
/// ``HeadwayConfig/load(path:check:)`` throws it. The commands and the hub print ``description``
/// behind the path of the file.
package struct ConfigError: Error, Hashable, Sendable {
  /// The kind of fault, for programs; people read the message.
  package enum Code: Hashable, Sendable {
    /// The file belongs to another user, or another user can write it.
    case untrusted
    case unreadable, tooLarge, notText, syntax, unknownKey, wrongValue
  }

  /// A place in the file. Both numbers start at 1; the column is counted in bytes.
  package struct Position: Hashable, Sendable {
    package var line: Int
    package var column: Int
  }

  package var code: Code
  /// The place of the fault; nil if it isn't known.
  package var position: Position?
  /// The names that lead to the wrong key, such as `["group", "ml", "slots"]`, or to the table
  /// around it.
  ///
  /// Empty if the fault has no key. ``placed(in:)`` finds the place by it.
  var path: [String] = []
  /// The fault and the remedy in English, on one line, without the file's name.
  package var message: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - path: The names that lead to the key, from the section on.
  ///   - message: The fault and the remedy in English, on one line.
  package init(
    _ code: Code, at position: Position? = nil, in path: [String] = [], _ message: String
  ) {
    self.code = code
    self.position = position
    self.path = path
    self.message = message
  }

  /// Returns the error with the place of its key in `text`.
  ///
  /// The TOML library gives no places for keys, so the text is searched only after something went
  /// wrong.
  package func placed(in text: String) -> ConfigError {
    guard position == nil, !path.isEmpty else { return self }
    var placed = self
    placed.position = KeyPlaces(text).position(of: path)
    return placed
  }
}

extension ConfigError: CustomStringConvertible {
  /// The message behind its place, in the language of the reader: `line 3, column 7: …`.
  package var description: String {
    guard let position else { return String(localizing: message) }
    let (line, column) = (position.line, position.column)
    return String(localized: "line \(line), column \(column): \(localizing: message)")
  }
}
