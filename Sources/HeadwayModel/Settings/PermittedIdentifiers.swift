/// Which identifiers may be used, and what each of them starts. Without any, all may.
package struct PermittedIdentifiers: Hashable, Sendable {
  private var handlers: [IdentifierPattern: TaskHandler] = [:]

  package init() {}

  package var isEmpty: Bool { handlers.isEmpty }

  package subscript(pattern: IdentifierPattern) -> TaskHandler? {
    get { handlers[pattern] }
    set { handlers[pattern] = newValue }
  }

  /// All of them, by what they are written as.
  package var entries: [(name: String, handler: TaskHandler)] {
    handlers.map { (name: $0.text, handler: $1) }.sorted { $0.name < $1.name }
  }

  /// Also what has no identifier may.
  package func permit(_ identifier: String?) -> Bool {
    guard let identifier, !handlers.isEmpty else { return true }
    return handler(of: identifier) != nil
  }

  /// Of the most specific pattern; nil where none matches.
  package func handler(of identifier: String) -> TaskHandler? {
    var best: (pattern: IdentifierPattern, handler: TaskHandler)?
    for (pattern, handler) in handlers where pattern.matches(identifier) {
      if let known = best, !pattern.isMoreSpecific(than: known.pattern) { continue }
      best = (pattern, handler)
    }
    return best?.handler
  }
}

/// What an identifier starts, and what holds for it where nothing else is said.
package struct TaskHandler: Hashable, Sendable {
  /// Nil where it is permitted, and no more.
  package var command: HandlerCommand?
  /// From `/` on; nil is where it is submitted from.
  package var directory: String?
  package var title: String?
  package var group: String?
  /// Units by name.
  package var needs: [String: Int] = [:]
  package var priority: Int?
  package var retries: Int?

  package init() {}
}

/// Not empty, either way.
package enum HandlerCommand: Hashable, Sendable {
  /// For `sh -c`.
  case script(String)
  case words([String])

  package var words: [String] {
    switch self {
    case .script(let script): ["sh", "-c", script]
    case .words(let words): words
    }
  }

  /// What a card is called that was given no name.
  package var title: String {
    switch self {
    case .script(let script): script
    case .words(let words): words.joined(separator: " ")
    }
  }
}
