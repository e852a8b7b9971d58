package import HeadwayModel

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

/// A new or changed task, sent whole.
package struct ChangeMessage: MessageBody {
  package static let type = "change"
  package var task: TaskSnapshot

  package init(task: TaskSnapshot) { self.task = task }

  package static var usualSize: Int { 768 }

  package static var unread: ChangeMessage { ChangeMessage(task: .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("task", &task)
  }
}

/// The notice that a task has left the live list. The record still has the task unless it was
/// cleaned.
package struct RemovedMessage: MessageBody {
  package static let type = "removed"
  package var key: TaskKey

  package init(key: TaskKey) { self.key = key }

  package static var unread: RemovedMessage { RemovedMessage(key: .unread) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
  }
}

/// The news that the hub has read its config again.
///
/// The hub sends the message to subscribers. A monitor reads the config again for its looks and
/// keys.
package struct SettingsMessage: MessageBody {
  package static let type = "settings"

  package init() {}

  package static var unread: SettingsMessage { SettingsMessage() }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {}
}

/// A notification for a person who isn't looking at the tasks.
///
/// The hub sends the message to subscribers, and the monitor passes it to its terminal.
package struct NotificationMessage: MessageBody {
  package static let type = "notification"
  /// The subject in a few words.
  package var summary: SanitisedText
  /// The details, one line each. The receiver keeps at most 8.
  package var lines: [SanitisedText]
  /// True if a task waits for a person; left out otherwise.
  package var urgent: Bool?

  private static let lineLimit = 8

  package static var unread: NotificationMessage {
    NotificationMessage(NewsNotification(summary: "", body: "", isUrgent: false))
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("summary", &summary)
    try fields.required("lines", &lines)
    try fields.field("urgent", &urgent)
  }

  /// Converts the hub's notification; its body is split into lines.
  package init(_ notification: NewsNotification) {
    summary = SanitisedText(notification.summary, limit: .line)
    lines = notification.body.split(separator: "\n").map { SanitisedText($0, limit: .line) }
    urgent = notification.isUrgent ? true : nil
  }

  /// The notification in the hub's own terms.
  package var notification: NewsNotification {
    NewsNotification(
      summary: summary.string,
      body: lines.prefix(Self.lineLimit).map(\.string).joined(separator: "\n"),
      isUrgent: urgent ?? false)
  }
}

/// A small change of a task in view: only the progress, the subtitle and the elapsed time.
///
/// The hub sends a step instead of the whole task to subscribers that asked for `steps`. Fields
/// that are missing are unknown now; all other fields of the task keep their values.
package struct StepMessage: MessageBody {
  package static let type = "step"
  package var step: TaskStep

  package init(_ step: TaskStep) { self.step = step }

  package static var usualSize: Int { 384 }

  package static var unread: StepMessage {
    StepMessage(TaskStep(key: .unread, subtitle: nil, progress: TaskProgressView(), elapsed: nil))
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    var (key, subtitle, progress, elapsed) = (step.key, step.subtitle, step.progress, step.elapsed)
    try fields.required("key", &key)
    try fields.field("subtitle", &subtitle)
    try progress.visit(&fields)
    try fields.seconds("elapsed", &elapsed)
    guard fields.isReading else { return }
    step = TaskStep(key: key, subtitle: subtitle, progress: progress, elapsed: elapsed)
  }
}
