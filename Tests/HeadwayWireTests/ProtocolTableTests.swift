import Foundation
import HeadwayModel
import Testing

@testable import HeadwayWire

/// The tables of Protocol.md name the fields that the descriptions name: no field more, and no field
/// less.
@Suite struct ProtocolTableTests {
  private let page: [Substring]

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Sources/HeadwayWire/HeadwayWire.docc/Protocol.md")
    page = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("the table of a task names all fields of a task")
  func theTableOfATaskNamesAllFieldsOfATask() {
    #expect(table(under: "### A task") == names(of: TaskSnapshot.self))
  }

  @Test("the table of the summary names all its fields")
  func theTableOfTheSummaryNamesAllItsFields() {
    #expect(table(under: "### The summary") == names(of: SummaryMessage.self))
  }

  @Test("the tables of what workers send name all fields")
  func theTablesOfWhatWorkersSendNameAllFields() {
    #expect(table(under: "### begin") == names(of: BeginMessage.self).union(["type"]))
    #expect(table(under: "### update") == names(of: UpdateMessage.self).union(["type"]))
    #expect(table(under: "### heartbeat") == names(of: HeartbeatMessage.self).union(["type"]))
    #expect(table(under: "### end") == names(of: EndMessage.self).union(["type"]))
    let terms = table(under: "### submit").subtracting(["type"])
    let own = names(of: LaunchTerms.self).union(["batch", "line", "batchSize", "patch"])
    let internals: Set = [
      "woken", "restarts", "environmentBytes", "doneThrough", "runBefore", "hasGoneOn",
    ]
    #expect(terms == own.subtracting(internals))
  }

  @Test("the row of every other message names all its fields")
  func theRowOfEveryOtherMessageNamesAllItsFields() {
    let client: [any MessageBody.Type] = [
      CancelMessage.self, PauseMessage.self, ResumeMessage.self, AnswerMessage.self,
      RestartMessage.self, AdjustMessage.self, WaitMessage.self, ListMessage.self,
      HistoryMessage.self, CleanMessage.self, SubscribeMessage.self, InterestMessage.self,
      WakeMessage.self, SummaryRequest.self, SimulateMessage.self, ReloadMessage.self,
      StopMessage.self, GroupMessage.self, EnvironmentRequest.self, MetricsRequest.self,
      TerminalRequest.self,
    ]
    let hub: [any MessageBody.Type] = [
      OkMessage.self, ErrorMessage.self, BegunMessage.self, SubmittedMessage.self, TurnNotice.self,
      EndedMessage.self, CancelNotice.self, PauseNotice.self, ResumeNotice.self,
      QuestionNotice.self, AssertionNotice.self, SelectionNotice.self, TerminalNotice.self,
      TaskMessage.self, SnapshotEnd.self, CleanedMessage.self, ChangeMessage.self,
      StepMessage.self, RemovedMessage.self, NotificationMessage.self, GoodbyeMessage.self,
      GroupStateMessage.self, EnvironmentMessage.self, MetricsMessage.self,
    ]
    for (heading, bodies) in [("## What others send", client), ("## What the hub sends", hub)] {
      let rows = rows(under: heading)
      for body in bodies {
        let row = rows.first { Self.words(in: $0[0]).contains(body.type) }
        let words = Self.words(in: (row ?? []).joined(separator: " "))
        let missing = names(of: body).subtracting(words)
        #expect(missing.isEmpty, "\(body.type): \(missing)")
      }
    }
  }

  /// The names in the first column of the table under a heading.
  private func table(under heading: String) -> Set<String> {
    Set(rows(under: heading).flatMap { Self.words(in: $0[0]) })
  }

  /// The cells of the rows of the first table under a heading, without its head.
  private func rows(under heading: String) -> [[String]] {
    let below = page.drop { $0 != heading }.dropFirst()
    return below.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The words between backticks.
  private static func words(in text: String) -> Set<String> {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return Set(parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
  }

  private func names(of type: (some FieldObject).Type) -> Set<String> {
    var names = FieldNames()
    var object = type.unread
    try? object.visit(&names)
    return names.names
  }
}

/// The names of all fields that an object describes.
private struct FieldNames: FieldVisitor {
  var isReading: Bool { false }
  var names: Set<String> = []

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value?
  ) throws(WireError) {
    names.insert(name.description)
  }

  mutating func required<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(WireError) {
    names.insert(name.description)
  }
}
