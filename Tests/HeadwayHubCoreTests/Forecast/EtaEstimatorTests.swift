@testable import HeadwayHubCore
@testable import HeadwayModel
import TestClocks
import Testing

@Suite struct EtaEstimatorTests {
  @Test("a steady task is foreseen exactly")
  func aSteadyTaskIsForeseenExactly() throws {
    var run = Run()
    run.go(from: 0, to: 30, in: 30)
    let eta = try #require(run.eta)
    #expect(abs(eta.remaining.inSeconds - 70) < 1)
    #expect(eta.confidence == .exact)
  }

  @Test("the mark goes once a fifth is done steadily, and stays where the pace changes")
  func theMarkGoesOnceAFifthIsDoneSteadilyAndStaysWhereThePaceChanges() throws {
    var run = Run()
    run.go(from: 0, to: 19, in: 19)
    #expect(try #require(run.eta).confidence == .approximate)
    run.go(from: 19, to: 21, in: 2)
    #expect(try #require(run.eta).confidence == .exact)
    run.go(from: 21, to: 40, in: 60)
    #expect(try #require(run.eta).confidence == .approximate)
  }

  @Test("nothing is said of two readings or of a moment")
  func nothingIsSaidOfTwoReadingsOrOfAMoment() {
    var run = Run()
    run.go(from: 0, to: 1, in: 3)
    #expect(run.eta == nil)
    var quick = Run()
    for step in 0...100 { quick.record(Int64(step), at: .milliseconds(step)) }
    #expect(quick.eta == nil)
  }

  @Test("a burst out of a cache promises no seconds")
  func aBurstOutOfACachePromisesNoSeconds() throws {
    var run = Run()
    run.go(from: 0, to: 30, in: 1)
    run.go(from: 30, to: 40, in: 10)
    // No method has foretold anything yet, and they contradict each other.
    #expect(run.eta == nil)
    run.go(from: 40, to: 50, in: 10)
    let eta = try #require(run.eta)
    #expect(eta.remaining >= .seconds(30))
    #expect(eta.confidence == .approximate)
    var known = Run(usual: [.seconds(60)])
    known.go(from: 0, to: 30, in: 1)
    known.go(from: 30, to: 40, in: 10)
    #expect(known.eta == Eta(.seconds(49), .approximate))
  }

  @Test("readings that were held up promise no seconds")
  func readingsThatWereHeldUpPromiseNoSeconds() throws {
    var run = Run()
    run.record(30, at: .zero)
    for step in 1...8 {
      run.record(Int64(30 + step), at: .seconds(12) + .milliseconds(step / 3))
    }
    #expect(run.eta == nil)
    for step in 9...10 { run.record(Int64(30 + step), at: .seconds(1.5 * Double(step))) }
    let eta = try #require(run.eta)
    #expect(abs(eta.remaining.inSeconds - 90) < 20)
  }

  @Test("a pause is forgiven within half a minute")
  func aPauseIsForgivenWithinHalfAMinute() throws {
    var run = Run()
    run.go(from: 0, to: 50, in: 50)
    run.stand(.seconds(20))
    run.go(from: 50, to: 52, in: 2)
    #expect(try #require(run.eta).remaining < .seconds(120))
    run.go(from: 52, to: 80, in: 28)
    #expect((15...32).contains(try #require(run.eta).remaining.inSeconds))
  }

  @Test("what slows down is foreseen slowing down")
  func whatSlowsDownIsForeseenSlowingDown() throws {
    var run = Run()
    for step in 0...50 { run.record(Int64(step), at: .milliseconds(step * step * 20)) }
    // Half of it took 50 s; the whole takes 200.
    #expect((120...160).contains(try #require(run.eta).remaining.inSeconds))
  }

  /// As ffmpeg with slow settings on a machine that gets less busy: in hundredths of a percent, a
  /// second each.
  @Test("what started slowly doesn't go on to speed up")
  func whatStartedSlowlyDoesNotGoOnToSpeedUp() {
    let way: [Int64] = [
      0, 0, 0, 0, 55, 205, 421, 509, 810, 1110, 1576, 2066, 2560, 3016, 3583, 4143, 4688, 5133,
      5576, 6110, 6710, 7183, 7721, 8143, 8605, 9100, 9533,
    ]
    var run = Run(total: 10_000)
    for (second, units) in way.enumerated() {
      let next = second + 1 < way.count ? way[second + 1] : 10_000
      for step in 0..<4 {
        let units = units + (next - units) * Int64(step) / 4
        run.record(units, at: .milliseconds(second * 1000 + step * 250))
        guard units > 1000, units < 9000, let eta = run.eta else { continue }
        let truth = Double(way.count - second) - Double(step) / 4
        #expect(eta.remaining.inSeconds > truth * 0.6, "at \(units): \(eta), truly \(truth)")
      }
    }
  }

