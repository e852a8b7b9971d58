import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

@Suite struct StallWatchTests {
  @Test("each clock runs out at its own time")
  func eachClockRunsOutAtItsOwnTime() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    #expect(watch.nextDeadline(hasMeasured: true) == .seconds(30))
    #expect(watch.check(hasMeasured: true, at: .seconds(30) - .nanoseconds(1)) == nil)
    _ = watch.noteSign(at: .seconds(119))
    #expect(watch.nextDeadline(hasMeasured: true) == .seconds(120))
    #expect(watch.check(hasMeasured: true, at: .seconds(120)) == .asked(.notAdvancing))
    #expect(watch.stalledTime(at: .seconds(130)) == .seconds(130))
  }

  @Test("what was never measured can only fall silent")
  func whatWasNeverMeasuredCanOnlyFallSilent() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    for second in stride(from: 9, through: 119, by: 10) {
      _ = watch.noteSign(at: .seconds(second))
    }
    #expect(watch.nextDeadline(hasMeasured: false) == .seconds(149))
    #expect(watch.check(hasMeasured: false, at: .seconds(130)) == nil)
  }

  @Test("a command that nothing is known of is asked about after five minutes")
  func whatNothingIsKnownOf() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    #expect(watch.nextDeadline(hasMeasured: false) == .seconds(300))
    #expect(watch.check(hasMeasured: false, at: .seconds(299)) == nil)
    #expect(watch.nextDeadline(hasMeasured: true) == .seconds(30))
    #expect(watch.check(hasMeasured: false, at: .seconds(300)) == .asked(.silent))
  }

  @Test("a rhythm of its own, earlier runs or progress tell sooner that a command hangs")
  func whatIsKnown() {
    var rhythmic = StallWatch(policy: .init(), limits: .init(), at: .zero)
    for tenth in 1...95 { _ = rhythmic.noteSign(at: .milliseconds(tenth * 100)) }
    #expect(rhythmic.nextDeadline(hasMeasured: false) == .milliseconds(309_500))
    for tenth in 96...100 { _ = rhythmic.noteSign(at: .milliseconds(tenth * 100)) }
    #expect(rhythmic.nextDeadline(hasMeasured: false) == .seconds(40))
    var repeated = StallWatch(policy: .init(), limits: .init(), at: .zero)
    repeated.learn(StallAllowance(silent: .seconds(90)))
    #expect(repeated.nextDeadline(hasMeasured: false) == .seconds(90))
    var advanced = StallWatch(policy: .init(), limits: .init(), at: .zero)
    _ = advanced.noteAdvance(at: .seconds(5))
    #expect(advanced.nextDeadline(hasMeasured: false) == .seconds(35))
  }

  @Test("the time for the unknown is never shorter than that for the known")
  func unmeasuredLimit() {
    #expect(StallLimits(silentAfter: .seconds(1)).unmeasuredAfter == .seconds(10))
    let limits = StallLimits(silentAfter: .seconds(60), unmeasuredAfter: .seconds(5))
    #expect(limits.unmeasuredAfter == .seconds(60))
    let chosen = StallWatch(policy: .init(after: .seconds(5)), limits: .init(), at: .zero)
    #expect(chosen.nextDeadline(hasMeasured: false) == .seconds(5))
  }

  @Test("the silent clock is named first")
  func theSilentClockIsNamedFirst() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    #expect(watch.check(hasMeasured: true, at: .seconds(1000)) == .asked(.silent))
  }

  @Test("a question is asked once")
  func aQuestionIsAskedOnce() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    #expect(watch.check(hasMeasured: true, at: .seconds(30)) != nil)
    #expect(watch.check(hasMeasured: true, at: .seconds(3000)) == nil)
    #expect(watch.nextDeadline(hasMeasured: true) == nil)
  }

  @Test("a sign withdraws only the silent question")
  func aSignWithdrawsOnlyTheSilentQuestion() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    _ = watch.check(hasMeasured: true, at: .seconds(30))
    #expect(watch.noteSign(at: .seconds(31)) == true)
    #expect(watch.question == nil)
    _ = watch.noteSign(at: .seconds(119))
    _ = watch.check(hasMeasured: true, at: .seconds(120))
    #expect(watch.noteSign(at: .seconds(121)) == false)
    #expect(watch.question?.kind == .notAdvancing)
    #expect(watch.noteAdvance(at: .seconds(122)) == true)
    #expect(watch.question == nil)
  }

  @Test("held clocks stand and start from zero")
  func heldClocksStandAndStartFromZero() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    _ = watch.check(hasMeasured: true, at: .seconds(30))
    watch.hold()
    #expect(watch.question == nil)
    #expect(watch.nextDeadline(hasMeasured: true) == nil)
    #expect(watch.check(hasMeasured: true, at: .seconds(9999)) == nil)
    watch.release(at: .seconds(10_000))
    #expect(watch.nextDeadline(hasMeasured: true) == .seconds(10_030))
  }

  @Test("releasing what isn't held moves no clock")
  func releasingWhatIsNotHeldMovesNoClock() {
    var watch = StallWatch(policy: .init(), limits: .init(), at: .zero)
    watch.release(at: .seconds(20))
    #expect(watch.nextDeadline(hasMeasured: true) == .seconds(30))
  }

  @Test("continuing doubles without overflow")
  func continuingDoublesWithoutOverflow() {
    var watch = StallWatch(
      policy: StallPolicy(after: .seconds(3_155_760_000)), limits: .init(), at: .zero)
    for step in 0..<200 { watch.continueFurther(at: .seconds(step)) }
    #expect(watch.patience == 65_536)
    #expect(watch.nextDeadline(hasMeasured: true) != nil)
    #expect(watch.check(hasMeasured: true, at: .seconds(9999)) == nil)
  }

  @Test(
    "patience from a record is clamped",
    arguments: [(Int.min, 1), (0, 1), (4, 4), (Int.max, 65_536)])
  func patienceFromARecordIsClamped(_ stored: Int, _ patience: Int) {
    let watch = StallWatch(policy: .init(), limits: .init(), patience: stored, at: .zero)
    #expect(watch.patience == patience)
  }

  @Test("the countdown runs only for tasks that expire")
  func theCountdownRunsOnlyForTasksThatExpire() {
    var asking = StallWatch(policy: .init(), limits: .init(), at: .zero)
    _ = asking.check(hasMeasured: true, at: .seconds(30))
    #expect(asking.expiresIn(at: .seconds(31)) == nil)
    var expiring = StallWatch(policy: .init(action: .expire), limits: .init(), at: .zero)
    #expect(expiring.expiresIn(at: .seconds(1)) == nil)
    _ = expiring.check(hasMeasured: true, at: .seconds(30))
    #expect(expiring.expiresIn(at: .seconds(40)) == .seconds(20))
    #expect(expiring.expiresIn(at: .seconds(400)) == .zero)
    #expect(expiring.check(hasMeasured: true, at: .seconds(59)) == nil)
    #expect(expiring.check(hasMeasured: true, at: .seconds(60)) == .expired)
  }

  @Test("an advance stops the countdown")
  func anAdvanceStopsTheCountdown() {
    var watch = StallWatch(policy: .init(action: .expire), limits: .init(), at: .zero)
    _ = watch.check(hasMeasured: true, at: .seconds(30))
    #expect(watch.noteAdvance(at: .seconds(59)) == true)
    #expect(watch.check(hasMeasured: true, at: .seconds(60)) == nil)
    #expect(watch.expiresIn(at: .seconds(60)) == nil)
  }

  @Test("ignored stalls have no deadline")
  func ignoredStallsHaveNoDeadline() {
    var watch = StallWatch(policy: .init(action: .ignore), limits: .init(), at: .zero)
    #expect(watch.nextDeadline(hasMeasured: true) == nil)
    #expect(watch.check(hasMeasured: true, at: .seconds(99_999)) == nil)
  }
}
