internal import CHeadwaySystem
internal import Glibc

/// A moment as date and time of day in the user's time zone (localtime_r(3)).
///
/// The CLI uses it to read `--at 22:00` and to print times.
package struct LocalTime {
  private var fields = tm()

  /// Converts seconds since 1970-01-01T00:00:00Z.
  package init(_ seconds: Int64) {
    var moment = time_t(seconds)
    localtime_r(&moment, &fields)
  }

  /// Parses `text` by a format of strptime(3). Nil unless the format covers all of the text.
  ///
  /// Fields that the format doesn't contain come from `base`.
  ///
  /// ```swift
  /// let tonight = LocalTime("22:00", format: "%H:%M", base: LocalTime(now))
  /// ```
  package init?(_ text: String, format: String, base: LocalTime? = nil) {
    if let base { fields = base.fields }
    guard headway_time_parse(text, format, &fields) == 1, isDate else { return nil }
  }

  /// Whether the fields are a date of the calendar. strptime(3) takes the 30th of February.
  private var isDate: Bool {
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (fields.tm_year, fields.tm_mon, fields.tm_mday)
    // Noon of the day 0 is a time without a date.
    guard fields.tm_mday > 0 else { return true }
    date.tm_hour = 12
    _ = timegm(&date)
    return date.tm_mon == fields.tm_mon && date.tm_mday == fields.tm_mday
  }

  /// Parses `text` as a moment in UTC, by a format of strptime(3), and returns the seconds since
  /// 1970-01-01T00:00:00Z (timegm(3)). Nil unless the format covers all of the text.
  package static func seconds(ofUTC text: String, format: String) -> Int64? {
    guard var fields = LocalTime(text, format: format)?.fields else { return nil }
    let moment = timegm(&fields)
    return moment < 0 ? nil : Int64(moment)
  }

  /// The day of the week, 0 (Sunday) to 6.
  package var weekday: Int { Int(fields.tm_wday) }

  /// The same date at another time of day.
  package func at(hour: Int, minute: Int, second: Int) -> LocalTime {
    var time = self
    (time.fields.tm_hour, time.fields.tm_min) = (CInt(clamping: hour), CInt(clamping: minute))
    time.fields.tm_sec = CInt(clamping: second)
    return time
  }

  /// The same time of day on a later date. mktime(3) corrects days and months beyond the end.
  ///
  /// - Parameters:
  ///   - days: 0 to 1,000,000.
  ///   - months: 0 to 1,000,000.
  package func adding(days: Int, months: Int = 0) -> LocalTime {
    var time = self
    time.fields.tm_mday += CInt(clamping: min(max(0, days), 1_000_000))
    time.fields.tm_mon += CInt(clamping: min(max(0, months), 1_000_000))
    return time
  }

  /// The seconds since 1970-01-01T00:00:00Z (mktime(3)). Nil for a moment before 1970 or out of
  /// range.
  package var seconds: Int64? {
    var fields = fields
    fields.tm_isdst = -1
    let moment = mktime(&fields)
    return moment < 0 ? nil : Int64(moment)
  }

  /// Returns how far the user's clocks are ahead of UTC at a moment, in seconds. Follows a change of
  /// the machine's time zone (tzset(3)).
  package static func offset(at seconds: Int64) -> Int64 {
    tzset()
    return Int64(LocalTime(seconds).fields.tm_gmtoff)
  }

  /// Whether both moments are on the same date.
  package func isSameDay(as other: LocalTime) -> Bool {
    fields.tm_year == other.fields.tm_year && fields.tm_yday == other.fields.tm_yday
  }

  /// The minutes since midnight, 0 to 1439.
  package var minuteOfDay: Int { Int(fields.tm_hour) * 60 + Int(fields.tm_min) }

  /// Returns `22:00`, with seconds for a moment within the next ten minutes, and with the date for
  /// another day than today.
  ///
  /// Both parameters are seconds since 1970; `now` decides what today is.
  package static func words(of seconds: Int64, seenFrom now: Int64) -> String {
    let time = LocalTime(seconds)
    let isSoon = (0..<600).contains(seconds - now)
    if isSoon { return time.text(time.fields.tm_sec == 0 ? "%H:%M" : "%H:%M:%S") }
    return time.text(time.isSameDay(as: LocalTime(now)) ? "%H:%M" : "%Y-%m-%d %H:%M")
  }

  /// Formats the moment by a format of strftime(3). The result has at most 63 bytes, and is empty
  /// if it would be longer.
  package func text(_ format: String) -> String {
    var fields = fields
    let bytes = [CChar](unsafeUninitializedCapacity: 64) { buffer, count in
      count = buffer.baseAddress.map { strftime($0, buffer.count, format, &fields) } ?? 0
    }
    return String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
