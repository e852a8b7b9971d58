import SeededRandomness
import Testing

@testable import HeadwayModel

/// The clocks of Central Europe, whose summer time begins and ends at 01:00 UTC on the last Sundays
/// of March and October.
private let berlin: ClockOffset = { moment in
  let year = CivilTime(moment).date.year
  func lastSunday(_ month: Int64) -> Int64 {
    let last = CivilDate(year: year, month: month, day: 31)
    return (last.daysSinceEpoch - last.weekday) * 86_400 + 3600
  }
  return (lastSunday(3)..<lastSunday(10)).contains(moment) ? 7200 : 3600
}

private let utc: ClockOffset = { _ in 0 }

/// Returns the moment of a time in UTC.
private func moment(_ text: String) throws -> Int64 {
  try #require(WallTime("\(text.split(separator: " ").joined(separator: "T"))Z")).wholeSeconds
}

private func words(_ moment: Int64?) -> String? {
  moment.map { moment in
    let text = WallTime(millisecondsSinceEpoch: moment * 1000).description
    return text.dropLast(5).split(separator: "T").joined(separator: " ")
  }
}

@Suite("Calendar expressions") struct CalendarExpressionTests {
  @Test(
    "the next time is the one that systemd-analyze calendar prints",
    arguments: [
      ("Mon..Fri 03:00", "2026-11-30 03:00:00"), ("*:0/15", "2026-11-28 18:30:00"),
      ("9..17:00", "2026-11-29 09:00:00"), ("*-*-01", "2026-12-01 00:00:00"),
      ("Mon", "2026-11-30 00:00:00"), ("Mon,Wed..Fri 10:00:30", "2026-11-30 10:00:30"),
      ("*-*-1/7", "2026-11-29 00:00:00"), ("1/2:00", "2026-11-28 19:00:00"),
      ("12-24", "2026-12-24 00:00:00"), ("*-*-* *:*", "2026-11-28 18:18:00"),
      ("00:00:0/20", "2026-11-29 00:00:00"), ("Mon *-1..7", "2026-12-07 00:00:00"),
      ("Sat,Sun 9,21:00", "2026-11-28 21:00:00"), ("Mon-Fri 08:00", "2026-11-30 08:00:00"),
      ("2028-02-29 12:00", "2028-02-29 12:00:00"), ("Tue *-02-29", "2028-02-29 00:00:00"),
      ("*:*:*", "2026-11-28 18:17:11"), ("18:17:10", "2026-11-29 18:17:10"),
      ("minutely", "2026-11-28 18:18:00"), ("hourly", "2026-11-28 19:00:00"),
      ("daily", "2026-11-29 00:00:00"), ("Weekly", "2026-11-30 00:00:00"),
      ("monthly", "2026-12-01 00:00:00"), ("quarterly", "2027-01-01 00:00:00"),
      ("yearly", "2027-01-01 00:00:00"), ("saturday 20:00", "2026-11-28 20:00:00"),
      ("*:*/15", "2026-11-28 18:30:00"),
    ])
  func nextTime(_ text: String, _ expected: String) throws {
    let now = try moment("2026-11-28 18:17:10")
    #expect(words(try CalendarExpression(text).next(after: now, utc)) == expected)
  }

