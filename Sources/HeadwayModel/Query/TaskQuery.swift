/// A filter for tasks: `state:running group:ml reason:failed id:com.example.* since:2h text`.
///
/// Terms are ANDed, `-term` excludes, and `key:a,b` matches either. A word without a key is a text
/// to find in the title, the subtitle or the command. Double quotes allow any text.
public struct TaskQuery: Hashable, Sendable {
  private let terms: [Term]

  /// The query as it was written. An empty query matches every task.
  public let text: String

  /// More than this is no query: bytes, and words.
  public static let byteLimit = 4096
  /// The largest number of terms in a query.
  public static let termLimit = 64

  struct Term: Hashable, Sendable {
    var isNegated: Bool
    /// The alternatives, of which one has to hold.
    var conditions: [QueryCondition]
  }

  /// Reads a query.
  ///
  /// - Throws: ``QueryError`` with the fault and the remedy.
  public init(_ text: String) throws(QueryError) {
    guard text.utf8.count <= Self.byteLimit else { throw .tooLong }
    var terms: [Term] = []
    for word in try QueryWord.words(of: text) {
      guard terms.count < Self.termLimit else { throw .tooLong }
      terms.append(try Term(word))
    }
    self.terms = terms
    self.text = text
  }

  /// The query that every task matches.
  public static let everything = TaskQuery()

  private init() { (terms, text) = ([], "") }

  /// Whether every task matches.
  public var isEmpty: Bool { terms.isEmpty }

  /// Whether the query asks for the newest task, `n:last`.
  public var namesNewest: Bool { terms.contains { $0.conditions.contains(.newest) } }

  /// Whether the query names its tasks by their numbers, or the parts of arrays.
  public var namesNumbers: Bool {
    terms.contains { !$0.isNegated && $0.conditions.allSatisfy(\.isOfNumbers) }
  }

  /// Returns the query with a number in the place of `last`.
  public func naming(newest: TaskNumber) -> TaskQuery {
    guard namesNewest, let words = try? QueryWord.words(of: text) else { return self }
    let text = words.map { $0.text(naming: newest.value) }.joined(separator: " ")
    return (try? TaskQuery(text)) ?? self
  }

  /// Returns whether the query matches the task, as it is at `now`.
  public func matches(_ task: some QueriedTask, at now: WallTime) -> Bool {
    terms.allSatisfy { term in
      term.conditions.contains { $0.holds(for: task, at: now) } != term.isNegated
    }
  }
}

/// The properties of a task that a query can ask about.
public protocol QueriedTask {
  var queriedNumber: Int { get }
  /// The number of the first part of the task's job array; nil for a task on its own.
  var queriedArray: Int? { get }
  var queriedState: TaskState { get }
  /// The reason of the end; nil for a live task.
  var queriedReason: EndWord? { get }
  /// The kind of the stall; nil for a task that isn't stalled.
  var queriedStall: StallKind? { get }
  var queriedWait: InputWait? { get }
  /// Whether the task waits at its terminal, or its program says that it waits for a person.
  var queriedWaitsForUser: Bool { get }
  var queriedIdentifier: String? { get }
  var queriedGroup: String? { get }
  var queriedTitle: String { get }
  var queriedSubtitle: String? { get }
  var queriedCommand: [String] { get }
  /// The time of the begin; nil for a task that never began.
  var queriedStart: WallTime? { get }
  /// The time of the end; nil for a live task.
  var queriedEnd: WallTime? { get }
  /// The exit status as a shell reports it; nil for a live task, and if it isn't known.
  var queriedExit: Int? { get }
  /// The machine whose hub knows the task; nil for this machine.
  var queriedHost: String? { get }
}

extension TaskSnapshot: QueriedTask {
  /// The number of the task.
  public var queriedNumber: Int { number.value }
  /// The number of the first part of the job array.
  public var queriedArray: Int? { terms.array?.first?.value }
  /// The state of the task.
  public var queriedState: TaskState { state }
  /// The word of the end's reason; nil for a live task.
  public var queriedReason: EndWord? { state == .ended ? ending?.reason.word : nil }
  /// The kind of the stall.
  public var queriedStall: StallKind? { stall.kind }
  /// The input that the task waits for.
  public var queriedWait: InputWait? { isBeforeItsUser ? nil : waitingForInput }
  /// Whether the task waits for a person.
  public var queriedWaitsForUser: Bool { waitsForUser }
  /// The identifier as text.
  public var queriedIdentifier: String? { identifier?.string }
  /// The group as text.
  public var queriedGroup: String? { group?.string }
  /// The title as text.
  public var queriedTitle: String { title.string }
  /// The subtitle as text.
  public var queriedSubtitle: String? { subtitle?.string }
  /// The words of the command; empty if it isn't known.
  public var queriedCommand: [String] { command?.map(\.string) ?? [] }
  /// The time of the end; nil for a live task.
  public var queriedEnd: WallTime? { state == .ended ? endedAt : nil }
  /// The time of the begin; nil for a task that never began.
  public var queriedStart: WallTime? { startedAt }
  /// The exit status as a shell reports it.
  public var queriedExit: Int? {
    state == .ended ? ending?.status.map { Int($0.shellCode) } : nil
  }
  /// The name of the machine; nil for this machine.
  public var queriedHost: String? { host?.name }
}

/// Why a query isn't understood.
public enum QueryError: Error, Hashable, Sendable {
  case tooLong
  case openQuote
  case unknownKey(SanitisedText)
  case wrongValue(key: QueryKey, SanitisedText)
}

extension QueryError: CustomStringConvertible {
  /// The fault and the remedy, on one line.
  public var description: String {
    switch self {
    case .tooLong:
      String(
        localized: """
          the filter is too long; use at most \(TaskQuery.byteLimit) bytes and \
          \(TaskQuery.termLimit) terms
          """)
    case .openQuote: String(localized: "the filter has an open quote; close it with \"")
    case .unknownKey(let key):
      String(
        localized: """
          unknown filter key \(key); use \(QueryKey.list), or put text with a colon in ""
          """)
    case .wrongValue(let key, let value):
      String(localized: "\(key.rawValue):\(value) isn't understood; write \(key.example)")
    }
  }
}
