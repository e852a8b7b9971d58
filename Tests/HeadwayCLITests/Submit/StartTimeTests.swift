import HeadwaySystem
import Testing

@testable import headway

/// The times that `--at` takes, seen from Saturday, 2026-01-31 12:00:30.
@Suite struct StartTimeTests {
  private let now: Int64

  init() throws {
    let time = LocalTime("2026-01-31 12:00:30", format: "%Y-%m-%d %H:%M:%S")
    now = try #require(time?.seconds)
  }

  private func local(_ text: String) -> String? {
    StartTime.moment(text, now: now).map { LocalTime($0).text("%Y-%m-%d %H:%M:%S") }
  }

  @Test(
    "clock times are the next ones, dates begin at midnight",
    arguments: [
      ("22:00", "2026-01-31 22:00:00"), ("12:00", "2026-02-01 12:00:00"),
      ("12:01", "2026-01-31 12:01:00"), ("22:00:30", "2026-01-31 22:00:30"),
      ("5pm", "2026-01-31 17:00:00"), ("5:30 PM", "2026-01-31 17:30:00"),
      ("12am", "2026-02-01 00:00:00"), ("12pm", "2026-02-01 12:00:00"),
      ("noon", "2026-02-01 12:00:00"), ("midnight", "2026-02-01 00:00:00"),
      ("teatime", "2026-01-31 16:00:00"), ("2026-12-24", "2026-12-24 00:00:00"),
      ("2026-12-24 22:00", "2026-12-24 22:00:00"), ("2026-12-24T22:00", "2026-12-24 22:00:00"),
      ("2026-12-24 22:00:05", "2026-12-24 22:00:05"), ("22:00 2026-12-24", "2026-12-24 22:00:00"),
    ])
  func clock(text: String, moment: String) { #expect(local(text) == moment) }

  @Test(
    "a date that no calendar has is no date",
    arguments: [
      "2027-02-30", "2027-04-31 10:00", "2027-02-29T08:00:00Z", "2027-06-31T08:00", "Feb 30",
    ])
  func wrongDate(text: String) { #expect(local(text) == nil) }

  @Test("the 29th of February of a leap year is a date")
  func leapDay() { #expect(local("2028-02-29 10:00") == "2028-02-29 10:00:00") }

  @Test(
    "days by name, with or without a time of day",
    arguments: [
      ("tomorrow", "2026-02-01 12:00:30"), ("tomorrow 9:00", "2026-02-01 09:00:00"),
      ("9am tomorrow", "2026-02-01 09:00:00"), ("today 23:59", "2026-01-31 23:59:00"),
      ("mon", "2026-02-02 00:00:00"), ("Monday 8:30", "2026-02-02 08:30:00"),
      ("sat 13:00", "2026-01-31 13:00:00"), ("sat 11:00", "2026-02-07 11:00:00"),
      ("next monday", "2026-02-02 00:00:00"), ("next sat 9:00", "2026-02-07 09:00:00"),
      ("next week", "2026-02-07 12:00:30"), ("2200", "2026-01-31 22:00:00"),
      ("0930 tomorrow", "2026-02-01 09:30:00"),
      ("saturday", "2026-02-07 00:00:00"), ("on fri at noon", "2026-02-06 12:00:00"),
    ])
  func days(text: String, moment: String) { #expect(local(text) == moment) }

  @Test(
    "dates with the name of a month are the next ones, unless they have a year",
    arguments: [
      ("April 1 2027 18:30:00", "2027-04-01 18:30:00"), ("1 Apr 8:30pm", "2026-04-01 20:30:00"),
      ("10am Jul 31", "2026-07-31 10:00:00"), ("jan 31 11:00", "2027-01-31 11:00:00"),
      ("Dec 24th, 2026", "2026-12-24 00:00:00"), ("29 feb", "2028-02-29 00:00:00"),
      ("31. January 23:00", "2026-01-31 23:00:00"), ("1 may 2027 + 2 days", "2027-05-03 00:00:00"),
    ])
  func months(text: String, moment: String) { #expect(local(text) == moment) }

  @Test(
    "lengths of time are added; months and days are those of the calendar",
    arguments: [
      ("+90", "2026-01-31 12:02:00"), ("+30m", "2026-01-31 12:30:30"),
      ("+1h30m", "2026-01-31 13:30:30"), ("+1w", "2026-02-07 12:00:30"),
      ("+1 week", "2026-02-07 12:00:30"), ("now + 3 hours", "2026-01-31 15:00:30"),
      ("in 2 days", "2026-02-02 12:00:30"), ("1 month", "2026-03-03 12:00:30"),
      ("5pm + 2 days", "2026-02-02 17:00:00"), ("+2weeks", "2026-02-14 12:00:30"),
      ("tomorrow 9:00 + 90 minutes", "2026-02-01 10:30:00"),
    ])
  func lengths(text: String, moment: String) { #expect(local(text) == moment) }

  @Test(
    "seconds since 1970, and the times of Headway's own JSON, in UTC",
    arguments: [
      ("@1790000000", 1_790_000_000), ("2026-01-31T09:05:00Z", 1_769_850_300),
      ("2026-01-31T09:05:00.000Z", 1_769_850_300), ("2026-01-31T09:05:00.001Z", 1_769_850_301),
      ("2026-01-31T11:05:00+02:00", 1_769_850_300), ("2026-01-31T05:35-0330", 1_769_850_300),
      ("2026-01-31T09:05Z", 1_769_850_300), ("2026-01-31T10:05:00+01", 1_769_850_300),
    ])
  func absolute(text: String, moment: Int64) {
    #expect(StartTime.moment(text, now: now) == moment)
  }

  @Test(
    "anything else isn't understood",
    arguments: [
      "", " ", "soon", "now", "24:00", "13pm", "0am", "5", "22:60", "22:00:61", "2026-13-45",
      "2026-12-24 22:00 23:00", "mon tue", "now 22:00", "+", "+1 fortnight", "+1234567d", "at",
      "1e3 h", "٣ days", "@", "@12a", "@-5", "2026-01-31T09:05:00.Z1",
      "2460", "3600", "next", "next x", "feb 30", "apr", "32 apr", "1 apr 2 apr",
      "april 1 2027 1800 19",
      "2026-01-31T09:05+1", "2026-01-31T09:05+2:00", "2026-01-31T09:05+99:00",
      "moonday", "+1 week ago", "1 2 3", "a a a a a a a a a a a a a a",
    ])
  func wrong(text: String) { #expect(StartTime.moment(text, now: now) == nil, "\(text)") }

  @Test("steps beyond all plans aren't understood, and none overflows")
  func far() {
    #expect(StartTime.moment("+999999 years", now: now) == nil)
    #expect(StartTime.moment("+999999 weeks", now: now) == nil)
    #expect(local("+999999 seconds") == "2026-02-12 01:47:09")
    let many = Array(repeating: "+1000 years", count: 6).joined(separator: " ")
    #expect(StartTime.moment(many, now: now) != nil)
  }
}
