/// An error in the bytes from the other side.
package enum WireError: Error, Hashable, Sendable {
  /// The line exceeds ``LineFramer/byteLimit``.
  case lineTooLong
  /// The line isn't JSON or not an object, or a field is missing or has the wrong type. The text
  /// says which.
  case malformed(String)

  /// The error in words, for the client that sent the line.
  package var reason: String {
    switch self {
    case .lineTooLong:
      "a line is at most \(LineFramer.byteLimit) bytes; send shorter messages"
    case .malformed(let reason): reason
    }
  }
}
