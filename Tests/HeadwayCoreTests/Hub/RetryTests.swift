import HeadwayCore
import Testing

/// One card across retries.
@Suite struct RetryTests {
  private static func retry(_ bench: inout HubBench, _ key: TaskKey) {
    bench.begin(key) {
      $0.identifier = "com.example.export"
      $0.isRetry = true
    }
  }

  @Test(arguments: [EndReason.failed, .cancelled(by: .user), .expired(.stall), .lost])
  func aFailureGivesWayToTheNextAttempt(reason: EndReason) throws {
    var bench = benchWithTask(.a) { $0.identifier = "com.example.export" }
    _ = bench.end(.a, reason)
    Self.retry(&bench, .b)
    #expect(bench.changes.contains(.removed(.a)))
    #expect(bench.state.snapshot(of: .a, at: bench.now) == nil)
    #expect(try bench.task(.b).attempt == 2)
    _ = bench.end(.b, reason)
    Self.retry(&bench, .c)
    let task = try bench.task(.c)
    #expect(task.attempt == 3 && task.number.value == 3 && bench.state.taskCount == 1)
  }

  @Test func whatWasCompletedOrLivesStays() throws {
    var bench = benchWithTask(.a) { $0.identifier = "com.example.export" }
    Self.retry(&bench, .b)
    _ = bench.end(.a)
    Self.retry(&bench, .c)
    #expect(bench.state.taskCount == 3)
    #expect(try bench.task(.c).attempt == 1)
  }

  @Test func othersAreNotTouched() throws {
    var bench = benchWithTask(.a) { $0.identifier = "com.example.other" }
    _ = bench.end(.a, .failed)
    Self.retry(&bench, .b)
    bench.begin(.c) { $0.isRetry = true }
    #expect(bench.state.taskCount == 3)
  }

  @Test func theAttemptOutlivesTheHub() throws {
    var bench = benchWithTask(.a) { $0.identifier = "com.example.export" }
    _ = bench.end(.a, .failed)
    var task = TaskDescription(key: .b, title: "Export")
    task.identifier = "com.example.export"
    task.isRetry = true
    let effects = bench.send(.taskBegan(task, WorkerReport(), .on(1, 1)))
    guard case .save(let record, _)? = effects.first else { throw MissingRecord() }
    #expect(record.attempt == 2)
    var later = HubBench()
    _ = later.send(.recordLoaded([record], highestNumber: 2))
    #expect(try later.task(.b).attempt == 2)
  }

  private struct MissingRecord: Error {}
}
