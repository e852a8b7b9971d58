/// What can be wrong with bytes from the other side.
package enum WireError: Error, Hashable, Sendable {
  case lineTooLong
  /// Not JSON, not an object, a field missing or of the wrong type; the text says which.
  case malformed(String)
}
