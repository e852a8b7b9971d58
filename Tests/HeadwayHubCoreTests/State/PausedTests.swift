import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("A stopped task") struct PausedTests {
  @Test("waits for nobody's input while it is stopped, and again when it goes on")
  func pausedWaitsForNothing() throws {
    var bench = HubBench()
    bench.connect(1, isSupervisor: true)
    var report = WorkerReport()
    report.inputWait = .input
    bench.begin(.a, report: report)
    #expect(bench.state.snapshot(of: .a, at: bench.now)?.needsAnswer == true)
    var stop = WorkerReport()
    stop.isPaused = true
    _ = bench.update(.a, stop)
    let stopped = try #require(bench.state.snapshot(of: .a, at: bench.now))
    #expect(stopped.state == .paused && stopped.waitingForInput == nil && !stopped.needsAnswer)
    stop.isPaused = false
    _ = bench.update(.a, stop)
    #expect(bench.state.snapshot(of: .a, at: bench.now)?.waitingForInput == .input)
  }

  @Test("that another hub takes over isn't asked about for the time in which it was stopped")
  func pausedAcrossHubs() throws {
    var bench = benchWithTask(.a)
    _ = bench.update(.a, .done(1, of: 10))
    let effects = bench.send(
      .reportReceived(.key(.a), .paused(true), isRecognised: false, .on(1, 1)))
    let records = effects.compactMap { effect -> TaskRecord? in
      if case .save(let record, _) = effect { return record }
      return nil
    }
    var later = HubBench()
    _ = later.send(.recordLoaded(records, highestNumber: 1))
    later.step(.seconds(600))
    later.connect(1)
    _ = later.begin(.a, report: .paused(false))
    _ = later.send(.wakeUpReached(.a))
    let task = try later.task(.a)
    #expect(task.state == .running && task.stall.kind == nil)
  }
}
