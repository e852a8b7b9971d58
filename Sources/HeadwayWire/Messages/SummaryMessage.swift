package import HeadwayCore

/// The hub in a few numbers, and how a status line is to be styled.
package struct SummaryMessage: MessageBody {
  package static let type = "summary"
  package var request: Int?
  package var running: Int
  package var queued: Int
  package var paused: Int
  package var cancelling: Int
  package var needsYou: Int
  package var failed: Int
  package var ended: Int
  package var fraction: Double?
  package var top: Top?
  /// The tmux style of what needs a person: `fg=yellow,bold`.
  package var attentionStyle: String

  /// The one task to show where there is room for one; without a title if it is sensitive.
  package struct Top: Codable, Hashable, Sendable {
    package var number: TaskNumber
    package var title: SanitisedText?
    package var state: TaskState
    package var fraction: Double?
    package var needsYou: Bool?
  }

  package init(_ summary: HubSummary, attentionStyle: String, request: Int? = nil) {
    self.request = request
    running = summary.running
    queued = summary.queued
    paused = summary.paused
    cancelling = summary.cancelling
    needsYou = summary.needsYou
    failed = summary.failed
    ended = summary.ended
    fraction = summary.fraction
    top = summary.top.map(Top.init)
    self.attentionStyle = attentionStyle
  }
}

extension SummaryMessage.Top {
  fileprivate init(_ top: HubSummary.Top) {
    number = top.number
    title = top.sensitive ? nil : top.title
    state = top.state
    fraction = top.fraction
    needsYou = top.needsAnswer ? true : nil
  }

  fileprivate var top: HubSummary.Top {
    HubSummary.Top(
      number: number, title: title ?? .empty, state: state, fraction: fraction,
      needsAnswer: needsYou ?? false, sensitive: title == nil)
  }
}

extension SummaryMessage {
  package var summary: HubSummary {
    var summary = HubSummary()
    (summary.running, summary.queued, summary.paused) = (running, queued, paused)
    (summary.cancelling, summary.needsYou) = (cancelling, needsYou)
    (summary.failed, summary.ended) = (failed, ended)
    summary.fraction = fraction
    summary.top = top?.top
    return summary
  }
}