  @Test(
    "the error names the part that is wrong",
    arguments: [
      ("25:00", "25: an hour is a number from 0 to 23"),
      ("*:60", "60: a minute is a number from 0 to 59"),
      ("*-13-01", "13: a month is a number from 1 to 12"),
      ("Fri..Mon", "Fri..Mon: the range must ascend from Monday to Sunday; use a comma"),
      ("*-*-31..1", "31..1: the range must ascend"), ("Mon..Fry 03:00", "Fry: this is no weekday"),
      ("dayly", "dayly: this is no weekday, and none of minutely, hourly, daily"),
      ("*-*~01", "*~01: "), ("03:00 UTC", "UTC: this is no weekday"),
      ("*:0/0", "0: a step is a number from 1 to 59"), ("10", "10: give weekdays, then a date"),
      ("*-02-30", "*-02-30: there is no such date"), ("", "\"\": give weekdays"),
      ("Mon 03:00 03:00", "03:00: give weekdays"), ("1:2:3:4", "1:2:3:4: a time is HOUR"),
      ("1-2-3-4", "1-2-3-4: a date is YEAR"), ("12345-01-01", "12345: a year is a number"),
      ("Mon,", "Mon,: this is no weekday"), ("0x1:00", "0x1: an hour"), ("１:00", "１: an hour"),
    ])
  func errors(_ text: String, _ expected: String) throws {
    let error = try #require(throws: CalendarError.self) { try CalendarExpression(text) }
    #expect("\(error)".hasPrefix(expected), "\(error)")
  }

  @Test("an expression that is too long is refused before it is read")
  func tooLong() throws {
    let text = Array(repeating: "0", count: 500).joined(separator: ",") + ":00"
    let error = try #require(throws: CalendarError.self) { try CalendarExpression(text) }
    #expect("\(error)".hasSuffix("at most 200 bytes"))
  }

  @Test("an expression whose last time has passed has no next time")
  func past() throws {
    let expression = try CalendarExpression("2026-11-28 18:00")
    #expect(expression.next(after: try moment("2026-11-28 17:59:59"), utc) != nil)
    #expect(expression.next(after: try moment("2026-11-28 18:00:00"), utc) == nil)
    #expect(try CalendarExpression("2199-12-31").next(after: 9_000_000_000_000, utc) == nil)
  }
}

@Suite("Calendar expressions and summer time") struct CalendarClockChangeTests {
  @Test("a time that the clocks skip is the moment after the gap")
  func gap() throws {
    let daily = try CalendarExpression("02:30")
    let before = try moment("2027-03-27 12:00:00")
    let first = try #require(daily.next(after: before, berlin))
    #expect(words(first) == "2027-03-28 01:00:00")
    #expect(words(daily.next(after: first, berlin)) == "2027-03-29 00:30:00")
  }

  @Test("times of every hour that the clocks skip become one")
  func gapOfMany() throws {
    let often = try CalendarExpression("*:0/15")
    var times = [try moment("2027-03-28 00:30:00")]
    for _ in 1...3 { times.append(try #require(often.next(after: times.last ?? 0, berlin))) }
    let expected = ["00:30:00", "00:45:00", "01:00:00", "01:15:00"]
    #expect(times.compactMap { words($0)?.suffix(8) } == expected.map { $0[...] })
  }

  @Test("a time that the clocks show twice counts once")
  func fold() throws {
    let daily = try CalendarExpression("02:30")
    let first = try #require(daily.next(after: try moment("2026-10-24 12:00:00"), berlin))
    #expect(words(first) == "2026-10-25 00:30:00")
    #expect(words(daily.next(after: first, berlin)) == "2026-10-26 01:30:00")
    // Somewhere in the second pass.
    let second = try moment("2026-10-25 01:10:00")
    #expect(words(daily.next(after: second, berlin)) == "2026-10-26 01:30:00")
    #expect(
      words(try CalendarExpression("*:0/15").next(after: second, berlin)) == "2026-10-25 02:00:00")
  }
}

@Suite("Calendar expressions against a search of every minute") struct CalendarOracleTests {
  @Test("the next time is later, matches, and no time between matches", arguments: 1...40)
  func search(_ seed: Int) throws {
    var generator = SplitMix(seed: UInt64(seed))
    for _ in 1...10 {
      let plan = Plan(&generator)
      // Some days before and after the clocks change, and within the changes.
      let changes = [try moment("2027-03-28 01:00:00"), try moment("2026-10-25 01:00:00")]
      let start = changes[seed % 2] + .random(in: -300_000...10_000, using: &generator)
      let clocks = seed % 4 < 2 ? berlin : utc
      let expression = try CalendarExpression(plan.text)
      let found = try #require(expression.next(after: start, clocks))
      #expect(found > start)
      guard let expected = plan.next(after: start, clocks) else { continue }
      #expect(found == expected, "\(plan.text) after \(start)")
    }
  }

