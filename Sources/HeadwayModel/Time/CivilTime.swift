/// A date and a time of day without a time zone, not before 1970.
struct CivilTime: Sendable {
  var date: CivilDate
  /// 0 to 23.
  var hour = 0
  /// 0 to 59.
  var minute = 0
  /// 0 to 59.
  var second = 0

  /// Makes the midnight at which a date begins.
  init(_ date: CivilDate) { self.date = date }

  /// Converts seconds since 1970-01-01T00:00:00. The seconds count local time, as if it were UTC.
  /// Earlier times become 1970-01-01T00:00:00.
  init(_ seconds: Int64) {
    let (days, rest) = max(0, seconds).quotientAndRemainder(dividingBy: 86_400)
    date = CivilDate(daysSinceEpoch: days)
    (hour, minute, second) = (Int(rest / 3600), Int(rest / 60 % 60), Int(rest % 60))
  }

  /// The seconds since 1970-01-01T00:00:00, as if the time were UTC.
  var seconds: Int64 {
    date.daysSinceEpoch * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  /// The midnight of the next date.
  var nextMidnight: CivilTime {
    CivilTime(CivilDate(daysSinceEpoch: date.daysSinceEpoch + 1))
  }
}

/// Local time, as the difference of its clocks from UTC in seconds at a moment. The moment is in
/// seconds since 1970-01-01T00:00:00Z, and clocks east of Greenwich are ahead of UTC.
public typealias ClockOffset = @Sendable (_ seconds: Int64) -> Int64

extension CivilTime {
  /// Returns the moment at which local clocks show this time.
  ///
  /// A time that the clocks show twice is the first of the two moments. A time that they skip is
  /// the moment right after the gap. A time zone changes its clocks at most once in two days.
  ///
  /// - Returns: seconds since 1970-01-01T00:00:00Z.
  func moment(_ offset: ClockOffset) -> Int64 {
    let shown = seconds
    let (before, after) = (offset(shown - 86_400), offset(shown + 86_400))
    let moments = [before, after].filter { offset(shown - $0) == $0 }.map { shown - $0 }
    if let first = moments.min() { return first }
    // The clocks change between these two moments.
    var (early, late) = (shown - after, shown - before)
    while late - early > 1 {
      let middle = early + (late - early) / 2
      if offset(middle) == before { early = middle } else { late = middle }
    }
    return late
  }
}
