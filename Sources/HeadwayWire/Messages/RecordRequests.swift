package import HeadwayModel

/// A request for a page of ended tasks, in the order of their numbers or of their ends.
///
/// The hub answers with one `task` each and a `snapshotEnd`, which says whether there are more.
///
/// ```json
/// {"type":"history","request":6,"filter":"group:ml","last":50,"byEnd":true}
/// ```
package struct HistoryMessage: MessageBody {
  package static let type = "history"
  package var request: Int?
  /// A query in the syntax of `TaskQuery`; nil for all tasks.
  package var filter: String?
  /// The number after which the page starts; nil for the first page.
  package var after: Int?
  /// The greatest number of tasks to return, counted from the newest; nil for no limit.
  package var last: Int?
  /// True to sort by the time of the end, and by number among tasks that ended at the same time.
  package var byEnd: Bool?
  /// The time of the end after which the page starts; only with `byEnd`.
  ///
  /// Tasks that ended exactly then follow only if their numbers are above `after`.
  package var afterEnd: WallTime?

  package init(
    filter: TaskQuery, after: Int? = nil, afterEnd: WallTime? = nil, last: Int? = nil,
    byEnd: Bool = false, request: Int? = nil
  ) {
    self.filter = filter.isEmpty ? nil : filter.text
    (self.after, self.last, self.request) = (after, last, request)
    self.afterEnd = afterEnd
    self.byEnd = byEnd ? true : nil
  }

  package static var unread: HistoryMessage { HistoryMessage(filter: .everything) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.field("filter", &filter)
    try fields.field("after", &after)
    try fields.field("last", &last)
    try fields.field("byEnd", &byEnd)
    try fields.field("afterEnd", &afterEnd)
  }
}

/// A request to hide ended tasks that a person has seen from lists and counts.
///
/// ```json
/// {"type":"acknowledge","request":8,"tasks":[7,8]}
/// ```
package struct AcknowledgeMessage: MessageBody {
  package static let type = "acknowledge"
  package var request: Int?
  /// The tasks. The hub acknowledges all of them or none.
  package var tasks: [TaskReference]

  package init(tasks: [TaskReference], request: Int? = nil) {
    (self.tasks, self.request) = (tasks, request)
  }

  package static var unread: AcknowledgeMessage { AcknowledgeMessage(tasks: []) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("tasks", &tasks)
  }

  /// Splits `tasks` into portions, each of which fits a line whatever the tasks' names are.
  package static func portions(of tasks: [TaskReference]) -> [[TaskReference]] {
    stride(from: 0, to: tasks.count, by: portionLimit).map {
      Array(tasks[$0..<min($0 + portionLimit, tasks.count)])
    }
  }

  private static var portionLimit: Int { 50 }
}

/// A request to delete ended tasks from the record, together with their logs.
///
/// A message has exactly one of three selectors: `tasks`, `filter` or `all`. With `filter` or `all`
/// the hub deletes the tasks in portions, and its answer `cleaned` says whether more may follow.
///
/// ```json
/// {"type":"clean","request":7,"tasks":[7,8]}
/// ```
package struct CleanMessage: MessageBody {
  package static let type = "clean"
  package var request: Int?
  /// The tasks to delete. The hub deletes all of them or none.
  package var tasks: [TaskReference]?
  /// A query in the syntax of `TaskQuery`, with at least one word.
  package var filter: String?
  /// True to delete every ended task.
  package var all: Bool?
  /// The number after which the portion starts; nil for the first portion.
  package var after: Int?

  /// Selects tasks by name.
  package init(tasks: [TaskReference], request: Int? = nil) {
    (self.tasks, self.request) = (tasks, request)
  }

  /// Selects the ended tasks that match `filter`. The hub refuses an empty query.
  package init(filter: TaskQuery, after: Int? = nil, request: Int? = nil) {
    (self.filter, self.after, self.request) = (filter.text, after, request)
  }

  /// Selects every ended task.
  package init(allAfter after: Int?, request: Int? = nil) {
    (all, self.after, self.request) = (true, after, request)
  }

  package static var unread: CleanMessage { CleanMessage(tasks: []) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.field("tasks", &tasks)
    try fields.field("filter", &filter)
    try fields.field("all", &all)
    try fields.field("after", &after)
    if fields.isReading { try check() }
  }
}

extension CleanMessage {
  /// Refuses a message without exactly one selector. A misspelt field must not delete everything.
  private func check() throws(WireError) {
    guard selectorCount == 1 else {
      throw .wrong(
        "all",
        """
        a clean needs exactly one of tasks, a filter with words, and "all":true; nothing was \
        cleaned (an older headway sends none of them for everything: update it)
        """)
    }
  }

  /// The number of selectors that the message has.
  private var selectorCount: Int {
    [tasks != nil, filter.map { !Self.isBlank($0) } ?? false, all == true].count { $0 }
  }

  /// Whether every task matches `filter`. A filter that can't be parsed is refused later, with the
  /// reason.
  private static func isBlank(_ filter: String) -> Bool {
    (try? TaskQuery(filter))?.isEmpty ?? false
  }
}
