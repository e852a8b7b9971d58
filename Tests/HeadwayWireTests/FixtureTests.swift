import Foundation
import HeadwayModel
import HeadwayWire
import Testing

/// Every field of every message, decoded and encoded again, is the same.
@Suite struct FixtureTests {
  @Test("client messages keep every field", arguments: Fixture.clientNames)
  func clientMessagesKeepEveryField(_ name: String) throws {
    let fixture = try Fixture(name)
    let message = try ClientMessage(line: fixture.line)
    let line = try #require(message.line, "an unknown type")
    #expect(try JSONValue(line) == JSONValue(fixture.line))
  }

  @Test("hub messages keep every field", arguments: Fixture.hubNames)
  func hubMessagesKeepEveryField(_ name: String) throws {
    let fixture = try Fixture(name)
    let message = try HubMessage(line: fixture.line)
    let line = try #require(message.line, "an unknown type")
    let isReworded = Fixture.rewordedHubNames.contains(name)
    let (said, sent) = (try JSONValue(line), try JSONValue(fixture.line))
    #expect(isReworded ? said.withoutQuestion == sent.withoutQuestion : said == sent)
  }

  @Test("what isn't said any more is read as unknown")
  func whatIsntSaidAnyMoreIsReadAsUnknown() throws {
    for name in Fixture.retiredClientNames {
      let message = try ClientMessage(line: Fixture(name).line)
      guard case .unknown = message else { throw WireError.malformed(name) }
    }
    for name in Fixture.retiredHubNames {
      guard case .unknown = try HubMessage(line: Fixture(name).line) else {
        throw WireError.malformed(name)
      }
    }
  }

  @Test("every fixture is tested")
  func everyFixtureIsTested() throws {
    let folder = try #require(
      Bundle.module.url(forResource: "v1", withExtension: nil, subdirectory: "Fixtures"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let retired = Fixture.retiredClientNames + Fixture.retiredHubNames
    let tested = (Fixture.clientNames + Fixture.hubNames + retired).map { $0 + ".json" }
    #expect(Set(names) == Set(tested))
  }

  @Test("the first begin means what it says")
  func theFirstBeginMeansWhatItSays() throws {
    guard
      case .begin(let begin) = try ClientMessage(line: Fixture("client-begin").line)
    else { throw WireError.malformed("no begin") }
    var task = TaskDescription(
      key: try #require(TaskKey("0123456789abcdef0123456789abcdef")), title: "Export")
    task.identifier = "com.example.export.42"
    task.command = ["ffmpeg", "-i", "a b.mov"]
    task.directory = "/home/me"
    task.parent = TaskKey("fedcba9876543210fedcba9876543210")
    task.group = "nightly"
    task.sensitive = true
    task.stallPolicy = StallPolicy(action: .expire, after: .milliseconds(90_500))
    task.grace = .milliseconds(2500)
    task.startedAt = WallTime(millisecondsSinceEpoch: 1_767_323_045_006)
    var report = WorkerReport()
    report.subtitle = "clip 3 of 9"
    report.reading = ProgressReading(
      completed: 3, total: 9, unit: "clips", estimated: 1, phase: "encode")
    report.foreground = false
    report.inputWait = .input
    report.isPaused = true
    #expect(begin.description == task)
    #expect(begin.report == report)
  }

  @Test("the first cancel notice means what it says")
  func theFirstCancelNoticeMeansWhatItSays() throws {
    guard
      case .cancel(let notice) = try HubMessage(line: Fixture("hub-cancel").line)
    else { throw WireError.malformed("no cancel") }
    #expect(
      notice.order
        == CancelOrder(reason: .cancelled(by: .question), grace: .seconds(5), isForced: true))
  }
}

extension JSONValue {
  /// The message of a task without the text of its question.
  fileprivate var withoutQuestion: JSONValue {
    var (fields, task) = (fields, fields["task"]?.fields ?? [:])
    task["question"] = nil
    fields["task"] = .object(task)
    return .object(fields)
  }
}
