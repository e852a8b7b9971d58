import HeadwayCore
import Testing

@Suite struct HubSummaryTests {
  @Test func anEmptyHubHasNothingToShow() {
    #expect(HubSummary().isEmpty)
    #expect(HubState().summary(at: HubBench().now) == HubSummary())
  }

  @Test func statesAreCounted() throws {
    var bench = benchWithTask()
    for key in [TaskKey.b, .c] { bench.begin(key) }
    _ = bench.update(.a, .paused(true))
    _ = bench.send(.cancelRequested(.key(.b), isForced: false, .on(1)))
    let summary = bench.state.summary(at: bench.now)
    #expect(summary.running == 1 && summary.paused == 1 && summary.cancelling == 1)
    #expect(summary.queued == 0 && summary.needsYou == 0 && !summary.isEmpty)
  }

  @Test func failedAndLostCountAsFailedAndSuccessIsNoNews() throws {
    var bench = benchWithTask()
    _ = bench.end(.a, .completed)
    #expect(bench.state.summary(at: bench.now).isEmpty)
    bench.begin(.b)
    _ = bench.end(.b, .failed)
    bench.begin(.c)
    _ = bench.end(.c, .lost)
    let summary = bench.state.summary(at: bench.now)
    #expect(summary.failed == 2 && summary.ended == 3 && !summary.isEmpty)
  }

  @Test func theFractionIsTheMeanOfWhatRunsAndIsMeasured() throws {
    var bench = benchWithTask()
    for key in [TaskKey.b, .c] { bench.begin(key) }
    #expect(bench.state.summary(at: bench.now).fraction == nil)
    _ = bench.update(.a, .done(1, of: 4))
    _ = bench.update(.b, .done(3, of: 4))
    #expect(bench.state.summary(at: bench.now).fraction == 0.5)
    _ = bench.update(.b, .paused(true))
    #expect(bench.state.summary(at: bench.now).fraction == 0.25)
  }

  @Test func whatNeedsYouIsOnTop() throws {
    var bench = benchWithTask()
    bench.begin(.b)
    _ = bench.update(.a, .done(9, of: 10))
    #expect(bench.state.summary(at: bench.now).top?.number.value == 1)
    var report = WorkerReport()
    report.inputWait = .password
    _ = bench.update(.b, report)
    let summary = bench.state.summary(at: bench.now)
    #expect(summary.needsYou == 1)
    #expect(summary.top?.number.value == 2)
    #expect(summary.top?.needsAnswer == true)
  }

  @Test func theFurthestThenTheOldestIsOnTop() throws {
    var bench = benchWithTask()
    bench.begin(.b)
    #expect(bench.state.summary(at: bench.now).top?.number.value == 1)
    _ = bench.update(.b, .done(1, of: 10))
    #expect(bench.state.summary(at: bench.now).top?.number.value == 2)
  }

  @Test func endedTasksAreNeverOnTop() throws {
    var bench = benchWithTask()
    _ = bench.end(.a, .failed)
    #expect(bench.state.summary(at: bench.now).top == nil)
  }
}
