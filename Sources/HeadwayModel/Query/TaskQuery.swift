/// A filter for tasks: `state:running group:ml reason:failed id:com.example.* since:2h text`.
///
/// Terms are ANDed, `-term` excludes, and `key:a,b` matches either. A word without a key is a text
/// to find in the title, the subtitle or the command. Double quotes allow any text.
package struct TaskQuery: Hashable, Sendable {
  private let terms: [Term]

  /// The query as it was written. An empty query matches every task.
  package let text: String

  /// More than this is no query: bytes, and words.
  package static let byteLimit = 4096
  package static let termLimit = 64

  struct Term: Hashable, Sendable {
    var isNegated: Bool
    /// The alternatives, of which one has to hold.
    var conditions: [QueryCondition]
  }

  package init(_ text: String) throws(QueryError) {
    guard text.utf8.count <= Self.byteLimit else { throw .tooLong }
    var terms: [Term] = []
    for word in try QueryWord.words(of: text) {
      guard terms.count < Self.termLimit else { throw .tooLong }
      terms.append(try Term(word))
    }
    self.terms = terms
    self.text = text
  }

  package static let everything = TaskQuery()

  private init() { (terms, text) = ([], "") }

  package var isEmpty: Bool { terms.isEmpty }

  /// Returns whether the query matches the task, as it is at `now`.
  package func matches(_ task: some QueriedTask, at now: WallTime) -> Bool {
    terms.allSatisfy { term in
      term.conditions.contains { $0.holds(for: task, at: now) } != term.isNegated
    }
  }
}

/// The properties of a task that a query can ask about.
package protocol QueriedTask {
  var queriedNumber: Int { get }
  var queriedState: TaskState { get }
  /// The reason of the end; nil for a live task.
  var queriedReason: EndWord? { get }
  /// The kind of the stall; nil for a task that isn't stalled.
  var queriedStall: StallKind? { get }
  var queriedWait: InputWait? { get }
  var queriedIdentifier: String? { get }
  var queriedGroup: String? { get }
  var queriedTitle: String { get }
  var queriedSubtitle: String? { get }
  var queriedCommand: [String] { get }
  /// The time of the end; nil for a live task.
  var queriedEnd: WallTime? { get }
}

extension TaskSnapshot: QueriedTask {
  package var queriedNumber: Int { number.value }
  package var queriedState: TaskState { state }
  package var queriedReason: EndWord? { state == .ended ? ending?.reason.word : nil }
  package var queriedStall: StallKind? { stalled }
  package var queriedWait: InputWait? { waitingForInput }
  package var queriedIdentifier: String? { identifier?.string }
  package var queriedGroup: String? { group?.string }
  package var queriedTitle: String { title.string }
  package var queriedSubtitle: String? { subtitle?.string }
  package var queriedCommand: [String] { command?.map(\.string) ?? [] }
  package var queriedEnd: WallTime? { state == .ended ? endedAt : nil }
}

/// Why a query isn't understood.
package enum QueryError: Error, Hashable, Sendable {
  case tooLong
  case openQuote
  case unknownKey(SanitisedText)
  case wrongValue(key: QueryKey, SanitisedText)
}

extension QueryError: CustomStringConvertible {
  /// The fault and the remedy, on one line.
  package var description: String {
    switch self {
    case .tooLong:
      "the filter is too long; \(TaskQuery.byteLimit) bytes and \(TaskQuery.termLimit) words are all"
    case .openQuote: "the filter has a quote without its end; close it with \""
    case .unknownKey(let key):
      "the filter knows no key \(key); it knows \(QueryKey.list), and text with a colon goes in \"\""
    case .wrongValue(let key, let value):
      "the filter's \(key.rawValue):\(value) isn't understood; write \(key.example)"
    }
  }
}
