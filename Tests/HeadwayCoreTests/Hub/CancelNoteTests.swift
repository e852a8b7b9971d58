import HeadwayCore
import Testing

@Suite("Why a task was cancelled") struct CancelNoteTests {
  @Test("the words of whoever cancels stay as its subtitle, whatever the worker says after")
  func noteStays() throws {
    var bench = HubBench()
    bench.connect(1)
    bench.begin(.a)
    _ = bench.send(
      .cancelRequested(.key(.a), isForced: false, note: "disk is full", .on(2, 4)))
    var report = WorkerReport()
    report.subtitle = "cleaning up"
    _ = bench.update(.a, report)
    #expect(bench.state.snapshot(of: .a, at: bench.now)?.subtitle == "disk is full")
  }
}
