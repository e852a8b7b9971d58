import Foundation
import HeadwayWire
import Testing

/// One line of protocol version 1, kept for ever: what was once spoken must stay understood.
struct Fixture: Sendable, CustomTestStringConvertible {
  var name: String
  var line: ArraySlice<UInt8>

  init(_ name: String) throws {
    let file = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Fixtures/v1"))
    self.name = name
    let bytes = [UInt8](try Data(contentsOf: file))
    try #require(bytes.last == UInt8(ascii: "\n") && bytes.count { $0 == UInt8(ascii: "\n") } == 1)
    line = bytes.dropLast()
  }

  var testDescription: String { name }

  static let clientNames = [
    "client-hello", "client-begin", "client-update", "client-update-attachable", "client-heartbeat",
    "client-end",
    "client-cancel", "client-answer", "client-wait", "client-list", "client-subscribe",
    "client-interest", "client-summary", "client-stop", "client-simulate",
    "client-begin-notify", "client-interest-focused", "client-subscribe-focused",
    "client-begin-retry", "client-update-assertion", "client-submit", "client-submit-worker",
    "client-submit-group", "client-submit-streams", "client-submit-batch",
    "client-submit-array",
    "client-submit-while", "client-wake",
    "client-submit-refresh", "client-submit-series", "client-adjust-series",
    "client-payload", "client-restart", "client-adjust", "client-adjust-place",
    "client-adjust-command", "client-adjust-edit", "client-adjust-start",
    "client-adjust-terms", "client-restart-new", "client-begin-launch",
    "client-end-launch",
    "client-pause", "client-resume", "client-group", "client-group-all",
    "client-update-halt", "client-history", "client-history-end", "client-interest-selected",
    "client-clean",
    "client-clean-filter", "client-acknowledge", "client-clean-all", "client-reload",
    "client-subscribe-steps", "client-environment", "client-metrics", "client-terminal",
  ]
  /// Of earlier programs: what they say is nothing that this one knows.
  static let retiredClientNames = ["client-waiting"]
  static let retiredHubNames = ["hub-launch"]
  static let hubNames = [
    "hub-hello", "hub-hello-config", "hub-hello-features", "hub-ok", "hub-ok-notice", "hub-error",
    "hub-begun", "hub-ended", "hub-cancel", "hub-cancel-replaced",
    "hub-question",
    "hub-task", "hub-snapshotEnd", "hub-change", "hub-removed", "hub-summary", "hub-goodbye",
    "hub-assertionAwaited", "hub-terminal", "hub-ok-within", "hub-change-assertion",
    "hub-change-attachable", "hub-submitted", "hub-turn", "hub-ended-dependency",
    "hub-pause", "hub-resume", "hub-question-memory", "hub-change-memory", "hub-change-suspended",
    "hub-snapshotEnd-next", "hub-settings", "hub-cleaned", "hub-submitted-replaces",
    "hub-selection", "hub-group", "hub-submitted-notice",
    "hub-snapshotEnd-end", "hub-notification", "hub-step", "hub-change-memory-use",
    "hub-question-input", "hub-environment", "hub-metrics",
  ]
  /// Messages of earlier hubs whose question, a text for people, is worded otherwise by now.
  static let rewordedHubNames = ["hub-change-memory"]
}

extension ClientMessage {
  /// The line of this message; nil for one of unknown type.
  var line: [UInt8]? {
    switch self {
    case .hello(let body): body.line()
    case .begin(let body): body.line()
    case .submit(let body): body.line()
    case .payload(let body): body.line()
    case .restart(let body): body.line()
    case .adjust(let body): body.line()
    case .group(let body): body.line()
    case .update(let body): body.line()
    case .heartbeat(let body): body.line()
    case .end(let body): body.line()
    case .terminal(let body): body.line()
    case .cancel(let body): body.line()
    case .pause(let body): body.line()
    case .resume(let body): body.line()
    case .answer(let body): body.line()
    case .wait(let body): body.line()
    case .list(let body): body.line()
    case .history(let body): body.line()
    case .environment(let body): body.line()
    case .metrics(let body): body.line()
    case .clean(let body): body.line()
    case .acknowledge(let body): body.line()
    case .subscribe(let body): body.line()
    case .interest(let body): body.line()
    case .summary(let body): body.line()
    case .reload(let body): body.line()
    case .stop(let body): body.line()
    case .simulate(let body): body.line()
    case .wake(let body): body.line()
    case .unknown: nil
    }
  }
}

extension HubMessage {
  /// The line of this message; nil for one of unknown type.
  var line: [UInt8]? {
    switch self {
    case .hello(let body): body.line()
    case .ok(let body): body.line()
    case .error(let body): body.line()
    case .begun(let body): body.line()
    case .submitted(let body): body.line()
    case .turn(let body): body.line()
    case .ended(let body): body.line()
    case .cancel(let body): body.line()
    case .pause(let body): body.line()
    case .resume(let body): body.line()
    case .question(let body): body.line()
    case .assertionAwaited(let body): body.line()
    case .terminal(let body): body.line()
    case .selection(let body): body.line()
    case .task(let body): body.line()
    case .snapshotEnd(let body): body.line()
    case .group(let body): body.line()
    case .environment(let body): body.line()
    case .metrics(let body): body.line()
    case .cleaned(let body): body.line()
    case .change(let body): body.line()
    case .step(let body): body.line()
    case .removed(let body): body.line()
    case .summary(let body): body.line()
    case .notification(let body): body.line()
    case .settings(let body): body.line()
    case .goodbye(let body): body.line()
    case .unknown: nil
    }
  }
}

/// The client message of `text`.
func decodeClient(_ text: some StringProtocol) throws(WireError) -> ClientMessage {
  try ClientMessage(line: Array(text.utf8)[...])
}

/// The hub message of `text`.
func decodeHub(_ text: some StringProtocol) throws(WireError) -> HubMessage {
  try HubMessage(line: Array(text.utf8)[...])
}
