package import HeadwayModel

/// A request to stop a task.
///
/// ```json
/// {"type":"cancel","request":3,"task":7,"force":true}
/// ```
package struct CancelMessage: MessageBody {
  package static let type = "cancel"
  package var request: Int?
  package var task: TaskReference
  /// True if the task must be killed immediately; nil otherwise.
  package var force: Bool?
  /// The reason in a person's words. The card shows it as the task's cancel note.
  package var note: SanitisedText?

  package init(
    task: TaskReference, force: Bool = false, note: SanitisedText? = nil, request: Int? = nil
  ) {
    self.request = request
    self.task = task
    self.force = force ? true : nil
    self.note = note
  }

  package static var unread: CancelMessage { CancelMessage(task: .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
    try fields.field("force", &force)
    try fields.field("note", &note)
  }
}

/// An answer to the question "continue or stop?".
///
/// ```json
/// {"type":"answer","request":4,"task":7,"answer":"continue"}
/// ```
package struct AnswerMessage: MessageBody {
  package static let type = "answer"
  package var request: Int?
  package var task: TaskReference
  package var answer: StallAnswer

  package init(task: TaskReference, answer: StallAnswer, request: Int? = nil) {
    self.request = request
    self.task = task
    self.answer = answer
  }

  package static var unread: AnswerMessage { AnswerMessage(task: .unread, answer: .stop) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
    try fields.required("answer", &answer)
  }
}

/// A request to be told when a task has ended. The hub answers with `ended`, however long that
/// takes.
///
/// ```json
/// {"type":"wait","request":5,"task":7}
/// ```
package struct WaitMessage: MessageBody {
  package static let type = "wait"
  package var request: Int?
  package var task: TaskReference

  package init(task: TaskReference, request: Int? = nil) {
    self.request = request
    self.task = task
  }

  package static var unread: WaitMessage { WaitMessage(task: .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
  }
}

/// A request for one snapshot of the live list.
package struct ListMessage: MessageBody {
  package static let type = "list"
  package var request: Int?
  /// True to get tasks that only the record holds, too.
  package var all: Bool?

  package init(all: Bool = false, request: Int? = nil) {
    self.request = request
    self.all = all ? true : nil
  }

  package static var unread: ListMessage { ListMessage() }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.field("all", &all)
  }
}

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

/// A request for a snapshot and all changes after it.
///
/// ```json
/// {"type":"subscribe","request":8,"focused":true,"steps":true}
/// ```
package struct SubscribeMessage: MessageBody {
  package static let type = "subscribe"
  package var request: Int?
  /// The tasks in view, whose changes are sent whole and often; nil for all tasks.
  package var view: [TaskKey]?
  /// Whether a person looks at the subscriber; nil if that isn't known. The hub notifies nobody
  /// while a person looks.
  package var focused: Bool?
  /// True if the hub may send a small change of a task in view as a `step`.
  package var steps: Bool?

  package init(
    view: [TaskKey]?, focused: Bool? = nil, steps: Bool = false, request: Int? = nil
  ) {
    self.request = request
    self.view = view
    self.focused = focused
    self.steps = steps ? true : nil
  }

  package static var unread: SubscribeMessage { SubscribeMessage(view: nil) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.field("view", &view)
    try fields.field("focused", &focused)
    try fields.field("steps", &steps)
  }
}

/// A change of the tasks in view of a subscriber. The message has no answer.
package struct InterestMessage: MessageBody {
  package static let type = "interest"
  /// The tasks in view; nil for all tasks.
  package var view: [TaskKey]?
  /// The task that the person has selected; nil for none.
  package var selected: TaskKey?
  /// Whether a person looks at the subscriber; nil if that isn't known or hasn't changed.
  package var focused: Bool?

  package init(view: [TaskKey]?, selected: TaskKey? = nil, focused: Bool? = nil) {
    (self.view, self.selected, self.focused) = (view, selected, focused)
  }

  package static var unread: InterestMessage { InterestMessage(view: nil) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("view", &view)
    try fields.field("selected", &selected)
    try fields.field("focused", &focused)
  }
}

/// A request for the summary, once or on every change.
///
/// ```json
/// {"type":"summary","follow":true}
/// ```
package struct SummaryRequest: MessageBody {
  package static let type = "summary"
  package var request: Int?
  /// True to get the summary again after every change.
  package var follow: Bool?

  package init(follow: Bool = false, request: Int? = nil) {
    self.request = request
    self.follow = follow ? true : nil
  }

  package static var unread: SummaryRequest { SummaryRequest() }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.field("follow", &follow)
  }
}

/// A request to simulate an event that the system causes in its own time, for the development of
/// programs.
///
/// `headway debug` sends the message.
package struct SimulateMessage: MessageBody {
  package static let type = "simulate"
  package var request: Int?
  package var event: Event
  package var task: TaskReference

  /// The event to simulate.
  package enum Event: String, Hashable, Sendable, FieldValue {
    /// The launch of a program's queued request.
    case launch
    /// The expiry of a live task, as after an unanswered stall.
    case expire
  }

  package init(_ event: Event, _ task: TaskReference, request: Int? = nil) {
    self.event = event
    self.request = request
    self.task = task
  }

  /// The identifier of the request to launch, cut off at the limit of identifiers.
  package var identifier: SanitisedText { SanitisedText(task.description, limit: .identifier) }

  package static var unread: SimulateMessage { SimulateMessage(.launch, .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("event", &event)
    try fields.required("task", &task)
  }
}

/// A request to run the periodic task of an identifier soon.
///
/// ```json
/// {"type":"wake","request":9,"identifier":"com.example.refresh"}
/// ```
package struct WakeMessage: MessageBody {
  package static let type = "wake"
  package var request: Int?
  package var identifier: SanitisedText

  package init(_ identifier: String, request: Int? = nil) {
    self.request = request
    self.identifier = SanitisedText(identifier, limit: .identifier)
  }

  /// The identifier, cut off at the limit of identifiers.
  package var bounded: SanitisedText { SanitisedText(identifier.string, limit: .identifier) }

  package static var unread: WakeMessage { WakeMessage("") }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("identifier", &identifier)
  }
}

/// A request to the hub to read its config file again.
package struct ReloadMessage: MessageBody {
  package static let type = "reload"
  package var request: Int?

  package init(request: Int? = nil) { self.request = request }

  package static var unread: ReloadMessage { ReloadMessage() }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
  }
}

/// A request to the hub to say goodbye and leave.
package struct StopMessage: MessageBody {
  package static let type = "stop"
  package var request: Int?

  package init(request: Int? = nil) { self.request = request }

  package static var unread: StopMessage { StopMessage() }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
  }
}