  /// As after a restart of the hub: the readings of a steady task don't fall on whole seconds.
  @Test("few readings are no sign of slowing down")
  func fewReadingsAreNoSignOfSlowingDown() throws {
    var run = Run()
    for (units, milliseconds) in [(20, 0), (21, 900), (22, 1900), (23, 2900)] {
      run.record(Int64(units), at: .milliseconds(milliseconds))
    }
    #expect((60...100).contains(try #require(run.eta).remaining.inSeconds))
  }

  /// As when git sends a large object before hundreds of small ones.
  @Test("a large piece at the start promises no hours")
  func aLargePieceAtTheStartPromisesNoHours() throws {
    var run = Run(total: 404)
    for (units, milliseconds) in [(1, 0), (2, 300), (3, 11_000)] {
      run.record(Int64(units), at: .milliseconds(milliseconds))
      #expect(run.eta == nil)
    }
    run.go(from: 3, to: 12, in: 9)
    #expect((run.eta?.remaining ?? .zero) < .seconds(1200))
    run.go(from: 12, to: 60, in: 48)
    #expect((200...600).contains(try #require(run.eta).remaining.inSeconds))
  }

  /// As when git, at a hundredth, comes from many small objects to a large one.
  @Test("a pace that changes early promises no hours")
  func aPaceThatChangesEarlyPromisesNoHours() {
    var run = Run(total: 3720)
    run.go(from: 0, to: 38, in: 1)
    for step in 1...12 {
      run.record(38 + Int64(step) * 4, at: .seconds(1) + .milliseconds(step * step * 50))
      #expect((run.eta?.remaining ?? .zero) < .seconds(1200))
    }
  }

  @Test("stopped by order isn't slow")
  func stoppedByOrderIsNotSlow() throws {
    var run = Run()
    run.go(from: 0, to: 30, in: 30)
    run.estimator.hold(at: run.now)
    run.now += .seconds(3600)
    run.estimator.release(at: run.now)
    run.go(from: 30, to: 40, in: 10)
    #expect(abs(try #require(run.eta).remaining.inSeconds - 60) < 3)
  }

  @Test("a total that grows freezes it and comes to rest")
  func aTotalThatGrowsFreezesItAndComesToRest() throws {
    var run = Run()
    run.go(from: 0, to: 30, in: 30)
    run.grow(to: 200)
    #expect(run.eta == nil)
    run.go(from: 30, to: 35, in: 5)
    #expect(run.eta == nil)
    run.go(from: 35, to: 60, in: 25)
    let eta = try #require(run.eta)
    #expect(abs(eta.remaining.inSeconds - 140) < 5)
    #expect(eta.confidence == .approximate)
  }

  @Test("what stands for long has none")
  func whatStandsForLongHasNone() {
    var run = Run()
    run.go(from: 0, to: 90, in: 90)
    run.stand(.seconds(60))
    #expect(run.eta == nil)
  }

  @Test("what stops advancing has none soon and never one of nothing")
  func whatStopsAdvancingHasNoneSoonAndNeverOneOfNothing() {
    var run = Run(usual: [.seconds(400)])
    run.go(from: 0, to: 97, in: 97)
    for _ in 0..<60 {
      run.stand(.seconds(1))
      #expect(run.eta.map { $0.remaining > .zero } ?? true)
    }
    #expect(run.eta == nil)
    run.record(98, at: run.now)
    #expect(run.eta != nil)
  }

  @Test("rare advances are no standstill")
  func rareAdvancesAreNoStall() throws {
    var run = Run()
    run.go(from: 0, to: 10, in: 300)
    run.stand(.seconds(40))
    #expect(try #require(run.eta).remaining > .seconds(2000))
    run.stand(.seconds(100))
    #expect(run.eta == nil)
  }

  @Test("what rests by its own word has none")
  func whatRestsByItsOwnWordHasNone() {
    var run = Run(usual: [.seconds(400)])
    run.go(from: 0, to: 30, in: 30)
    run.estimator.isResting = true
    #expect(run.eta == nil)
  }

  @Test("earlier runs that never showed a percent give an approximate one from the start")
  func earlierRunsThatNeverShowedAPercentGiveAnApproximateOneFromTheStart() throws {
    var run = Run(usual: [.seconds(15)])
    #expect(run.eta == Eta(.seconds(15), .approximate))
    run.now = .seconds(1)
    #expect(run.eta == Eta(.seconds(14), .approximate))
    run.now = .seconds(16)
    #expect(run.eta == nil)
    // One that showed a percent is enough: this run will show one too.
    run.estimator.history.runs.append(.init(elapsed: .seconds(15), showedPercent: true))
    run.now = .seconds(1)
    #expect(run.eta == nil)
  }

