import HeadwayHubCore
import HeadwayModel
import Testing

@Suite struct HubSummaryTests {
  @Test("an empty hub has nothing to show")
  func anEmptyHubHasNothingToShow() {
    #expect(HubSummary().isEmpty)
    #expect(HubState().summary == HubSummary())
  }

  @Test("states are counted")
  func statesAreCounted() throws {
    var bench = benchWithTask()
    for key in [TaskKey.b, .c] { bench.begin(key) }
    _ = bench.update(.a, .paused(true))
    _ = bench.send(.cancelRequested(.key(.b), isForced: false, .on(1)))
    let summary = bench.state.summary
    #expect(summary.running == 1 && summary.paused == 1 && summary.cancelling == 1)
    #expect(summary.queued == 0 && summary.needsYou == 0 && !summary.isEmpty)
  }

  @Test("failed and lost count as failed and success is no news")
  func failedAndLostCountAsFailedAndSuccessIsNoNews() throws {
    var bench = benchWithTask()
    _ = bench.end(.a, .completed)
    #expect(bench.state.summary.isEmpty)
    bench.begin(.b)
    _ = bench.end(.b, .failed)
    bench.begin(.c)
    _ = bench.end(.c, .lost)
    let summary = bench.state.summary
    #expect(summary.failed == 2 && summary.ended == 3 && !summary.isEmpty)
  }

  @Test("the fraction is the mean of what runs and is measured")
  func theFractionIsTheMeanOfWhatRunsAndIsMeasured() throws {
    var bench = benchWithTask()
    for key in [TaskKey.b, .c] { bench.begin(key) }
    #expect(bench.state.summary.fraction == nil)
    _ = bench.update(.a, .done(1, of: 4))
    _ = bench.update(.b, .done(3, of: 4))
    #expect(bench.state.summary.fraction == 0.5)
    _ = bench.update(.b, .paused(true))
    #expect(bench.state.summary.fraction == 0.25)
  }

  @Test("what needs you is on top")
  func whatNeedsYouIsOnTop() throws {
    var bench = benchWithTask()
    bench.begin(.b)
    _ = bench.update(.a, .done(9, of: 10))
    #expect(bench.state.summary.top?.number.value == 1)
    var report = WorkerReport()
    report.inputWait = .password
    _ = bench.update(.b, report)
    let summary = bench.state.summary
    #expect(summary.needsYou == 1)
    #expect(summary.top?.number.value == 2)
    #expect(summary.top?.needsAnswer == true)
  }

  @Test("the furthest then the oldest is on top")
  func theFurthestThenTheOldestIsOnTop() throws {
    var bench = benchWithTask()
    bench.begin(.b)
    #expect(bench.state.summary.top?.number.value == 1)
    _ = bench.update(.b, .done(1, of: 10))
    #expect(bench.state.summary.top?.number.value == 2)
  }

  @Test("what failed is above what runs the latest first")
  func whatFailedIsAboveWhatRunsTheLatestFirst() throws {
    var bench = benchWithTask()
    for key in [TaskKey.b, .c, .d] { bench.begin(key) }
    _ = bench.end(.a, .completed)
    _ = bench.update(.d, .done(9, of: 10))
    #expect(bench.state.summary.top?.number.value == 4)
    _ = bench.end(.b, .failed)
    _ = bench.end(.c, .lost)
    #expect(bench.state.summary.top?.number.value == 3)
    #expect(bench.state.summary.top?.needsAnswer == false)
  }

  @Test("what waits for its user is above what asks")
  func whatWaitsForItsUserIsAboveWhatAsks() throws {
    var bench = benchWithTask()
    bench.begin(.b)
    bench.step(.seconds(31))
    for key in [TaskKey.a, .b] { _ = bench.send(.wakeUpReached(key)) }
    #expect(bench.state.summary.top?.number.value == 1)
    var waiting = WorkerReport()
    waiting.inputWait = .input
    _ = bench.update(.b, waiting)
    #expect(bench.state.summary.top?.number.value == 2)
  }

  @Test("what is over and well is never on top")
  func whatIsOverAndWellIsNeverOnTop() throws {
    var bench = benchWithTask()
    _ = bench.end(.a, .completed)
    #expect(bench.state.summary.top == nil)
  }

  /// The short road from the hub's own tasks says what their snapshots say.
  @Test("it is the sum of the snapshots")
  func itIsTheSumOfTheSnapshots() throws {
    var bench = benchWithTask(.a) { $0.sensitive = true }
    bench.begin(.b, "Copy")
    bench.begin(.c, "Build")
    _ = bench.update(.b, .done(3, of: 4))
    var waiting = WorkerReport()
    waiting.inputWait = .password
    _ = bench.update(.c, waiting)
    try expectSum(bench)
    _ = bench.update(.c, .paused(true))
    try expectSum(bench)
    _ = bench.end(.b, .failed)
    bench.step(.seconds(31))
    _ = bench.send(.wakeUpReached(.a))
    #expect(try bench.task(.a).needsAnswer)
    try expectSum(bench)
  }

  private func expectSum(_ bench: HubBench) throws {
    var sum = HubSummary()
    for task in bench.state.snapshots(at: bench.now) { sum.add(task) }
    #expect(bench.state.summary == sum)
  }
}
