import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

/// Tasks with a time limit (`--timeout`), as the hub sees them. Their supervisors keep the limit.
@Suite("A time limit in the hub")
struct TimeLimitTests {
  private func limitedBench() throws -> HubBench {
    var bench = benchWithTask(isSupervisor: true) { $0.timeLimit = .seconds(7200) }
    var report = WorkerReport()
    (report.limitEndsAt, report.isPausable) = (bench.now.wall.advanced(by: .seconds(840)), true)
    _ = bench.update(.a, report)
    return bench
  }

  @Test("the time left runs down, and stands while the task is paused")
  func left() throws {
    var bench = try limitedBench()
    #expect(try bench.task(.a).worker.timeLimit == .seconds(7200))
    #expect(try bench.task(.a).worker.timeLeft == .seconds(840))
    bench.step(.seconds(40))
    #expect(try bench.task(.a).worker.timeLeft == .seconds(800))
    var report = WorkerReport()
    report.isPaused = true
    _ = bench.update(.a, report)
    #expect(try bench.task(.a).worker.timeLeft == nil)
    (report.isPaused, report.limitEndsAt) = (false, bench.now.wall.advanced(by: .seconds(790)))
    _ = bench.update(.a, report)
    #expect(try bench.task(.a).worker.timeLeft == .seconds(790))
    bench.step(.seconds(1000))
    #expect(try bench.task(.a).worker.timeLeft == .zero)
  }

  @Test("a report of the limit is no sign of life")
  func noSign() throws {
    var bench = try limitedBench()
    bench.step(.seconds(400))
    var report = WorkerReport()
    report.limitEndsAt = bench.now.wall
    _ = bench.send(.wakeUpReached(.a))
    let stalled = try bench.task(.a).stall.kind
    _ = bench.update(.a, report)
    #expect(stalled == .silent)
    #expect(try bench.task(.a).stall.kind == .silent)
  }

  @Test("an end at the limit is kept, and is a failure for --retry unless a person cancelled")
  func retried() throws {
    for isCancelled in [false, true] {
      var bench = HubBench(settings: .slots(1))
      bench.connect(9)
      bench.commit(bench.submit(.a) { ($0.timeLimit, $1.retries) = (.seconds(60), 1) })
      bench.connect(1, isSupervisor: true)
      bench.begin(.a)
      #expect(try bench.task(.a).worker.timeLimit == .seconds(60))
      if isCancelled {
        bench.commit(bench.send(.cancelRequested(.key(.a), isForced: false, note: nil, .on(9, 3))))
      }
      _ = bench.end(.a, .expired(.timeLimit))
      let task = try bench.task(.a)
      #expect(task.state == (isCancelled ? .ended : .queued))
      let ending = isCancelled ? task.ending : task.terms.earlierEnds.last?.ending
      #expect(ending?.reason == .expired(.timeLimit))
    }
  }
}
