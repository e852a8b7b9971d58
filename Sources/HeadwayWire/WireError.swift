/// What can be wrong with bytes from the other side.
package enum WireError: Error, Hashable, Sendable {
  case lineTooLong
  /// Not JSON, not an object, a field missing or of the wrong type; the text says which.
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
