package import HeadwayModel

/// The hub's state in a few numbers, for a status line.
///
/// ```json
/// {"type":"summary","running":2,"queued":1,…,"fraction":0.63,"attentionStyle":"fg=yellow,bold"}
/// ```
///
/// The message also carries the style from the hub's config, so that `headway status` doesn't have
/// to read the config file.
package struct SummaryMessage: MessageBody {
  package static let type = "summary"
  package var request: Int?
  package var running: Int
  package var queued: Int
  package var paused: Int
  package var cancelling: Int
  /// The number of tasks that wait for a person's answer or input.
  package var needsYou: Int
  package var failed: Int
  package var ended: Int
  /// The mean of the running tasks' measured shares, from 0 to 1; nil if no share is measured.
  package var fraction: Double?
  /// The task that matters most now; nil if no task is worth showing.
  package var top: Top?
  /// The tmux style of tasks that need a person: `fg=yellow,bold`.
  package var attentionStyle: String

  /// The one task to show where there is room for one.
  package struct Top: FieldObject, FieldValue, Hashable, Sendable {
    package var number: TaskNumber
    /// The title; nil if the task is sensitive.
    package var title: SanitisedText?
    package var state: TaskState
    package var fraction: Double?
    package var needsYou: Bool?

    package static var unread: Top { Top(number: .first, state: .running) }

    package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
      try fields.required("number", &number)
      try fields.field("title", &title)
      try fields.required("state", &state)
      try fields.field("fraction", &fraction)
      try fields.field("needsYou", &needsYou)
    }
  }

  /// Converts the hub's summary; `attentionStyle` comes from the hub's config.
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

  package static var unread: SummaryMessage { SummaryMessage(HubSummary(), attentionStyle: "") }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("running", &running)
    try fields.required("queued", &queued)
    try fields.required("paused", &paused)
    try fields.required("cancelling", &cancelling)
    try fields.required("needsYou", &needsYou)
    try fields.required("failed", &failed)
    try fields.required("ended", &ended)
    try fields.field("fraction", &fraction)
    try fields.field("top", &top)
    try fields.required("attentionStyle", &attentionStyle)
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
  /// The summary in the hub's own terms.
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