  /// Weekdays, hours and minutes, as an expression and as sets.
  private struct Plan {
    let days: [Int]
    let hours: [Int]
    let minutes: [Int]

    init(_ generator: inout SplitMix) {
      func some(of range: Range<Int>, _ generator: inout SplitMix) -> [Int] {
        let count = Int.random(in: 1...4, using: &generator)
        return Array(Set((0..<count).map { _ in .random(in: range, using: &generator) })).sorted()
      }
      days = some(of: 0..<7, &generator)
      hours = some(of: 0..<24, &generator) + (Bool.random(using: &generator) ? [2] : [])
      minutes = some(of: 0..<60, &generator)
    }

    var text: String {
      let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
      let time = [hours, minutes].map { $0.map(String.init).joined(separator: ",") }
      return days.map { names[$0] }.joined(separator: ",") + " " + time.joined(separator: ":")
    }

    /// Looks at each minute of the next week. Nil if the clocks change on the way there and skip or
    /// repeat a time, which other tests are about.
    func next(after start: Int64, _ clocks: ClockOffset) -> Int64? {
      var minute = (start / 60 + 1) * 60
      for _ in 0...(8 * 1440) {
        let offset = clocks(minute)
        if clocks(minute - 7200) != offset || clocks(minute + 7200) != offset { return nil }
        let shown = CivilTime(minute + offset)
        if days.contains(Int(shown.date.weekday)), hours.contains(shown.hour),
          minutes.contains(shown.minute)
        {
          return minute
        }
        minute += 60
      }
      return nil
    }
  }
}

@Suite("The times of a series") struct RecurrenceTests {
  private func at(_ seconds: Double) -> WallTime {
    WallTime(millisecondsSinceEpoch: Int64(seconds * 1000))
  }

  @Test("an interval counts from the start before, and steps over what has passed")
  func interval() throws {
    let hourly = try Recurrence("1h")
    #expect(hourly.isInterval)
    #expect(hourly.next(after: at(1000), now: at(1000), utc) == at(4600))
    #expect(hourly.next(after: at(1000), now: at(4600), utc) == at(8200))
    #expect(hourly.next(after: at(1000), now: at(9000), utc) == at(11_800))
  }

  @Test("a clock that was set back doesn't put an interval off")
  func setBack() throws {
    let now = at(2000)
    #expect(try Recurrence("1h").next(after: at(100_000), now: now, utc) == at(5600))
  }

  @Test("a clock that was set back repeats no time of a calendar expression")
  func notTwice() throws {
    let daily = try Recurrence("*-*-*  03:00")
    #expect(daily.text == "*-*-* 03:00")
    let due = at(3 * 3600)
    #expect(daily.next(after: due, now: at(2 * 3600), utc) == at(27 * 3600))
    #expect(daily.next(after: at(0), now: at(3 * 3600 - 0.5), utc) == due)
    #expect(daily.next(after: at(0), now: at(3 * 3600 + 0.5), utc) == at(27 * 3600))
  }

  @Test(
    "an interval has a unit and limits",
    arguments: [
      ("5", "5: add a unit"), ("0.5s", "0.5s: an interval is from 1s to 366d"),
      ("367d", "367d: an"),
      ("999ms", "999ms: an interval"), ("-1h", "-1h: "), ("1h ago", "1h: give weekdays"),
    ])
  func limits(_ text: String, _ expected: String) throws {
    let error = try #require(throws: CalendarError.self) { try Recurrence(text) }
    #expect("\(error)".hasPrefix(expected), "\(error)")
  }
}
