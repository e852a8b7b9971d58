/// Which tasks are meant: `state:running group:ml reason:failed id:com.example.* since:2h text`.
///
/// All words hold at once, `-` turns one round, a comma lists alternatives. A word without a key is
/// text to be found in the title, the subtitle or the command; in double quotes it may be anything.
package struct TaskQuery: Hashable, Sendable {
  private let terms: [Term]

  /// As it was written; an empty one means every task.
  package let text: String

  /// More than this is no query: bytes, and words.
  package static let byteLimit = 4096
  package static let termLimit = 64

  struct Term: Hashable, Sendable {
    var isNegated: Bool
    /// One of them holds.
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

  /// Of a task as it is at `now`.
  package func matches(_ task: some QueriedTask, at now: WallTime) -> Bool {
    terms.allSatisfy { term in
      term.conditions.contains { $0.holds(for: task, at: now) } != term.isNegated
    }
  }
}

/// What a query asks of a task.
package protocol QueriedTask {
  var queriedNumber: Int { get }
  var queriedState: TaskState { get }
  /// Nil while it lives.
  var queriedReason: EndWord? { get }
  /// Nil while it makes headway.
  var queriedStall: StallKind? { get }
  var queriedWait: InputWait? { get }
  var queriedIdentifier: String? { get }
  var queriedGroup: String? { get }
  var queriedTitle: String { get }
  var queriedSubtitle: String? { get }
  var queriedCommand: [String] { get }
  /// Nil while it lives.
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
  /// One line: what is wrong; what to do.
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
