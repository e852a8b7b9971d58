/// An identifier, or a family of them: `com.example.export.*` stands for whatever follows the last
/// dot.
public struct IdentifierPattern: Hashable, Sendable {
  /// The identifier, or its beginning if the pattern is a family.
  private let stem: String
  private let isFamily: Bool

  /// Reads a pattern; nil for an empty text, and for an asterisk that isn't the whole last part.
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.byteLimit else { return nil }
    isFamily = text == "*" || text.hasSuffix(".*")
    stem = isFamily ? String(text.dropLast()) : text
    if stem.contains("*") { return nil }
  }

  private static let byteLimit = 256

  /// The pattern as it was written.
  var text: String { isFamily ? stem + "*" : stem }

  /// Returns whether the pattern covers the identifier.
  public func matches(_ identifier: String) -> Bool {
    guard isFamily else { return identifier == stem }
    return identifier.utf8.count > stem.utf8.count && identifier.hasPrefix(stem)
  }

  /// Says more about the same identifier than `other` does: itself, or more of its beginning.
  func isMoreSpecific(than other: IdentifierPattern) -> Bool {
    if isFamily != other.isFamily { return !isFamily }
    return stem.utf8.count > other.stem.utf8.count
  }
}