  @Test("earlier runs alone give an approximate one")
  func earlierRunsAloneGiveAnApproximateOne() throws {
    var run = Run(usual: [.seconds(90), .seconds(100), .seconds(400)], showedPercent: true)
    run.now = .seconds(14)
    #expect(run.eta == nil)
    run.now = .seconds(40)
    #expect(run.eta == Eta(.seconds(60), .approximate))
    run.now = .seconds(101)
    #expect(run.eta == nil)
  }

  @Test("earlier runs that agree weigh more than those that don't")
  func earlierRunsThatAgreeWeighMoreThanThoseThatDoNot() throws {
    func eta(_ usual: [Duration]) throws -> Double {
      var run = Run(usual: usual)
      run.go(from: 0, to: 20, in: 20)
      return try #require(run.eta).remaining.inSeconds
    }
    let alone = try eta([])
    let agreeing = try eta([.seconds(120)])
    #expect(agreeing > alone + 5 && agreeing < 100)
    #expect(abs(try eta([.seconds(2000)]) - alone) < 0.5)
  }

  @Test("a second phase is told by earlier runs of the whole or roughly of itself")
  func aSecondPhaseIsToldByEarlierRunsOfTheWholeOrRoughlyOfItself() throws {
    var run = Run(usual: [.seconds(300)])
    run.go(from: 0, to: 100, in: 100)
    run.beginPhase()
    run.go(from: 0, to: 50, in: 50)
    #expect(run.eta == Eta(.seconds(150), .approximate))
    var first = Run()
    first.go(from: 0, to: 100, in: 100)
    first.beginPhase()
    first.go(from: 0, to: 50, in: 50)
    let eta = try #require(first.eta)
    #expect(abs(eta.remaining.inSeconds - 50) < 2 && eta.confidence == .approximate)
  }

  @Test("what is measured is done and the rest unknown")
  func whatIsMeasuredIsDoneAndTheRestUnknown() {
    var run = Run()
    run.go(from: 0, to: 100, in: 100)
    #expect(run.eta == nil)
    var known = Run(usual: [.seconds(120)])
    known.go(from: 0, to: 100, in: 100)
    #expect(known.eta == Eta(.seconds(20), .approximate))
  }

  @Test("numbers from outside give a positive ETA of less than a century, or none")
  func numbersFromOutsideTrapNothing() {
    var estimator = EtaEstimator()
    estimator.history = TaskHistory(runs: [.init(elapsed: .zero), .init(elapsed: .seconds(-4))])
    var progress = TaskProgress()
    for (step, units) in [Int64.max, .min, 0, .max, 3].enumerated() {
      _ = progress.apply(ProgressReading(completed: units, total: .max))
      estimator.record(units: units, at: .seconds(step % 3 * 7))
      estimator.noteGrowth(at: .seconds(step))
      let eta = estimator.eta(of: progress, elapsed: .seconds(step), at: .seconds(-step))
      if let left = eta?.remaining { #expect(left > .zero && left < .seconds(3_155_760_000)) }
    }
  }
}

/// A task, and a clock.
private struct Run {
  var estimator = EtaEstimator()
  private var progress = TaskProgress()
  var now: RunningTime = .zero

  init(usual: [Duration] = [], showedPercent: Bool = false, total: Int64 = 100) {
    _ = progress.apply(ProgressReading(total: total))
    estimator.history = TaskHistory(
      runs: usual.map { .init(elapsed: $0, showedPercent: showedPercent) })
  }

  var eta: Eta? { estimator.eta(of: progress, elapsed: now.sinceOrigin, at: now) }

  mutating func record(_ units: Int64, at time: RunningTime) {
    now = time
    _ = progress.apply(ProgressReading(completed: units, total: progress.total ?? 100))
    estimator.record(units: units, at: time)
  }

  /// Steadily, a reading a unit.
  mutating func go(from first: Int64, to last: Int64, in seconds: Int64) {
    let start = now
    for units in first...last {
      record(units, at: start + .milliseconds((units - first) * seconds * 1000 / (last - first)))
    }
  }

  mutating func stand(_ time: Duration) { now += time }

  mutating func grow(to total: Int64) {
    _ = progress.apply(ProgressReading(total: total))
    estimator.noteGrowth(at: now)
  }

  mutating func beginPhase() {
    _ = progress.apply(ProgressReading(phase: "verify"))
    estimator.beginPhase()
  }
}
