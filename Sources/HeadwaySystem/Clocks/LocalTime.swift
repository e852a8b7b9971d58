internal import CHeadwaySystem
internal import Glibc

/// A moment as the calendar and the clock on the wall show it, in this user's time zone
/// (localtime_r(3)).
package struct LocalTime {
  private var fields = tm()

  /// Seconds since 1970.
  package init(_ seconds: Int64) {
    var moment = time_t(seconds)
    localtime_r(&moment, &fields)
  }

  /// From the text, with `base` for what the format doesn't say; nil unless all of the text is of
  /// `format` (strptime(3)).
  package init?(_ text: String, format: String, base: LocalTime? = nil) {
    if let base { fields = base.fields }
    guard headway_time_parse(text, format, &fields) == 1 else { return nil }
  }

  /// The minute begins.
  package var atFullMinute: LocalTime {
    var time = self
    time.fields.tm_sec = 0
    return time
  }

  package var tomorrow: LocalTime {
    var time = self
    time.fields.tm_mday += 1
    return time
  }

  /// Seconds since 1970 (mktime(3)); nil for a time that there isn't.
  package var seconds: Int64? {
    var fields = fields
    fields.tm_isdst = -1
    let moment = mktime(&fields)
    return moment < 0 ? nil : Int64(moment)
  }

  package func isSameDay(as other: LocalTime) -> Bool {
    fields.tm_year == other.fields.tm_year && fields.tm_yday == other.fields.tm_yday
  }

  /// Since midnight, 0 to 1439.
  package var minuteOfDay: Int { Int(fields.tm_hour) * 60 + Int(fields.tm_min) }

  /// `22:00`; `22:00:05` where that is a matter of minutes, and with the date where it isn't the day of
  /// `now`. Seconds since 1970.
  package static func words(of seconds: Int64, seenFrom now: Int64) -> String {
    let time = LocalTime(seconds)
    let isSoon = (0..<600).contains(seconds - now)
    if isSoon { return time.text(time.fields.tm_sec == 0 ? "%H:%M" : "%H:%M:%S") }
    return time.text(time.isSameDay(as: LocalTime(now)) ? "%H:%M" : "%Y-%m-%d %H:%M")
  }

  /// strftime(3).
  package func text(_ format: String) -> String {
    var fields = fields
    let bytes = [CChar](unsafeUninitializedCapacity: 64) { buffer, count in
      count = buffer.baseAddress.map { strftime($0, buffer.count, format, &fields) } ?? 0
    }
    return String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
