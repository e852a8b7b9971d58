import TestClocks
import Testing

@testable import HeadwayModel

@Suite("Starts of hubs, and the pauses after their deaths") struct HubStartsTests {
  private static let wall = WallTime(millisecondsSinceEpoch: 1_000_000_000_000)

  /// Starts hubs that die at once, whenever that is allowed, and returns when.
  private func starts(until end: RunningTime, ending status: Int32) -> [Duration] {
    var (text, times) = ("", [Duration]())
    var now = RunningTime.seconds(100)
    while now < end {
      var starts = HubStarts(text, now: now)
      _ = starts.settle(at: now, Self.wall, note: nil)
      if starts.remainingPause(at: now) == .zero {
        times.append(now - .seconds(100))
        starts.begin(at: now, Self.wall)
        text = starts.text + "died \(status) \(now.sinceOrigin.wholeNanoseconds)\n"
      } else {
        text = starts.text
      }
      now += .milliseconds(500)
    }
    return times
  }

  @Test("however often somebody tries, the pauses double from 1 s to 60 s")
  func doubled() {
    let times = starts(until: .seconds(300), ending: 3 << 8)
    #expect(times.map(\.components.seconds) == [0, 1, 3, 7, 15, 31, 63, 123, 183])
  }

  @Test("one hub that somebody killed costs no pause, further ones do")
  func killed() {
    let times = starts(until: .seconds(108), ending: 9)
    #expect(
      times == [
        .zero, .milliseconds(500), .milliseconds(1500), .milliseconds(3500),
        .milliseconds(7500),
      ])
  }

  @Test("a hub that listened ends the pauses; what it died of later is no death at start")
  func reset() {
    var starts = HubStarts()
    starts.begin(at: .seconds(1), Self.wall)
    starts = HubStarts(starts.text + "died 11 1500000000\n", now: .seconds(2))
    let death = starts.settle(at: .seconds(2), Self.wall, note: nil)
    #expect(death?.cause == .killed(signal: 11) && death?.phase == .start)
    #expect(death?.time == .milliseconds(1500))
    #expect(starts.isFailing && starts.remainingPause(at: .seconds(2)) == .milliseconds(500))
    starts.begin(at: .seconds(3), Self.wall)
    let lines = HubStarts.listeningLines(after: nil)
    starts = HubStarts(starts.text + lines, now: .seconds(60))
    let late = HubDeath(
      listeningAt: .seconds(3), seenAt: .seconds(59), crash: (11, .seconds(59)),
      activity: "x", now: .seconds(60), Self.wall)
    #expect(starts.settle(at: .seconds(60), Self.wall, note: (.seconds(3), late)) == nil)
    #expect(!starts.isFailing && starts.remainingPause(at: .seconds(60)) == .zero)
    #expect(starts.lastDeath == death)
  }

  @Test("a crash soon after a hub listened counts, a kill doesn't, and no other hub's note does")
  func early() {
    func deaths(crash: (signal: Int32, at: RunningTime)?, noteOf start: RunningTime) -> HubDeath? {
      var starts = HubStarts()
      starts.begin(at: .seconds(5), Self.wall)
      starts = HubStarts(starts.text + "listening\n", now: .seconds(7))
      let death = HubDeath(
        listeningAt: .seconds(5), seenAt: .seconds(6), crash: crash, activity: "x",
        now: .seconds(7), Self.wall)
      return starts.settle(at: .seconds(7), Self.wall, note: (start, death))
    }
    #expect(deaths(crash: (4, .seconds(6)), noteOf: .seconds(5))?.phase == .early)
    #expect(deaths(crash: nil, noteOf: .seconds(5)) == nil)
    #expect(deaths(crash: (4, .seconds(6)), noteOf: .seconds(2)) == nil)
  }

  @Test("a start that nobody saw the end of is a death too, with what the hub noted of itself")
  func unseen() {
    var starts = HubStarts()
    starts.begin(at: .seconds(5), Self.wall)
    let note = HubDeath(
      listeningAt: nil, seenAt: .seconds(5), crash: nil, activity: "loading the record",
      now: .seconds(6), Self.wall)
    let death = starts.settle(at: .seconds(6), Self.wall, note: (.seconds(5), note))
    #expect(death?.cause == .unknown && death?.activity == "loading the record")
    #expect(starts.settle(at: .seconds(6), Self.wall, note: nil) == nil, "it is counted once")
  }

  @Test("a typed command tries at once, but not within a second after a death")
  func command() {
    var starts = HubStarts()
    #expect(starts.allowsCommand(at: .seconds(1), ownStarts: 0))
    for second in 1...4 {
      starts.begin(at: .seconds(second), Self.wall)
      starts = HubStarts(
        starts.text + "died 256 \(second)000000000\n", now: .seconds(second))
      _ = starts.settle(at: .seconds(second), Self.wall, note: nil)
    }
    #expect(!starts.allowsCommand(at: .milliseconds(4900), ownStarts: 0))
    #expect(starts.remainingPause(at: .seconds(5)) == .seconds(7))
    #expect(starts.allowsCommand(at: .seconds(5), ownStarts: 0))
    #expect(!starts.allowsCommand(at: .seconds(5), ownStarts: 1))
  }

  @Test("the text is read as it was written")
  func text() {
    var starts = HubStarts()
    starts.begin(at: .seconds(5), Self.wall)
    starts = HubStarts(starts.text + "died 768 5000000001\n", now: .seconds(6))
    _ = starts.settle(at: .seconds(6), Self.wall, note: nil)
    #expect(HubStarts(starts.text, now: .seconds(6)) == starts)
    starts.begin(at: .seconds(7), Self.wall)
    #expect(HubStarts(starts.text, now: .seconds(8)) == starts)
    let activity = HubActivity.words(6, taskNumber: 7, key: nil)
    let death = HubDeath(
      time: .nanoseconds(77), wall: Self.wall, cause: .unknown, phase: .service,
      activity: activity)
    let read = HubStarts(HubStarts.listeningLines(after: death), now: .seconds(1))
    #expect(read.lastDeath == death && !read.isFailing)
  }

  @Test(
    "garbage, and times from before the machine was started, are nothing",
    arguments: [
      "", "\u{0}\u{1}\n\n", "deaths 99999999999999999999", "deaths 5", "deaths -3\ndeath",
      "deaths 5\ndeath 9223372036854775807 0 start exit-1 x",
      "deaths 5\ndeath 1 1 start exit-one x", "deaths 5\ndeath 1 1 end unknown x",
      "start 9223372036854775807 5\ndied 0 0", "died 1 1", "died x y", "start 1", "listening",
    ])
  func garbage(_ text: String) {
    var starts = HubStarts(text, now: .seconds(50))
    #expect(starts.settle(at: .seconds(50), Self.wall, note: nil) == nil)
    #expect(starts.remainingPause(at: .seconds(50)) == .zero && !starts.isFailing)
    #expect(starts.allowsCommand(at: .seconds(50), ownStarts: 0))
  }

  @Test("no text makes a pause longer than 60 s")
  func bounded() {
    for text in [
      "deaths 9223372036854775807\ndeath 50000000000 0 start exit-1 x",
      "deaths 40\ndeath 50000000000 9223372036854775807 start signal-9 x",
      "deaths 40\ndeath -9223372036854775808 -5 service unknown",
    ] {
      var starts = HubStarts(text, now: .seconds(50))
      #expect(starts.remainingPause(at: .seconds(50)) <= .seconds(60))
      starts.begin(at: .seconds(50), Self.wall)
      starts = HubStarts(starts.text + "died 256 \(Int64.min)\n", now: .seconds(51))
      _ = starts.settle(at: .seconds(51), Self.wall, note: nil)
      #expect(starts.remainingPause(at: .seconds(51)) <= .seconds(60))
    }
  }

  @Test("a death is one clause, whose subject is the hub")
  func words() {
    func words(_ cause: HubDeath.Cause, _ phase: HubDeath.Phase, _ work: SanitisedText) -> String {
      HubDeath(time: .zero, wall: Self.wall, cause: cause, phase: phase, activity: work)
        .words(at: "14:02:05")
    }
    #expect(
      words(.killed(signal: 11), .start, "loading the record")
        == "died at start, at 14:02:05, of signal 11 (SIGSEGV), while loading the record")
    #expect(words(.exited(3), .start, "") == "died at start, at 14:02:05, with exit status 3")
    #expect(
      words(.killed(signal: 77), .early, "")
        == "died soon after its start, at 14:02:05, of signal 77")
    #expect(words(.unknown, .service, "") == "ended unexpectedly, at 14:02:05 or later")
  }

  @Test("every activity has its number and words of its own")
  func activities() {
    let numbers = HubActivity.allCases.map(\.rawValue)
    #expect(numbers == Array(0..<UInt32(numbers.count)))
    #expect(Set(HubActivity.allCases.map { "\($0.words)" }).count == numbers.count)
    #expect(HubActivity.words(18, taskNumber: 7, key: nil) == "cancelling a task (task 7)")
    #expect(HubActivity.words(.max, taskNumber: 7, key: nil).isEmpty)
  }
}
