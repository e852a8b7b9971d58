/// Why a config file can't be used.
package struct ConfigError: Error, Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    case unreadable, tooLarge, notText, syntax, unknownKey, wrongValue
  }

  /// A place in the file: both count from 1, the column in bytes.
  package struct Position: Hashable, Sendable {
    package var line: Int
    package var column: Int
  }

  package var code: Code
  /// Known for `syntax` only: the parser doesn't say where a key stands.
  package var position: Position?
  /// What is wrong and what to do, on one line, without the file's name.
  package var message: String

  init(_ code: Code, at position: Position? = nil, _ message: String) {
    self.code = code
    self.position = position
    self.message = message
  }
}

extension ConfigError: CustomStringConvertible {
  /// `line 3, column 7: …`
  package var description: String {
    guard let position else { return message }
    return "line \(position.line), column \(position.column): \(message)"
  }
}
