import Testing

@testable import HeadwayHubCore
@testable import HeadwayModel

@Suite("Limits of the hub's lists") struct LimitTests {
  @Test(
    "the tasks that ended first leave the live list, and a resent begin is looked up in the record")
  func endedTasks() throws {
    var settings = HubSettings.bench
    settings.endedLimit = 3
    var bench = HubBench(settings: settings)
    bench.connect(1)
    let begunAt = bench.now.wall
    for number in 0..<UInt64(5) {
      bench.begin(.numbered(number)) { $0.startedAt = begunAt }
      bench.step(.milliseconds(10))
      _ = bench.end(.numbered(number))
    }
    #expect(bench.state.keysByAge == (2..<5).map { .numbered($0) })
    var again = TaskDescription(key: .numbered(0), title: "Export")
    again.startedAt = begunAt
    let resent = HubEvent.taskBegan(again, WorkerReport(), .on(1))
    #expect(bench.state.forgottenKey(in: resent, at: bench.now) == .numbered(0))
    bench.step(.milliseconds(10))
    var fresh = TaskDescription(key: .numbered(9), title: "Export")
    fresh.startedAt = bench.now.wall
    let begin = HubEvent.taskBegan(fresh, WorkerReport(), .on(1))
    #expect(bench.state.forgottenKey(in: begin, at: bench.now) == nil)
  }

  @Test(
    "restarts and removals in between don't let the list of ended tasks grow, or shrink too far")
  func restarted() {
    var settings = HubSettings.bench
    settings.endedLimit = 2
    settings.keepEnded = .seconds(3)
    var bench = HubBench(settings: settings)
    bench.connect(1)
    for number in 0..<UInt64(300) {
      bench.begin(.numbered(number))
      _ = bench.end(.numbered(number))
      bench.step(.milliseconds(100))
      #expect(bench.state.keysByAge.count <= 2)
      #expect(bench.state.hub.tasks.endedCount <= 2 * 2 + 65)
    }
    #expect(bench.state.keysByAge == [.numbered(298), .numbered(299)])
  }

  @Test("waiters beyond the limit are refused, and a connection that goes frees its places")
  func waiters() {
    var settings = HubSettings.bench
    settings.waiterLimit = 2
    var bench = benchWithTask(settings: settings)
    for connection in [UInt64(2), 3] { bench.connect(connection) }
    #expect(bench.send(.endAwaited(.key(.a), .on(2, 1))).isEmpty)
    #expect(bench.send(.endAwaited(.key(.a), .on(2, 2))).isEmpty)
    #expect(
      bench.send(.endAwaited(.key(.a), .on(3, 3))).immediateReplies
        == [.refused(.tooManyWaiters(limit: 2))])
    _ = bench.disconnect(2)
    #expect(bench.send(.endAwaited(.key(.a), .on(3, 4))).isEmpty)
    let replies = bench.end(.a).afterCommits.compactMap { follower in
      if case .reply(let requester, .ended) = follower { requester } else { nil }
    }
    #expect(replies.contains(.on(3, 4)) && !replies.contains { $0.connection == ConnectionID(2) })
  }

  @Test("the live list comes in parts, by number, without what began since")
  func parts() {
    var bench = HubBench()
    bench.connect(1)
    for number in 0..<UInt64(10) { bench.begin(.numbered(number)) }
    let last = bench.state.highestNumber
    var (next, keys): (Int?, [TaskKey]) = (0, [])
    while let after = next {
      let part = bench.state.part(after: after, through: last, limit: 3, at: bench.now)
      keys += part.tasks.map(\.key)
      next = part.next
      bench.begin(.numbered(UInt64(100 + keys.count)))
    }
    #expect(keys == (0..<10).map { .numbered($0) })
  }
}

extension TaskKey {
  fileprivate static func numbered(_ number: UInt64) -> TaskKey { TaskKey(high: 3, low: number) }
}
