package import HeadwayCore

/// For a person who isn't looking: whoever shows them tasks is to tell them.
package struct NotificationMessage: MessageBody {
  package static let type = "notification"
  /// What it is about, in a few words.
  package var summary: SanitisedText
  package var lines: [SanitisedText]
  /// Somebody is waited for; left out where nobody is.
  package var urgent: Bool?

  private static let lineLimit = 8

  package init(_ notification: NewsNotification) {
    summary = SanitisedText(notification.summary, limit: .line)
    lines = notification.body.split(separator: "\n").map { SanitisedText($0, limit: .line) }
    urgent = notification.isUrgent ? true : nil
  }

  package var notification: NewsNotification {
    NewsNotification(
      summary: summary.string,
      body: lines.prefix(Self.lineLimit).map(\.string).joined(separator: "\n"),
      isUrgent: urgent ?? false)
  }
}
