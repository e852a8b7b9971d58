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

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: TaskSnapshot.Field.self)
    step = TaskStep(
      key: try fields.decode(TaskKey.self, forKey: .key),
      subtitle: try fields.decodeIfPresent(SanitisedText.self, forKey: .subtitle),
      progress: try TaskProgressView(fields), elapsed: try fields.seconds(.elapsed))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = FieldWriter<TaskSnapshot.Field>(encoder)
    try fields.write(step.key, .key)
    try fields.write(step.subtitle, .subtitle)
    try step.progress.write(to: &fields)
    try fields.write(step.elapsed?.inSeconds, .elapsed)
  }
}
