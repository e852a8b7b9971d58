import HeadwayModel
import SeededRandomness
import Testing

@Suite struct WallTimeTests {
  @Test(
    "written and read",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (1_769_850_300_250, "2026-01-31T09:05:00.250Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
  func writtenAndRead(_ milliseconds: Int64, _ text: String) {
    let time = WallTime(millisecondsSinceEpoch: milliseconds)
    #expect(time.description == text)
    #expect(WallTime(text) == time)
  }

  @Test("every time round trips")
  func everyTimeRoundTrips() {
    var generator = SplitMix(seed: 1)
    for _ in 0..<5000 {
      let time = WallTime(
        millisecondsSinceEpoch: .random(in: 0...253_402_300_799_999, using: &generator))
      #expect(WallTime(time.description) == time)
    }
  }

  @Test("the fraction may be left out")
  func theFractionMayBeLeftOut() {
    #expect(WallTime("1970-01-01T00:00:01Z") == WallTime(millisecondsSinceEpoch: 1000))
  }

  @Test(
    "everything else is no time",
    arguments: [
      "", "Z", "2026-01-31", "2026-01-31T09:05:00", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
      "2026-01-32T00:00:00Z", "2026-02-29T00:00:00Z", "2026-02-31T00:00:00Z",
      "2026-04-31T00:00:00Z",
      "1969-12-31T23:59:59Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
      "2026-01-01T00:00:61Z",
      "2026-01-01T00:00:00.1Z", "2026-01-01T00:00:00.1234Z", "2026-01-01T00:00:00+01:00",
      " 2026-01-01T00:00:00Z", "2026-01-01 00:00:00Z", "２026-01-01T00:00:00Z",
    ])
  func everythingElseIsNoTime(_ text: String) {
    #expect(WallTime(text) == nil)
  }

  @Test("a time out of range is clamped")
  func itIsClamped() {
    #expect(WallTime(millisecondsSinceEpoch: .min).millisecondsSinceEpoch == 0)
    let latest = WallTime(millisecondsSinceEpoch: .max)
    #expect(latest.description.hasPrefix("9999"))
    #expect(latest.advanced(by: .seconds(Int64.max)) == latest)
    #expect(latest.advanced(by: .seconds(Int64.min)).millisecondsSinceEpoch == 0)
    #expect(WallTime(millisecondsSinceEpoch: 0).since(latest) < .zero)
  }
}

@Suite struct DurationTextTests {
  @Test(
    "a duration is read in its short form",
    arguments: [
      ("30s", 30_000), ("5m", 300_000), ("1h30m", 5_400_000), ("2d", 172_800_000), ("250ms", 250),
      ("1m500ms", 60_500), ("45", 45_000), ("1.5", 1500), ("0.5h", 1_800_000), ("0", 0), ("0s", 0),
    ])
  func shortForms(_ text: String, _ milliseconds: Int64) {
    #expect(Duration(shortForm: text) == .milliseconds(milliseconds))
  }

  @Test(
    "everything else is no duration",
    arguments: [
      "", " ", "s", "m", "ms", "1x", "1h30", "-5", "-5s", "1 h", " 5s", "5s ", "1e3", "1e3s", "nan",
      "inf", "0x10", "1..5s", "٣s", "9999999999999s", "1S", "5s\0", "101y", "36525d1d", "+5",
    ])
  func everythingElseIsNoDuration(_ text: String) {
    #expect(Duration(shortForm: text) == nil)
  }

  @Test(
    "a duration is written for people",
    arguments: [
      (0, "0 s", "0s"), (45, "45 s", "45s"), (125, "2 m 5 s", "2m5s"), (120, "2 m", "2m"),
      (5400, "1 h 30 m", "1h30m"), (3605, "1 h", "1h"), (273_600, "3 d 4 h", "3d4h"),
      (-5, "0 s", "0s"),
    ])
  func forPeople(_ seconds: Int64, _ spoken: String, _ compact: String) {
    #expect(Duration.seconds(seconds).spoken == spoken)
    #expect(Duration.seconds(seconds).compact == compact)
  }

  @Test("whole milliseconds are clamped")
  func wholeMillisecondsAreClamped() {
    #expect(Duration.seconds(Int64.max).wholeMilliseconds == .max)
    #expect(Duration.seconds(Int64.min).wholeMilliseconds == .min)
    let justBelow = Duration(
      secondsComponent: Int64.min / 1000, attosecondsComponent: -999_000_000_000_000_000)
    #expect(justBelow.wholeMilliseconds == .min)
    #expect(Duration.milliseconds(-1500).wholeMilliseconds == -1500)
  }

  @Test(
    "seconds are those that one would write",
    arguments: [
      (Duration.zero, 0.0), (.milliseconds(12_345), 12.345), (.nanoseconds(1), 1e-9),
      (.milliseconds(-1500), -1.5), (.nanoseconds(-1), -1e-9),
      (.seconds(18) + .nanoseconds(446_744_074), 18.446744074),
      (.seconds(86_400) + .microseconds(1), 86_400.000001), (.seconds(315_576_000), 315_576_000),
    ])
  func secondsAreThoseThatOneWouldWrite(duration: Duration, seconds: Double) {
    #expect(duration.inSeconds == seconds)
  }

  @Test("seconds from outside are checked before they are used")
  func secondsFromOutside() {
    #expect(Duration(nonNegativeSeconds: .nan) == nil)
    #expect(Duration(nonNegativeSeconds: .infinity) == nil)
    #expect(Duration(nonNegativeSeconds: -1) == nil)
    #expect(Duration(nonNegativeSeconds: 1.25) == .milliseconds(1250))
  }
}
