import HeadwayHubCore
import HeadwayModel
import Testing

/// A cancel, an expiry and the hub's end wait for what a worker asserts.
@Suite struct AssertionTests {
  private static func asserting(_ name: SanitisedText = "Finish export") -> WorkerReport {
    var report = WorkerReport()
    report.assertion = name
    return report
  }

  private static let wait = HubEffect.tellWorker(
    ConnectionID(1), .a, .assertionAwaited(within: .seconds(30)))

  private static func bench(_ adjust: (inout TaskDescription) -> Void = { _ in }) -> HubBench {
    var bench = benchWithTask(.a, adjust)
    _ = bench.update(.a, asserting())
    return bench
  }

  private static func cancel(
    _ bench: inout HubBench, _ key: TaskKey = .a, force: Bool = false
  ) -> [HubEffect] {
    bench.send(.cancelRequested(.key(key), isForced: force, .on(9, 1)))
  }

  private static func isTold(_ effects: [HubEffect], _ key: TaskKey = .a) -> Bool {
    effects.ordersToWorkers.contains {
      if case .cancel = $0 { return true }
      return false
    }
  }

  @Test("a cancel waits and the card says for what")
  func aCancelWaitsAndTheCardSaysForWhat() throws {
    var bench = Self.bench()
    let effects = Self.cancel(&bench)
    #expect(effects.contains(Self.wait) && !Self.isTold(effects))
    let task = try bench.task(.a)
    #expect(task.state == .cancelling && task.assertions.current == "Finish export")
  }

  @Test("it goes on as soon as nothing is asserted")
  func itGoesOnAsSoonAsNothingIsAsserted() throws {
    var bench = Self.bench()
    _ = Self.cancel(&bench)
    bench.step(.seconds(3))
    let effects = bench.update(.a, Self.asserting(""))
    #expect(Self.isTold(effects))
    #expect(try bench.task(.a).assertions.leaked == nil)
    #expect(bench.changes.contains(.changed(.a, .listing)))
  }

  @Test("after thirty seconds it goes on and the card says so")
  func afterThirtySecondsItGoesOnAndTheCardSaysSo() throws {
    var bench = Self.bench()
    _ = Self.cancel(&bench)
    bench.step(.seconds(29))
    #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers.isEmpty)
    bench.step(.seconds(1))
    let orders = bench.send(.wakeUpReached(.a)).ordersToWorkers
    #expect(orders.count == 1)
    let task = try bench.task(.a)
    #expect(task.assertions.leaked == "Finish export" && task.assertions.current == nil)
  }

  @Test("force waits for nothing")
  func forceWaitsForNothing() {
    var bench = Self.bench()
    #expect(Self.isTold(Self.cancel(&bench, force: true)))
  }

  @Test("force afterwards doesn't wait either")
  func forceAfterwardsDoesNotWaitEither() {
    var bench = Self.bench()
    _ = Self.cancel(&bench)
    #expect(Self.isTold(Self.cancel(&bench, force: true)))
    #expect(bench.update(.a, Self.asserting("")).ordersToWorkers.isEmpty)
  }

  @Test("an expiry waits")
  func anExpiryWaits() {
    var bench = Self.bench { $0.stallPolicy = StallPolicy(action: .expire) }
    bench.step(.seconds(30))
    _ = bench.send(.wakeUpReached(.a))
    bench.step(.seconds(600))
    #expect(bench.send(.wakeUpReached(.a)).contains(Self.wait))
  }

