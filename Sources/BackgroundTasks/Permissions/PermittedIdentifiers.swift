import HeadwayModel

/// The identifiers that a program may register and submit.
enum PermittedIdentifiers: Hashable, Sendable {
  /// Every identifier, because the program has no list.
  case everything
  /// The identifiers of a list.
  ///
  /// An entry is an identifier (`com.example.refresh`) or a family: `com.example.export.*` stands
  /// for all identifiers that have at least one more character after the last dot.
  case listed([String])

  /// Whether `identifier` may be registered and submitted. An identifier with a wildcard never may.
  func permits(_ identifier: String) -> Bool {
    guard Self.isConcrete(identifier) else { return false }
    switch self {
    case .everything: return true
    case .listed(let entries): return entries.contains { Self.covers($0, identifier) }
    }
  }

  /// Whether `identifier` names one kind of task. Wildcards belong into the list only.
  private static func isConcrete(_ identifier: String) -> Bool {
    !identifier.isEmpty && !identifier.hasSuffix("*")
  }

  /// Whether an entry of the list permits `identifier`. A bare `*` permits nothing.
  private static func covers(_ entry: String, _ identifier: String) -> Bool {
    entry != "*" && IdentifierPattern(entry)?.matches(identifier) ?? false
  }
}
