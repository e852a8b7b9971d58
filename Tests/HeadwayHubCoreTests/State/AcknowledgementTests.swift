import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("Ends that a person has seen")
struct AcknowledgementTests {
  @Test("an acknowledged end is neither listed nor counted, here and by a later hub")
  func hidden() throws {
    var bench = benchWithTask()
    _ = bench.end(.a, .failed)
    #expect(bench.state.summary.failed == 1)
    let effects = bench.send(.acknowledgementRequested([.key(.a)], .on(2, 7)))
    let saved = try #require(effects.saved.last)
    #expect(saved.isAcknowledged)
    #expect(effects.afterCommits == [.reply(.on(2, 7), .done)])
    #expect(bench.state.summary.failed == 0 && bench.state.summary.ended == 0)
    #expect(bench.state.snapshots(at: bench.now).isEmpty)
    #expect(bench.changes == [.removed(.a)])
    var later = HubBench()
    _ = later.send(.recordLoaded([saved], highestNumber: 1))
    #expect(later.state.snapshots(at: later.now).isEmpty && later.state.summary.ended == 0)
  }

  @Test("twice is as once, and a task that is named twice is saved once")
  func twice() {
    var bench = benchWithTask()
    _ = bench.end(.a, .completed)
    let first = bench.send(.acknowledgementRequested([.key(.a), .key(.a)], .on(2, 7)))
    #expect(first.saved.count == 1)
    let second = bench.send(.acknowledgementRequested([.key(.a)], .on(2, 8)))
    #expect(second.saved.isEmpty)
    #expect(second.contains(.confirm(.a, then: [.reply(.on(2, 8), .done)])))
  }

  @Test("a live task is refused, and then none of the others is acknowledged")
  func live() {
    var bench = benchWithTask()
    _ = bench.end(.a, .completed)
    bench.begin(.b)
    let effects = bench.send(.acknowledgementRequested([.key(.a), .key(.b)], .on(2, 7)))
    #expect(effects.refusals.count == 1 && effects.saved.isEmpty)
    #expect(bench.state.summary.ended == 1)
  }

  @Test("the next attempt of an acknowledged task is shown again")
  func restarted() throws {
    var bench = HubBench()
    try bench.run(.a)
    _ = bench.end(.a, .failed)
    _ = bench.send(.acknowledgementRequested([.key(.a)], .on(2, 7)))
    #expect(bench.state.snapshots(at: bench.now).isEmpty)
    _ = bench.send(.restartRequested(.key(.a), .on(2, 8)))
    #expect(try bench.task(.a).state == .queued)
  }
}
