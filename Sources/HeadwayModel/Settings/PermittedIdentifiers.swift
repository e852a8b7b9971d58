/// The identifiers that may be used, with the handler of each. If there is none, all identifiers
/// may be used.
public struct PermittedIdentifiers: Hashable, Sendable {
  private var handlers: [IdentifierPattern: TaskHandler] = [:]

  /// Makes the settings that permit every identifier.
  public init() {}

  /// Whether no identifier has a handler, so that all are permitted.
  public var isEmpty: Bool { handlers.isEmpty }

  /// The handler of a pattern; nil if the pattern isn't permitted.
  public subscript(pattern: IdentifierPattern) -> TaskHandler? {
    get { handlers[pattern] }
    set { handlers[pattern] = newValue }
  }

  /// All of them, by what they are written as.
  public var entries: [(name: String, handler: TaskHandler)] {
    handlers.map { (name: $0.text, handler: $1) }.sorted { $0.name < $1.name }
  }

  /// Returns whether the identifier may be used. A task without an identifier may always run.
  public func permit(_ identifier: String?) -> Bool {
    guard let identifier, !handlers.isEmpty else { return true }
    return handler(of: identifier) != nil
  }

  /// Returns the handler of the most specific pattern that matches; nil if none matches.
  public func handler(of identifier: String) -> TaskHandler? {
    var best: (pattern: IdentifierPattern, handler: TaskHandler)?
    for (pattern, handler) in handlers where pattern.matches(identifier) {
      if let known = best, !pattern.isMoreSpecific(than: known.pattern) { continue }
      best = (pattern, handler)
    }
    return best?.handler
  }
}

/// The command and the defaults of a permitted identifier.
public struct TaskHandler: Hashable, Sendable {
  /// The command; nil for an identifier that is only permitted.
  public var command: HandlerCommand?
  /// The directory, an absolute path; nil for the directory of the submission.
  public var directory: String?
  /// The title of tasks that were given none.
  public var title: String?
  /// The group of tasks that were given none.
  public var group: String?
  /// Units by name.
  public var needs: [String: Int] = [:]
  /// The priority of tasks that were given none.
  public var priority: Int?
  /// The number of further attempts of tasks that were given none.
  public var retries: Int?

  /// Makes a handler that only permits.
  public init() {}
}

/// The command of a handler. It isn't empty in either form.
public enum HandlerCommand: Hashable, Sendable {
  /// A script for `sh -c`.
  case script(String)
  case words([String])

  /// The words to execute.
  public var words: [String] {
    switch self {
    case .script(let script): ["sh", "-c", script]
    case .words(let words): words
    }
  }

  /// The title of a card that was given none.
  public var title: String {
    switch self {
    case .script(let script): script
    case .words(let words): words.joined(separator: " ")
    }
  }
}
