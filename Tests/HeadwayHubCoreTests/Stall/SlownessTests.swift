@testable import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

/// A task that goes on at less than a tenth of its own median rate.
@Suite struct SlownessTests {
  @Test("a task that became much slower is asked about")
  func aTaskThatBecameMuchSlowerIsAskedAbout() throws {
    var bench = benchThatSlowedDown()
    let task = try bench.task(.a)
    #expect(task.stall.kind == .slow && task.needsAnswer)
    #expect(task.stall.slowdown.map { (18...22).contains($0) } == true)
    let question = try #require(task.question())
    #expect(question.hasPrefix("Export is 10% complete and has become "))
    #expect(question.hasSuffix(" times slower. Continue or stop?"))
    bench.step(.seconds(1))
    #expect(try bench.task(.a).stall.expiresIn == nil)
  }

  @Test("it is withdrawn when the rate recovers")
  func itIsWithdrawnWhenTheRateRecovers() throws {
    var bench = benchThatSlowedDown()
    let completed = try #require(bench.task(.a).progress.completed)
    for step in 1...24 {
      bench.step(.seconds(1))
      _ = bench.update(.a, .done(completed + Int64(step) * 10))
    }
    #expect(try bench.task(.a).stall.kind == nil)
  }

  @Test("continuing doubles the patience")
  func continuingDoublesThePatience() throws {
    var bench = benchThatSlowedDown()
    _ = bench.send(.answerGiven(.key(.a), .continue, .on(1, 6)))
    #expect(try bench.task(.a).stall.kind == nil)
    var completed = try #require(bench.task(.a).progress.completed)
    var asked: Duration?
    for second in 1...400 where asked == nil {
      bench.step(.seconds(1))
      if second.isMultiple(of: 4) {
        completed += 2
        _ = bench.update(.a, .done(completed))
      }
      _ = bench.send(.wakeUpReached(.a))
      if try bench.task(.a).stall.kind == .slow { asked = .seconds(second) }
    }
    #expect((240...260).contains(try #require(asked).components.seconds))
  }

  @Test("a task that may expire isn't ended for being slow")
  func aTaskThatMayExpireIsNotEndedForBeingSlow() throws {
    var bench = benchThatSlowedDown { $0.stallPolicy = StallPolicy(action: .expire) }
    #expect(try bench.task(.a).stall.kind == .slow)
    #expect(try bench.task(.a).stall.expiresIn == nil)
    for _ in 0..<60 {
      bench.step(.seconds(2))
      let completed = try #require(bench.task(.a).progress.completed)
      _ = bench.update(.a, .done(completed + 1))
      #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers.isEmpty)
    }
  }

  @Test("a slow task that then hangs is asked about that instead, and ends when it may")
  func hangsAfterBeingSlow() throws {
    var bench = benchThatSlowedDown { $0.stallPolicy = StallPolicy(action: .expire) }
    #expect(try bench.task(.a).stall.kind == .slow)
    bench.step(.seconds(120))
    let asked = bench.send(.wakeUpReached(.a)).ordersToWorkers
    #expect(asked == [.questionAsked(.silent)])
    let task = try bench.task(.a)
    #expect(task.stall.kind == .silent && task.stall.expiresIn == .seconds(30))
    bench.step(.seconds(30))
    let orders = bench.send(.wakeUpReached(.a)).ordersToWorkers
    guard case .cancel(let cancel)? = orders.first else {
      Issue.record("not told to stop: \(orders)")
      return
    }
    #expect(cancel.reason == .expired(.stall))
  }

  @Test("a restored question about slowness stays until a later hub knows what is usual")
  func restored() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    watch.restore(.init(kind: .slow, askedAt: .zero), since: .zero - .seconds(300))
    let isWithdrawn = watch.noteAdvance(to: 1, at: .seconds(1))
    #expect(!isWithdrawn)
    #expect(watch.question?.kind == .slow)
    #expect(watch.stalledTime(at: .seconds(1)) == .seconds(301))
    let finding = watch.check(hasMeasured: true, at: .seconds(20))
    #expect(finding == nil)
    for step in 1...9 { _ = watch.noteAdvance(to: Int64(step * 10), at: .seconds(1 + step * 10)) }
    #expect(watch.question == nil)
  }

  @Test("another phase has another rate")
  func anotherPhaseHasAnotherRate() throws {
    var bench = benchThatSlowedDown()
    var report = WorkerReport.done(1, of: 50)
    report.reading.phase = "verify"
    _ = bench.update(.a, report)
    #expect(try bench.task(.a).stall.kind == nil)
  }

  @Test("bursts aren't slow between them")
  func burstsAreNotSlowBetweenThem() throws {
    var bench = benchWithTask()
    _ = bench.update(.a, .done(0, of: 100_000))
    for second in 1...1200 {
      bench.step(.seconds(1))
      if second.isMultiple(of: 25) { _ = bench.update(.a, .done(Int64(second) * 10)) }
      #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers.isEmpty)
    }
  }

  /// Ten units a second for 100 s, then one every two seconds until it is asked about.
  private func benchThatSlowedDown(
    _ adjust: (inout TaskDescription) -> Void = { _ in }
  ) -> HubBench {
    var bench = benchWithTask { adjust(&$0) }
    _ = bench.update(.a, .done(0, of: 10_000))
    var completed: Int64 = 0
    for _ in 1...100 {
      bench.step(.seconds(1))
      completed += 10
      _ = bench.update(.a, .done(completed))
    }
    for _ in 1...140 {
      bench.step(.seconds(2))
      completed += 1
      _ = bench.update(.a, .done(completed))
      if bench.send(.wakeUpReached(.a)).ordersToWorkers == [.questionAsked(.slow)] { break }
    }
    return bench
  }
}
