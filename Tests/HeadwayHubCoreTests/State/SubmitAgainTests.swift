@testable import HeadwayHubCore
@testable import HeadwayModel
import Testing

@Suite("A key that is submitted again")
struct SubmitAgainTests {
  private func submission(_ key: TaskKey) -> HubEvent {
    .taskSubmitted(Submission(TaskDescription(key: key, title: "Train"), LaunchTerms()), .on(9, 1))
  }

  /// A hub with a task `.a` that was submitted and has ended.
  private func endedBench() -> HubBench {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    bench.connect(1, isSupervisor: true)
    bench.begin(.a)
    _ = bench.end(.a)
    return bench
  }

  @Test("gets the same number after the task has ended, and nothing is launched")
  func ended() throws {
    var bench = endedBench()
    let effects = bench.submit(.a)
    #expect(effects.afterCommits == [.reply(.on(9, 1), .submitted(.a, try number(1)))])
    #expect(effects.launches.isEmpty)
  }

  @Test("is looked up in the record when the live list doesn't have the task")
  func forgotten() throws {
    let bench = endedBench()
    #expect(bench.state.forgottenKey(in: submission(.a), at: bench.now) == nil)
    #expect(bench.state.forgottenKey(in: submission(.b), at: bench.now) == .b)
    var next = HubBench(settings: .slots(1))
    next.connect(9)
    #expect(next.state.forgottenKey(in: submission(.a), at: next.now) == .a)
    let record = try #require(endedRecord())
    _ = next.send(.recordLoaded([record], highestNumber: 1))
    let effects = next.submit(.a)
    #expect(effects.afterCommits == [.reply(.on(9, 1), .submitted(.a, record.number))])
    #expect(effects.launches.isEmpty)
  }

  private func endedRecord() -> TaskRecord? {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    bench.connect(1, isSupervisor: true)
    bench.begin(.a)
    return bench.end(.a).saved.last
  }

  @Test("is refused once the task was cleaned")
  func cleaned() {
    var bench = endedBench()
    _ = bench.send(.cleanRequested([.key(.a)], .on(9, 7)))
    let effects = bench.submit(.a)
    #expect(effects.refusals == [.keyCleaned(.a)] && effects.launches.isEmpty)
    #expect(bench.state.snapshot(of: .a, at: bench.now) == nil)
    #expect(bench.submit(.b).launches == [.b])
  }
}
