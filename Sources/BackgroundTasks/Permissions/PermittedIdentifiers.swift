import HeadwayCore

/// The identifiers that a program may register and submit.
enum PermittedIdentifiers: Hashable, Sendable {
  /// There is no list.
  case everything
  /// A list: `com.example.refresh`, and `com.example.export.*` for all that begin so and go on.
  case listed([String])

  func permits(_ identifier: String) -> Bool {
    guard Self.isConcrete(identifier) else { return false }
    switch self {
    case .everything: return true
    case .listed(let entries): return entries.contains { Self.covers($0, identifier) }
    }
  }

  /// A wildcard stands only in the list.
  private static func isConcrete(_ identifier: String) -> Bool {
    !identifier.isEmpty && !identifier.hasSuffix("*")
  }

  private static func covers(_ entry: String, _ identifier: String) -> Bool {
    entry != "*" && IdentifierPattern(entry)?.matches(identifier) ?? false
  }
}
