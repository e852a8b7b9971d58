import HeadwayHubCore
import HeadwayModel
import Testing

/// One card across retries.
@Suite struct RetryTests {
  private static func retry(_ bench: inout HubBench, _ key: TaskKey) {
    bench.begin(key) {
      $0.identifier = "com.example.export"
      $0.isRetry = true
    }
  }

  @Test(
    "a failure gives way to the next attempt",
    arguments: [EndReason.failed, .cancelled(by: .user), .expired(.stall), .lost])
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
    #expect(task.attempt == 3 && task.number.value == 3)
    #expect(bench.state.keysByAge == [.c] && bench.state.summary.ended == 0)
  }

  @Test("what was completed or lives stays")
  func whatWasCompletedOrLivesStays() throws {
    var bench = benchWithTask(.a) { $0.identifier = "com.example.export" }
    Self.retry(&bench, .b)
    _ = bench.end(.a)
    Self.retry(&bench, .c)
    #expect(bench.state.keysByAge == [.a, .b, .c])
    #expect(try bench.task(.c).attempt == 1)
  }

  @Test("attempts of other tasks aren't touched")
  func othersAreNotTouched() throws {
    var bench = benchWithTask(.a) { $0.identifier = "com.example.other" }
    _ = bench.end(.a, .failed)
    Self.retry(&bench, .b)
    bench.begin(.c) { $0.isRetry = true }
    #expect(bench.state.keysByAge == [.a, .b, .c])
  }

  @Test("the attempt outlives the hub")
  func theAttemptOutlivesTheHub() throws {
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

  @Test("what was replaced stays so in a later hub")
  func whatWasReplacedStaysSoInALaterHub() throws {
    var bench = benchWithTask(.a) { $0.identifier = "com.example.export" }
    _ = bench.end(.a, .failed)
    let records = Self.records(bench.begin(.b) { Self.retried(&$0) })
    #expect(records.map(\.isReplaced) == [false, true])
    var later = HubBench()
    _ = later.send(.recordLoaded(records, highestNumber: 2))
    #expect(later.state.keysByAge == [.b])
  }

  @Test("whoever resends the end of what was replaced is answered")
  func whoeverResendsTheEndOfWhatWasReplacedIsAnswered() throws {
    var bench = benchWithTask(.a) { $0.identifier = "com.example.export" }
    _ = bench.end(.a, .failed)
    bench.begin(.b) { Self.retried(&$0) }
    let answers = bench.end(.a, .completed).compactMap { effect -> [AfterCommit]? in
      if case .confirm(_, let answers) = effect { return answers }
      return nil
    }
    let number = try #require(TaskNumber(1))
    #expect(
      answers == [[.reply(.on(1, 2), .ended(.a, number, TaskEnding(reason: .failed)))]])
    #expect(bench.state.keysByAge == [.b])
  }

  private static func retried(_ task: inout TaskDescription) {
    task.identifier = "com.example.export"
    task.isRetry = true
  }

  private static func records(_ effects: [HubEffect]) -> [TaskRecord] {
    effects.compactMap { effect in
      if case .save(let record, _) = effect { return record }
      return nil
    }
  }

  private struct MissingRecord: Error {}
}