  @Test("the supervisor of what asserts waits too")
  func theSupervisorOfWhatAssertsWaitsToo() {
    var bench = benchWithTask(.a, isSupervisor: true)
    bench.connect(2)
    bench.begin(.b, report: Self.asserting(), by: 2) { $0.parent = .a }
    let effects = Self.cancel(&bench)
    #expect(
      effects.contains(
        .tellWorker(ConnectionID(2), .b, .assertionAwaited(within: .seconds(30)))))
    #expect(!Self.isTold(effects))
    #expect(bench.end(.b, by: 2).ordersToWorkers == [.cancel(.init(reason: .user, grace: 5))])
  }

  @Test("what is asserted later knows what is left")
  func whatIsAssertedLaterKnowsWhatIsLeft() {
    var bench = benchWithTask(.a, isSupervisor: true)
    bench.connect(2)
    bench.begin(.b, report: Self.asserting(), by: 2) { $0.parent = .a }
    bench.begin(.c, by: 2) { $0.parent = .b }
    _ = Self.cancel(&bench)
    bench.step(.seconds(12))
    let orders = bench.update(.c, Self.asserting("c"), by: 2).ordersToWorkers
    #expect(orders == [.assertionAwaited(within: .seconds(18))])
    #expect(bench.update(.b, Self.asserting(""), by: 2).ordersToWorkers.isEmpty)
    #expect(Self.isTold(bench.update(.c, Self.asserting(""), by: 2)))
  }

  @Test("a ring of parents ends")
  func aRingOfParentsEnds() {
    var bench = HubBench()
    bench.connect(1)
    bench.begin(.a) { $0.parent = .b }
    bench.begin(.b, report: Self.asserting()) { $0.parent = .a }
    #expect(!Self.isTold(Self.cancel(&bench)))
  }

  @Test("who dies before it is told is lost")
  func whoDiesBeforeItIsToldIsLost() throws {
    var bench = Self.bench()
    _ = Self.cancel(&bench)
    _ = bench.disconnect(1)
    _ = bench.send(.spoolFoundEmpty(.a))
    #expect(try bench.task(.a).ending?.reason == .lost)
  }

  @Test("where nobody waits any more there is time again")
  func whereNobodyWaitsAnyMoreThereIsTimeAgain() {
    var bench = benchWithTask(.a)
    bench.begin(.b, report: Self.asserting())
    bench.begin(.c) { $0.parent = .b }
    _ = bench.update(.c, Self.asserting("c"))
    _ = Self.cancel(&bench, .b)
    #expect(
      bench.end(.b).contains(.tellWorker(ConnectionID(1), .c, .assertionAwaited(within: nil))))
  }

  @Test("what is asserted while the hub leaves knows what is left")
  func whatIsAssertedWhileTheHubLeavesKnowsWhatIsLeft() {
    var bench = Self.bench()
    bench.begin(.b)
    _ = bench.send(.shutdownRequested)
    bench.step(.seconds(12))
    let orders = bench.update(.b, Self.asserting("b")).ordersToWorkers
    #expect(orders == [.assertionAwaited(within: .seconds(18))])
  }

  @Test("a thousand holders of one command are let go one by one")
  func aThousandHoldersOfOneCommandAreLetGoOneByOne() {
    var bench = benchWithTask(.a, isSupervisor: true)
    bench.connect(2)
    let keys = (1...1000).map { TaskKey(high: 1, low: $0) }
    for key in keys { bench.begin(key, report: Self.asserting(), by: 2) { $0.parent = .a } }
    #expect(Self.cancel(&bench).ordersToWorkers.count == 1000)
    for key in keys {
      #expect(bench.update(key, Self.asserting(""), by: 2).ordersToWorkers.count == 1)
    }
    for key in keys.dropLast() { #expect(bench.end(key, by: 2).ordersToWorkers.isEmpty) }
    #expect(Self.isTold(bench.end(TaskKey(high: 1, low: 1000), by: 2)))
  }

  @Test("a worker that vanishes isn't waited for")
  func aWorkerThatVanishesIsNotWaitedFor() {
    var bench = benchWithTask(.a, isSupervisor: true)
    bench.connect(2)
    bench.begin(.b, report: Self.asserting(), by: 2) { $0.parent = .a }
    _ = Self.cancel(&bench)
    _ = bench.disconnect(2)
    #expect(Self.isTold(bench.send(.spoolFoundEmpty(.b))))
  }

  @Test("a worker that is back is told to finish again")
  func aWorkerThatIsBackIsToldToFinishAgain() {
    var bench = Self.bench()
    _ = Self.cancel(&bench)
    _ = bench.disconnect(1)
    bench.step(.seconds(10))
    bench.connect(1)
    let effects = bench.begin(.a, report: Self.asserting())
    #expect(effects.ordersToWorkers == [.assertionAwaited(within: .seconds(20))])
  }

  @Test("a later hub hears of assertions before it tells the supervisor")
  func aLaterHubHearsOfAssertionsBeforeItTellsTheSupervisor() throws {
    var bench = Self.laterHub()
    #expect(bench.begin(.a, by: 1).ordersToWorkers.isEmpty)
    bench.step(.seconds(1))
    let orders = bench.begin(.b, report: Self.asserting(), by: 2) { $0.parent = .a }.ordersToWorkers
    #expect(orders.contains(.assertionAwaited(within: .seconds(30))))
    bench.step(.seconds(5))
    #expect(bench.send(.wakeUpReached(.a)).ordersToWorkers.isEmpty)
    #expect(Self.isTold(bench.update(.b, Self.asserting(""), by: 2)))
  }

  @Test("a later hub tells the supervisor where nobody asserts anything")
  func aLaterHubTellsTheSupervisorWhereNobodyAssertsAnything() {
    var bench = Self.laterHub()
    #expect(bench.begin(.a, by: 1).ordersToWorkers.isEmpty)
    bench.step(.seconds(2))
    #expect(Self.isTold(bench.send(.wakeUpReached(.a))))
  }

  /// With connections of a supervisor (1) and of a worker (2), and a task that an earlier hub
  /// cancelled.
  private static func laterHub() -> HubBench {
    var earlier = benchWithTask(.a, isSupervisor: true)
    let records = cancel(&earlier).compactMap { effect -> TaskRecord? in
      if case .save(let record, _) = effect { return record }
      return nil
    }
    var later = HubBench()
    _ = later.send(.recordLoaded(records, highestNumber: 1))
    later.connect(1, isSupervisor: true)
    later.connect(2)
    return later
  }

  @Test("what a submission asserts holds back a cancel that comes before the work begins")
  func assertedBeforeTheBegin() throws {
    var bench = HubBench()
    bench.connect(1)
    var terms = LaunchTerms()
    terms.launcher = .worker
    let task = TaskDescription(key: .a, title: "Upload")
    _ = bench.send(.taskSubmitted(Submission(task, terms, report: Self.asserting()), .on(1, 1)))
    #expect(try bench.task(.a).state == .starting)
    let effects = Self.cancel(&bench)
    #expect(effects.contains(Self.wait) && !Self.isTold(effects))
    _ = bench.begin(.a, report: Self.asserting())
    #expect(Self.isTold(bench.update(.a, Self.asserting(""))))
  }

  @Test("the hub leaves when nothing is asserted")
  func theHubLeavesWhenNothingIsAsserted() {
    var bench = Self.bench()
    #expect(
      bench.send(.shutdownRequested) == [Self.wait, .leaveWithin(.seconds(30))])
    #expect(bench.update(.a, Self.asserting("")).contains(.leave))
  }

  @Test("the hub leaves at once without assertions and when asked twice")
  func theHubLeavesAtOnceWithoutAssertionsAndWhenAskedTwice() {
    var idle = benchWithTask()
    #expect(idle.send(.shutdownRequested) == [.leave])
    var bench = Self.bench()
    _ = bench.send(.shutdownRequested)
    #expect(bench.send(.shutdownRequested) == [.leave])
    #expect(bench.send(.shutdownPatienceEnded) == [.leave])
  }

  @Test("a leak that the worker reports is on the card")
  func aLeakThatTheWorkerReportsIsOnTheCard() throws {
    var bench = Self.bench()
    var report = Self.asserting("")
    report.leakedAssertion = "Finish export"
    _ = bench.update(.a, report)
    #expect(try bench.task(.a).assertions.leaked == "Finish export")
    _ = bench.end(.a)
    #expect(try bench.task(.a).assertions.leaked == "Finish export")
  }
}

extension CancelOrder {
  fileprivate init(reason canceller: Canceller, grace seconds: Int) {
    self.init(reason: .cancelled(by: canceller), grace: .seconds(seconds))
  }
}
