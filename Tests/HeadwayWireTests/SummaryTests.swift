import HeadwayModel
import HeadwayWire
import Testing

@Suite struct SummaryTests {
  @Test("a sensitive title never leaves the hub")
  func aSensitiveTitleNeverLeavesTheHub() throws {
    var task = TaskSnapshot(
      number: try #require(TaskNumber(3)), key: TaskKey(high: 1, low: 2), title: "Secret plans",
      state: .running)
    task.sensitive = true
    var summary = HubSummary()
    summary.add(task)
    let message = SummaryMessage(summary, attentionStyle: "bold")
    let line = try #require(message.line())
    #expect(!String(decoding: line, as: UTF8.self).contains("Secret"))
    #expect(message.summary.top?.sensitive == true)
    #expect(message.summary.top?.number.value == 3)
  }

  @Test("a summary is the same on the other side")
  func aSummaryIsTheSameOnTheOtherSide() throws {
    var summary = HubSummary()
    (summary.running, summary.queued, summary.paused, summary.cancelling) = (1, 2, 3, 4)
    (summary.needsYou, summary.failed, summary.ended, summary.fraction) = (5, 6, 7, 0.5)
    let line = try #require(SummaryMessage(summary, attentionStyle: "bold").line())
    guard case .summary(let message) = try decodeHub(String(decoding: line, as: UTF8.self))
    else { throw WireError.malformed("no summary") }
    #expect(message.summary == summary)
    #expect(message.attentionStyle == "bold")
  }
}
