import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

@Suite("Job arrays: parts of which only some run at once")
struct ArrayTests {
  private func bench(slots: Int = 8) -> HubBench {
    var bench = HubBench(settings: .slots(slots))
    bench.connect(9)
    return bench
  }

  private let parts = (0..<5).map { TaskKey(high: 7, low: UInt64($0)) }

  private func array(limit: Int?) -> [BatchedSubmission] {
    parts.enumerated().map { place, key in
      var submission = Submission(TaskDescription(key: key, title: "Part"), LaunchTerms())
      submission.terms.array = ArrayPart(index: place * 10, count: parts.count, limit: limit)
      return BatchedSubmission(line: place + 1, submission)
    }
  }

  private func states(_ bench: HubBench) throws -> [TaskState] {
    try parts.map { try bench.task($0).state }
  }

  /// Part `place` runs and ends.
  private func run(_ place: Int, _ bench: inout HubBench, _ reason: EndReason = .completed) {
    let key = parts[place]
    let connection = UInt64(100 + place)
    bench.connect(connection, isSupervisor: true)
    bench.begin(key, "Part", by: connection)
    _ = bench.end(key, reason, by: connection)
  }

  @Test("at most so many parts run, and the next one begins when one has ended")
  func limit() throws {
    var bench = bench()
    _ = bench.submit(.a)
    _ = bench.carryOut(.batchSubmitted(array(limit: 2), .on(9, 1)))
    #expect(try states(bench) == [.starting, .starting, .queued, .queued, .queued])
    let place = try #require(bench.task(parts[4]).terms.array)
    #expect(place == ArrayPart(first: try number(2), index: 40, count: 5, limit: 2))
    #expect(try bench.task(parts[2]).obstacleWords?.contains("array (2 run at once)") == true)
    // The parts that wait keep nothing from others.
    _ = bench.submit(.b)
    #expect(try bench.task(.b).state == .starting)
    run(0, &bench)
    #expect(try states(bench) == [.ended, .starting, .starting, .queued, .queued])
  }

  @Test("without a limit, or with one that all parts fit in, the slots decide")
  func unlimited() throws {
    for limit in [nil, 5] {
      var bench = bench(slots: 3)
      _ = bench.carryOut(.batchSubmitted(array(limit: limit), .on(9, 1)))
      #expect(try states(bench).filter { $0 == .starting }.count == 3)
    }
  }

  @Test("the next hub counts the parts that run")
  func restored() throws {
    var bench = bench()
    _ = bench.carryOut(.batchSubmitted(array(limit: 2), .on(9, 1)))
    var later = HubBench(settings: .slots(8))
    _ = later.send(.recordLoaded(bench.state.records, highestNumber: 5))
    #expect(try states(later) == [.starting, .starting, .queued, .queued, .queued])
    later.connect(9)
    run(1, &later)
    #expect(try states(later) == [.starting, .ended, .starting, .queued, .queued])
  }

  @Test("start begins a part over the limit; a restart keeps the index")
  func started() throws {
    var bench = bench()
    _ = bench.carryOut(.batchSubmitted(array(limit: 1), .on(9, 1)))
    _ = bench.carryOut(.adjustmentRequested(.key(parts[3]), .start, .on(9, 2)))
    #expect(try states(bench) == [.starting, .queued, .queued, .starting, .queued])
    run(3, &bench)
    #expect(try states(bench) == [.starting, .queued, .queued, .ended, .queued])
    run(0, &bench, .failed)
    #expect(try bench.task(parts[1]).state == .starting)
    _ = bench.carryOut(.restartRequested(.key(parts[0]), isHeld: false, .on(9, 3)))
    let again = try bench.task(parts[0])
    #expect(again.state == .queued && again.terms.array?.index == 0)
  }
}
