@testable import HeadwayHubCore
@testable import HeadwayModel
import SeededRandomness
import TestClocks
import Testing

/// How long the clocks may stand is learned from the task itself.
@Suite struct LearnedLimitTests {
  @Test("who reports every 25 seconds isn't asked after 30")
  func whoReportsEvery25SecondsIsNotAskedAfter30() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    for report in 1...10 { _ = watch.noteSign(at: .seconds(report * 25)) }
    #expect(watch.nextDeadline(hasMeasured: false) == .seconds(325))
  }

  @Test("regular workers are asked once at most and hangs are found", arguments: 0..<40)
  func regularWorkersAreAskedOnceAtMostAndHangsAreFound(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let period = Double.random(in: 1...150, using: &generator)
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    var (now, questions) = (AwakeTime.origin, 0)
    var longest = Duration.zero
    for _ in 0..<200 {
      let gap = Duration.seconds(period * .random(in: 0.7...1.3, using: &generator))
      longest = max(longest, gap)
      if watch.check(hasMeasured: false, at: now + gap) != nil { questions += 1 }
      now += gap
      _ = watch.noteSign(at: now)
    }
    #expect(questions <= (period < 20 ? 0 : 2), "asked \(questions) times at \(period) s")
    let limit = max(.seconds(30), longest * 3)
    #expect(watch.check(hasMeasured: false, at: now + limit) == .asked(.silent))
  }

  @Test("one long gap is no habit")
  func oneLongGapIsNoHabit() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    _ = watch.noteSign(at: .seconds(100))
    #expect(watch.nextDeadline(hasMeasured: false) == .seconds(400))
    for sign in 1...16 { _ = watch.noteSign(at: .seconds(100 + sign * 5)) }
    #expect(watch.nextDeadline(hasMeasured: false) == .seconds(210))
  }

  @Test("an explicit time is obeyed")
  func anExplicitTimeIsObeyed() {
    var watch = StallWatch(policy: .init(after: .seconds(5)), limits: .init(), at: .zero)
    watch.learn(StallAllowance(silent: .seconds(500), advancing: .seconds(500)))
    for sign in 1...4 { _ = watch.noteSign(at: .seconds(sign * 25)) }
    #expect(watch.nextDeadline(hasMeasured: true) == .seconds(5))
  }

  @Test("patience has an end")
  func patienceHasAnEnd() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    _ = watch.noteSign(at: .seconds(100_000))
    _ = watch.noteSign(at: .seconds(200_000))
    #expect(watch.nextDeadline(hasMeasured: false) == .seconds(200_600))
  }

  @Test("a gap while held teaches nothing")
  func aGapWhileHeldTeachesNothing() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    watch.hold()
    _ = watch.noteSign(at: .seconds(100))
    watch.release(at: .seconds(200))
    _ = watch.noteSign(at: .seconds(201))
    #expect(watch.allowance == StallAllowance())
  }

  @Test("what a run showed holds for the next")
  func whatARunShowedHoldsForTheNext() {
    var first = StallWatch(policy: .init(), limits: .init(), at: .zero)
    for step in 1...3 { _ = first.noteAdvance(to: Int64(step), at: .seconds(step * 100)) }
    #expect(first.allowance == StallAllowance(silent: .zero, advancing: .seconds(300)))
    for step in 1...3 { _ = first.noteSign(at: .seconds(300 + step * 20)) }
    #expect(first.allowance.silent == .seconds(60))
    var second = StallWatch(policy: .init(), limits: .init(), at: .zero)
    second.learn(first.allowance)
    #expect(second.nextDeadline(hasMeasured: true) == .seconds(60))
    #expect(second.allowance == StallAllowance())
    var later = StallWatch(policy: .init(), limits: .init(), at: .zero)
    later.restore(first.allowance)
    #expect(later.nextDeadline(hasMeasured: true) == .seconds(60))
    #expect(later.allowance == first.allowance)
  }
}
