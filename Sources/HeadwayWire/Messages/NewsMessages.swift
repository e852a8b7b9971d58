package import HeadwayModel

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
