import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite("How far all tasks together are, for the terminal")
struct OverallProgressTests {
  private func summary(
    running: Int = 0, paused: Int = 0, needsYou: Int = 0, fraction: Double? = nil
  ) -> HubSummary {
    var summary = HubSummary()
    (summary.running, summary.paused, summary.needsYou) = (running, paused, needsYou)
    summary.fraction = fraction
    return summary
  }

  @Test("what runs and how far it is, what stands still, who waits for a person")
  func standings() {
    var model = MonitorModel(80, 24, [])
    #expect(model.overallProgress(at: .start) == .nothing)
    let expected: [(HubSummary, TerminalProgress.Shown)] = [
      (summary(), .nothing), (summary(running: 2, fraction: 0.639), .measured(63)),
      (summary(running: 1), .indeterminate), (summary(paused: 1), .paused(nil)),
      (summary(running: 1, paused: 1, fraction: 0.5), .measured(50)),
      (summary(running: 1, needsYou: 1, fraction: 0.5), .paused(50)),
    ]
    for (summary, standing) in expected {
      #expect(model.happen(.summaryChanged(summary)) == [])
      #expect(model.overallProgress(at: .start) == standing)
    }
    model.happen(.linkChanged(.reconnecting))
    #expect(model.overallProgress(at: .start) == .nothing)
    model.happen(.linkChanged(.connected))
    #expect(model.overallProgress(at: .start) == .nothing, "until the hub says")
  }

  @Test("a failure is shown for half a minute, one that was there before isn't")
  func failures() {
    var model = MonitorModel(80, 24, [ended(1, "Before", .failed), task(2, "Runs")])
    model.happen(.summaryChanged(summary(running: 1, fraction: 0.5)))
    #expect(model.overallProgress(at: .start) == .measured(50))
    model.happen(.taskChanged(ended(2, "Runs", .failed)))
    #expect(model.overallProgress(at: .start) == .failed(50))
    model.happen(.summaryChanged(summary()))
    #expect(model.overallProgress(at: .start) == .failed(nil))
    #expect(model.nextTick(at: .start) == .seconds(30))
    model.happen(.taskChanged(ended(2, "Runs", .failed)), at: .start.advanced(by: .seconds(20)))
    #expect(model.overallProgress(at: .start.advanced(by: .seconds(30))) == .nothing)
  }

  @Test("an end that is no failure isn't one")
  func ends() {
    var model = MonitorModel(80, 24, [task(1, "Runs")])
    model.happen(.summaryChanged(summary()))
    model.happen(.taskChanged(ended(1, "Runs", .cancelled(by: .user))))
    #expect(model.overallProgress(at: .start) == .nothing)
  }
}
