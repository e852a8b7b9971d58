import TestClocks
import Testing

@testable import HeadwayHubCore
@testable import HeadwayModel

/// What runs again and again, and what wakes it.
@Suite struct RefreshTests {
  private static let hour: Duration = .seconds(3600)

  private func bench(slots: Int = 1) -> HubBench {
    var bench = HubBench(settings: .slots(slots))
    bench.connect(9)
    bench.connect(1, isSupervisor: true)
    return bench
  }

  /// Task a is submitted, runs for 10 s, and waits for its next run.
  private func benchWithWaiting() -> HubBench {
    var bench = bench()
    _ = bench.submitRefresh(.a)
    bench.begin(.a)
    bench.step(.seconds(10))
    _ = bench.end(.a)
    return bench
  }

  @Test(
    "it runs at once, and is queued again in the turn in which it ends, an hour after its begin")
  func again() throws {
    var bench = bench()
    #expect(bench.submitRefresh(.a).launches == [.a])
    bench.begin(.a)
    bench.step(.seconds(10))
    let ended = bench.end(.a)
    let due = bench.now.wall.advanced(by: Self.hour - .seconds(10))
    #expect(
      ended.saved.map(\.state) == [.queued]
        && ended.saved.last?.submission.terms?.earliest?.time == due)
    #expect(ended.wakeUps == [Self.hour - .seconds(10)])
    let task = try bench.task(.a)
    #expect(task.state == .queued && task.obstacleWords == "until \(due)" && task.attempt == 1)
    #expect(task.subtitle == "last run: completed")
    bench.step(Self.hour - .seconds(10))
    #expect(bench.send(.wakeUpReached(.a)).launches == [.a])
  }

  @Test("failed or lost, it comes again; cancelled, it doesn't")
  func endings() throws {
    for reason in [EndReason.failed, .lost] {
      var bench = bench()
      _ = bench.submitRefresh(.a)
      bench.begin(.a)
      _ = bench.end(.a, reason)
      #expect(try bench.task(.a).state == .queued)
    }
    var waiting = benchWithWaiting()
    let cancelled = waiting.carryOut(.cancelRequested(.key(.a), isForced: false, .on(9, 3)))
    #expect(cancelled.saved.last?.state == .ended && cancelled.lookouts == [WatchedConditions()])
    var running = bench()
    _ = running.submitRefresh(.a)
    running.begin(.a)
    _ = running.send(.cancelRequested(.key(.a), isForced: false, .on(9, 3)))
    _ = running.end(.a, .cancelled(by: .user))
    #expect(try running.task(.a).state == .ended)
  }

  @Test("a run has 30 s, then it expires and comes again")
  func budget() throws {
    var bench = bench()
    _ = bench.submitRefresh(.a)
    #expect(bench.begin(.a).wakeUps == [.seconds(30)])
    bench.step(.seconds(30))
    let effects = bench.send(.wakeUpReached(.a))
    #expect(effects.saved.last?.ordered == .expired(.grace))
    let lines = effects.compactMap { if case .log(let line) = $0 { line } else { nil } }
    #expect(
      lines == ["task 1 (news): its run is stopped after 30 s, the time of each periodic run"])
    let ended = bench.end(.a, .expired(.grace))
    let task = try bench.task(.a)
    #expect(task.state == .queued && task.subtitle == "last run: expired after 30 s")
    #expect(ended.saved.last?.earlierEnds.map(\.ending.reason) == [.expired(.grace)])
    let words = try #require(task.waitingWords(separator: ", "))
    #expect(words.hasSuffix(" (last run stopped by Headway: its time was up)"))
  }

  @Test("a run that completed, and a task that isn't periodic, have no word about a last run")
  func quietRuns() throws {
    let waiting = benchWithWaiting()
    #expect(try waiting.task(.a).lastRunWords == nil)
    var retried = bench()
    _ = retried.submit(.b) { $1.retries = 1 }
    retried.begin(.b)
    _ = retried.end(.b, .failed)
    #expect(try retried.task(.b).lastRunWords == nil)
  }

  @Test("many wakes are one run, and not within 10 s of the last one's begin")
  func wakes() throws {
    var bench = benchWithWaiting()
    let woken = bench.wake()
    #expect(woken.launches == [.a] && woken.saved.first?.submission.terms?.earliest == nil)
    let again = bench.wake()
    #expect(again.launches.isEmpty && again.immediateReplies == [.done])
    bench.begin(.a)
    #expect(bench.wake().saved.last?.submission.terms?.isWoken == true)
    _ = bench.wake()
    bench.step(.seconds(4))
    _ = bench.end(.a, launch: 2)
    _ = bench.wake()
    bench.step(.seconds(6))
    #expect(bench.send(.wakeUpReached(.a)).launches == [.a])
    bench.begin(.a)
    let ended = bench.end(.a, launch: 3)
    #expect(ended.wakeUps == [Self.hour])
  }

  @Test("where nothing refreshes, that is said")
  func otherWakes() {
    var bench = bench()
    #expect(bench.wake().refusals == [.nothingToWake("news")])
  }

  @Test("submitted again it replaces what waits, and keeps its distance from the last run")
  func submittedAgain() throws {
    var bench = benchWithWaiting()
    let effects = bench.submitRefresh(.b)
    #expect(effects.launches.isEmpty && effects.wakeUps.contains(Self.hour - .seconds(10)))
    #expect(bench.state.snapshot(of: .a, at: bench.now) == nil)
    var running = self.bench()
    _ = running.submitRefresh(.a)
    running.begin(.a)
    _ = running.submitRefresh(.b)
    _ = running.end(.a)
    #expect(try running.task(.a).state == .ended && running.task(.b).state == .queued)
  }

  @Test("another hub goes on with it: the time, the budget and a wake are in the record")
  func survives() throws {
    var waiting = benchWithWaiting()
    let queued = waiting.wake().saved
    var later = HubBench(settings: .slots(1))
    #expect(later.send(.recordLoaded([queued[0]], highestNumber: 1)).launches == [.a])
    var bench = bench()
    _ = bench.submitRefresh(.a)
    bench.begin(.a)
    let running = bench.wake().saved
    var next = HubBench(settings: .slots(1))
    next.step(.seconds(12))
    #expect(next.send(.recordLoaded(running, highestNumber: 1)).wakeUps == [.seconds(18)])
    next.connect(1, isSupervisor: true)
    next.begin(.a)
    #expect(next.end(.a).launches == [.a])
  }

  @Test("ordinary tasks go first, then the groups that are looked at")
  func order() throws {
    var bench = bench()
    _ = bench.submit(.d)
    _ = bench.submitRefresh(.a, "a") { $0.group = "mail" }
    _ = bench.submitRefresh(.b, "b") { $0.group = "news" }
    _ = bench.submit(.c)
    let positions =
      { bench in try [TaskKey.a, .b, .c].map { try bench.task($0).terms.position } }
      as (HubBench) throws -> [Int?]
    #expect(try positions(bench) == [2, 3, 1])
    let now = bench.now
    bench.state.noteLook(at: [.b], at: now)
    #expect(try positions(bench) == [3, 2, 1])
    bench.state.noteLook(at: [.a, .b], at: now.advanced(by: .seconds(7200)))
    #expect(try positions(bench) == [3, 2, 1])
  }

  @Test("a look counts half after a day, and looks in a row are one")
  func attention() {
    var attention = GroupAttention()
    let isFirst = attention.note("news", at: .seconds(100))
    let isAnother = attention.note("news", at: .seconds(130))
    #expect(isFirst && !isAnother)
    #expect(attention.queueRank(of: "news", at: .seconds(100)) == 1000)
    #expect(attention.queueRank(of: "news", at: .seconds(100 + 86_400)) == 500)
    #expect(attention.queueRank(of: "news", at: .seconds(100 + 99 * 86_400)) == 0)
    #expect(attention.queueRank(of: "mail", at: .seconds(100)) == 0)
    #expect(attention.queueRank(of: nil, at: .seconds(100)) == 0)
  }
}

extension HubBench {
  fileprivate mutating func submitRefresh(
    _ key: TaskKey, _ identifier: SanitisedText = "news",
    _ adjust: (inout TaskDescription) -> Void = { _ in }
  ) -> [HubEffect] {
    submit(key) { task, terms in
      task.identifier = identifier
      terms.refresh = .seconds(3600)
      adjust(&task)
    }
  }

  fileprivate mutating func end(_ key: TaskKey, launch: Int) -> [HubEffect] {
    send(.taskEnded(.key(key), TaskEnding(reason: .completed), launch: launch, .on(1, 2)))
  }

  fileprivate mutating func wake() -> [HubEffect] { carryOut(.wakeRequested("news", .on(9, 7))) }
}
