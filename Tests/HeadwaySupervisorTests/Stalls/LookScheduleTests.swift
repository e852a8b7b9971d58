import HeadwayModel
import TestClocks
import Testing

@testable import HeadwaySupervisor

/// When the processes are looked at: late enough to cost nothing, soon enough to date a hang.
@Suite struct LookScheduleTests {
  @Test("what does nothing is looked at seldom")
  func whatDoesNothingIsLookedAtSeldom() {
    var schedule = LookSchedule(interval: .seconds(5), now: .zero)
    let found = looks(of: &schedule, until: 30) { _ in false }
    #expect(found.suffix(5) == [10, 15, 20, 25, 30])
  }

  @Test("what works now and then is looked at often")
  func whatWorksNowAndThenIsLookedAtOften() {
    var schedule = LookSchedule(interval: .seconds(5), now: .zero)
    let works: Set<Double> = [2.5, 10.75, 19.75]
    let found = looks(of: &schedule, until: 45) { works.contains($0) }
    let pauses = zip(found.dropFirst(), found).map { $0 - $1 }
    let often = found.count { $0 <= 19.75 + 10 }
    #expect(pauses.prefix(often - 1).allSatisfy { $0 <= 0.75 })
    #expect(pauses.suffix(2) == [5, 5])
  }

  @Test("output is a sign of life once it is quiet")
  func outputIsASignOfLifeOnceItIsQuiet() {
    var schedule = LookSchedule(interval: .seconds(5), now: .zero)
    _ = looks(of: &schedule, until: 12) { _ in false }
    schedule.noteOutput(now: .seconds(13))
    #expect(schedule.deadline == .milliseconds(13_250))
    let isAlive = schedule.takeLook(hasWorked: false, now: schedule.deadline)
    #expect(isAlive)
    let isAliveStill = schedule.takeLook(hasWorked: false, now: schedule.deadline)
    #expect(!isAliveStill)
  }

  @Test("output that never rests is a sign of life now and then")
  func outputThatNeverRestsIsASignOfLifeNowAndThen() {
    var schedule = LookSchedule(interval: .seconds(5), now: .zero)
    var signs: [AwakeTime] = []
    for step in 1...120 {
      let now = AwakeTime.milliseconds(step * 100)
      schedule.noteOutput(now: now)
      guard schedule.deadline <= now else { continue }
      if schedule.takeLook(hasWorked: true, now: now) { signs.append(now) }
    }
    #expect(signs == [.seconds(5), .seconds(10)])
  }

  @Test("who is asked sooner is looked at sooner")
  func whoIsAskedSoonerIsLookedAtSooner() {
    var schedule = LookSchedule(interval: .milliseconds(100), now: .zero)
    #expect(looks(of: &schedule, until: 0.5) { _ in true } == [0.1, 0.2, 0.25, 0.35, 0.45])
  }

  /// When it was looked at, in seconds, where `hasWorked` says whether it worked shortly before.
  private func looks(
    of schedule: inout LookSchedule, until end: Double, hasWorked: (Double) -> Bool
  ) -> [Double] {
    var times: [Double] = []
    while schedule.deadline <= .seconds(end) {
      let seconds = schedule.deadline.sinceOrigin / .seconds(1)
      times.append((seconds * 1000).rounded() / 1000)
      _ = schedule.takeLook(hasWorked: hasWorked(seconds), now: schedule.deadline)
    }
    return times
  }
}
