import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite("The status line of several machines") struct SeveralMachinesTests {
  private func summary(running: Int = 0, needsYou: Int = 0, fraction: Double? = nil) -> HubSummary {
    var summary = HubSummary()
    (summary.running, summary.needsYou, summary.fraction) = (running, needsYou, fraction)
    return summary
  }

  @Test("counts are added up; a percent of two machines isn't known")
  func sum() {
    let one = summary(running: 2, needsYou: 1, fraction: 0.5)
    #expect(HubSummary.sum(of: [one, summary(needsYou: 1)]).fraction == 0.5)
    let both = HubSummary.sum(of: [one, summary(running: 3, fraction: 0.1)])
    #expect(both.running == 5 && both.needsYou == 1 && both.fraction == nil)
    #expect(HubSummary.sum(of: []) == HubSummary())
    let huge = HubSummary.sum(of: [summary(running: .max), summary(running: .max, needsYou: -5)])
    #expect(huge.running == .max && huge.needsYou == 0)
  }

  @Test("machines that can't be reached are the last part, and a field of JSON")
  func unreached() {
    let line = StatusLine(summary(running: 2), unreached: 1)
    #expect(line.plain == "2 running · +1?")
    #expect(line.tmux(attentionStyle: "bold") == "2 running · +1?")
    #expect(line.json.hasSuffix(#""percent":null,"top":null,"unreached":1}"#))
    #expect(line.waybar.contains(#""class":"running""#))
    let none = StatusLine(HubSummary(), unreached: 2)
    #expect(none.plain == "+2?" && none.waybar.contains(#""class":"idle""#))
    #expect(StatusLine(HubSummary(), unreached: 0).isEmpty)
    #expect(!StatusLine(summary(running: 2)).json.contains("unreached"))
  }
}
