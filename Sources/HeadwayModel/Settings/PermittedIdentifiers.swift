/// The identifiers that may be used, with the handler of each. If there is none, all identifiers
/// may be used.
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

  /// Returns whether the identifier may be used. A task without an identifier may always run.
  package func permit(_ identifier: String?) -> Bool {
    guard let identifier, !handlers.isEmpty else { return true }
    return handler(of: identifier) != nil
  }

  /// Returns the handler of the most specific pattern that matches; nil if none matches.
  package func handler(of identifier: String) -> TaskHandler? {
    var best: (pattern: IdentifierPattern, handler: TaskHandler)?
    for (pattern, handler) in handlers where pattern.matches(identifier) {
      if let known = best, !pattern.isMoreSpecific(than: known.pattern) { continue }
      best = (pattern, handler)
    }
    return best?.handler
  }
}

/// The command and the defaults of a permitted identifier.
package struct TaskHandler: Hashable, Sendable {
  /// The command; nil for an identifier that is only permitted.
  package var command: HandlerCommand?
  /// The directory, an absolute path; nil for the directory of the submission.
  package var directory: String?
  package var title: String?
  package var group: String?
  /// Units by name.
  package var needs: [String: Int] = [:]
  package var priority: Int?
  package var retries: Int?

  package init() {}
}

/// The command of a handler. It isn't empty in either form.
package enum HandlerCommand: Hashable, Sendable {
  /// A script for `sh -c`.
  case script(String)
  case words([String])

  package var words: [String] {
    switch self {
    case .script(let script): ["sh", "-c", script]
    case .words(let words): words
    }
  }

  /// The title of a card that was given none.
  package var title: String {
    switch self {
    case .script(let script): script
    case .words(let words): words.joined(separator: " ")
    }
  }
}
