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
