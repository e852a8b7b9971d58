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
    "client-submit-while", "client-wake",
    "client-submit-refresh",
    "client-payload", "client-restart", "client-adjust", "client-adjust-place",
    "client-adjust-command", "client-begin-launch", "client-end-launch",
    "client-pause", "client-resume",
    "client-update-halt", "client-history", "client-history-end", "client-interest-selected",
    "client-clean",
    "client-clean-filter", "client-clean-all", "client-reload", "client-subscribe-steps",
  ]
  /// Of earlier programs: what they say is nothing that this one knows.
  static let retiredClientNames = ["client-waiting"]
  static let retiredHubNames = ["hub-launch"]
  static let hubNames = [
    "hub-hello", "hub-hello-config", "hub-ok", "hub-error", "hub-begun", "hub-ended", "hub-cancel",
    "hub-question",
    "hub-task", "hub-snapshotEnd", "hub-change", "hub-removed", "hub-summary", "hub-goodbye",
    "hub-assertionAwaited", "hub-terminal", "hub-ok-within", "hub-change-assertion",
    "hub-change-attachable", "hub-submitted", "hub-turn", "hub-ended-dependency",
    "hub-pause", "hub-resume", "hub-question-memory", "hub-change-memory", "hub-change-suspended",
    "hub-snapshotEnd-next", "hub-cleaned", "hub-submitted-replaces", "hub-selection",
    "hub-snapshotEnd-end", "hub-notification", "hub-step", "hub-change-memory-use",
  ]
  /// Messages of earlier hubs whose question, a text for people, is worded otherwise by now.
  static let rewordedHubNames = ["hub-change-memory"]
}

extension WireCodec {
  /// The line of a message that was decoded; nil for one of unknown type.
  func line(of message: ClientMessage) -> [UInt8]? {
    switch message {
    case .hello(let body): line(body)
    case .begin(let body): line(body)
    case .submit(let body): line(body)
    case .payload(let body): line(body)
    case .restart(let body): line(body)
    case .adjust(let body): line(body)
    case .update(let body): line(body)
    case .heartbeat(let body): line(body)
    case .end(let body): line(body)
    case .cancel(let body): line(body)
    case .pause(let body): line(body)
    case .resume(let body): line(body)
    case .answer(let body): line(body)
    case .wait(let body): line(body)
    case .list(let body): line(body)
    case .history(let body): line(body)
    case .clean(let body): line(body)
    case .subscribe(let body): line(body)
    case .interest(let body): line(body)
    case .summary(let body): line(body)
    case .reload(let body): line(body)
    case .stop(let body): line(body)
    case .simulate(let body): line(body)
    case .wake(let body): line(body)
    case .unknown: nil
    }
  }

  func line(of message: HubMessage) -> [UInt8]? {
    switch message {
    case .hello(let body): line(body)
    case .ok(let body): line(body)
    case .error(let body): line(body)
    case .begun(let body): line(body)
    case .submitted(let body): line(body)
    case .turn(let body): line(body)
    case .ended(let body): line(body)
    case .cancel(let body): line(body)
    case .pause(let body): line(body)
    case .resume(let body): line(body)
    case .question(let body): line(body)
    case .assertionAwaited(let body): line(body)
    case .terminal(let body): line(body)
    case .selection(let body): line(body)
    case .task(let body): line(body)
    case .snapshotEnd(let body): line(body)
    case .cleaned(let body): line(body)
    case .change(let body): line(body)
    case .step(let body): line(body)
    case .removed(let body): line(body)
    case .summary(let body): line(body)
    case .notification(let body): line(body)
    case .goodbye(let body): line(body)
    case .unknown: nil
    }
  }
}

/// The client message of `text`.
func decodeClient(_ text: some StringProtocol) throws(WireError) -> ClientMessage {
  try WireCodec().decode(ClientMessage.self, from: Array(text.utf8)[...])
}

/// The hub message of `text`.
func decodeHub(_ text: some StringProtocol) throws(WireError) -> HubMessage {
  try WireCodec().decode(HubMessage.self, from: Array(text.utf8)[...])
}
