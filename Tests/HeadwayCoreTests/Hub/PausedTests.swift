import HeadwayCore
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
}
