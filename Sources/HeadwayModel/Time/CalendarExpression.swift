/// A calendar expression of systemd.time(7): `Mon..Fri 03:00`, `*-*-01`, `*:0/15`, `daily`.
///
/// The parts are weekdays, a date and a time of day. A missing date is every date, and a missing
/// time is midnight. Time zones, fractions of seconds and days from the end of the month (`~`)
/// aren't supported.
///
/// ```swift
/// try CalendarExpression("Mon..Fri 03:00").next(after: now, clocks)
/// ```
public struct CalendarExpression: Hashable, Sendable {
  /// The days of the week, 0 (Sunday) to 6; nil for all.
  private var weekdays: CalendarField?
  private var years = CalendarField(all: .year)
  private var months = CalendarField(all: .month)
  private var days = CalendarField(all: .day)
  private var hours = CalendarField([0])
  private var minutes = CalendarField([0])
  private var seconds = CalendarField([0])

  /// The most bytes that an expression has.
  public static let byteLimit = 200

  /// The names that stand for whole expressions.
  public static let names = [
    "minutely": "*:*", "hourly": "*:00", "daily": "00:00", "weekly": "Mon", "monthly": "*-*-01",
    "quarterly": "*-01,04,07,10-01", "yearly": "*-01-01",
  ]

  /// Reads an expression.
  ///
  /// - Throws: the part that isn't understood, or that no date has.
  public init(_ text: String) throws(CalendarError) {
    guard text.utf8.count <= Self.byteLimit else {
      throw CalendarError(
        text.prefix(20), localized: "an expression has at most \(Self.byteLimit) bytes")
    }
    let expanded = Self.names[text.lowercased()] ?? text
    var words = expanded.split(separator: " ")[...]
    if let first = words.first, first.first?.isLetter == true {
      weekdays = try Self.weekdays(words.removeFirst())
    }
    if let word = words.first, word.contains("-") { try readDate(words.removeFirst()) }
    if let word = words.first, word.contains(":") { try readTime(words.removeFirst()) }
    if let rest = words.first { throw Self.error(at: rest) }
    guard !expanded.allSatisfy({ $0 == " " }) else {
      throw CalendarError(text[...], localized: "give weekdays, a date or a time")
    }
    guard nextDate(from: Self.earliest) != nil else {
      throw CalendarError(text[...], localized: "there is no such date")
    }
  }

  private static let earliest = CivilDate(daysSinceEpoch: 0)

  /// The range `a..b` in `text`; nil without dots.
  static func dots(in text: Substring) -> (before: Substring, after: Substring)? {
    guard let dot = text.firstIndex(of: "."), text[dot...].hasPrefix("..") else { return nil }
    return (text[..<dot], text[dot...].dropFirst(2))
  }
}

// The next time.
extension CalendarExpression {
  /// Returns the first moment after `moment` that the expression names; nil if there is none.
  ///
  /// A time that the clocks skip, because summer time begins, is the moment after the gap. A time
  /// that they show twice counts once, the first time.
  ///
  /// - Parameter moment: seconds since 1970-01-01T00:00:00Z.
  public func next(after moment: Int64, _ offset: ClockOffset) -> Int64? {
    var shown = moment + offset(moment)
    for _ in 1...Self.tryLimit {
      guard let time = next(after: CivilTime(shown)) else { return nil }
      let next = time.moment(offset)
      if next > moment { return next }
      // The clocks show this hour for the second time.
      shown = time.seconds
    }
    return nil
  }

  /// A time zone that changed its date line has shown a whole day for the second time.
  private static var tryLimit: Int { 86_401 }

  /// The first time after `time` that the expression names, without regard to time zones.
  private func next(after time: CivilTime) -> CivilTime? {
    let start = CivilTime(time.seconds + 1)
    guard let date = nextDate(from: start.date) else { return nil }
    let isSameDay = date.daysSinceEpoch == start.date.daysSinceEpoch
    if let time = nextTime(on: date, from: isSameDay ? start : CivilTime(date)) { return time }
    return nextDate(from: start.nextMidnight.date).flatMap { nextTime(on: $0, from: CivilTime($0)) }
  }

  /// The first date of the expression that isn't before `start`.
  private func nextDate(from start: CivilDate) -> CivilDate? {
    var (year, month, day) = (Int(start.year), Int(start.month), Int(start.day))
    while let nextYear = years.next(from: year) {
      if nextYear > year { (month, day) = (1, 1) }
      while let nextMonth = months.next(from: month) {
        if nextMonth > month { day = 1 }
        if let date = nextDate(in: nextMonth, of: nextYear, from: day) { return date }
        (month, day) = (nextMonth + 1, 1)
      }
      (year, month, day) = (nextYear + 1, 1, 1)
    }
    return nil
  }

  private func nextDate(in month: Int, of year: Int, from first: Int) -> CivilDate? {
    var first = first
    while let day = days.next(from: first) {
      let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day))
      guard date.day <= date.daysInMonth else { return nil }
      if weekdays?.contains(Int(date.weekday)) ?? true { return date }
      first = day + 1
    }
    return nil
  }

  /// The first time of day of the expression that isn't before `start`; nil if the day has none.
  private func nextTime(on date: CivilDate, from start: CivilTime) -> CivilTime? {
    var time = CivilTime(date)
    var (hour, minute, second) = (start.hour, start.minute, start.second)
    while let nextHour = hours.next(from: hour) {
      if nextHour > hour { (minute, second) = (0, 0) }
      while let nextMinute = minutes.next(from: minute) {
        if nextMinute > minute { second = 0 }
        if let nextSecond = seconds.next(from: second) {
          (time.hour, time.minute, time.second) = (nextHour, nextMinute, nextSecond)
          return time
        }
        (minute, second) = (nextMinute + 1, 0)
      }
      (hour, minute, second) = (nextHour + 1, 0, 0)
    }
    return nil
  }
}

// Reading.
extension CalendarExpression {
  private mutating func readDate(_ word: Substring) throws(CalendarError) {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), !parts.contains("") else {
      throw CalendarError(word, localized: "a date is YEAR-MONTH-DAY or MONTH-DAY")
    }
    if parts.count == 3 { years = try CalendarField(parts[0], .year) }
    months = try CalendarField(parts[parts.count - 2], .month)
    days = try CalendarField(parts[parts.count - 1], .day)
  }

  private mutating func readTime(_ word: Substring) throws(CalendarError) {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), !parts.contains("") else {
      throw CalendarError(word, localized: "a time is HOUR:MINUTE or HOUR:MINUTE:SECOND")
    }
    hours = try CalendarField(parts[0], .hour)
    minutes = try CalendarField(parts[1], .minute)
    if parts.count == 3 { seconds = try CalendarField(parts[2], .second) }
  }

  /// Reads `Mon`, `Sat,Sun`, `Mon..Fri` and `Mon-Fri`. The ranges begin with Monday, as in systemd.
  private static func weekdays(_ word: Substring) throws(CalendarError) -> CalendarField {
    var days: [Int] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = dots(in: part).map { [$0.before, $0.after] } ?? part.split(separator: "-")
      guard (1...2).contains(ends.count) else { throw error(at: word) }
      let first = try weekday(ends[0], of: word)
      let last = ends.count == 2 ? try weekday(ends[1], of: word) : first
      guard first <= last else {
        throw CalendarError(
          part, localized: "the range must ascend from Monday to Sunday; use a comma")
      }
      days += first...last
    }
    return CalendarField(days.map { ($0 + 1) % 7 })
  }

  /// Returns the day of the week, 0 (Monday) to 6.
  private static func weekday(_ name: Substring, of word: Substring) throws(CalendarError) -> Int {
    let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    let lower = name.lowercased()
    let day = names.firstIndex { $0 == lower || $0.prefix(3) == lower }
    guard let day else { throw error(at: name.isEmpty ? word : name) }
    return day
  }

  /// The error at a word that is neither weekdays nor a date nor a time.
  private static func error(at word: Substring) -> CalendarError {
    if word.contains("~") { return CalendarError(word, localized: "~ isn't supported") }
    guard word.first?.isLetter == true else {
      return CalendarError(
        word, localized: "give weekdays, then a date, then a time: Mon..Fri *-*-01 03:00")
    }
    let names = "minutely, hourly, daily, weekly, monthly, quarterly, yearly"
    return CalendarError(word, localized: "this is no weekday, and none of \(names)")
  }
}

/// A calendar expression that isn't understood, or that never comes.
public struct CalendarError: Error, Hashable, CustomStringConvertible {
  /// The part of the expression that is wrong.
  public let part: SanitisedText
  /// The reason.
  public let reason: String

  init(_ part: Substring, localized reason: Message) {
    (self.part, self.reason) = (SanitisedText(String(part)), reason.text)
  }

  /// The part and the reason: `25: an hour is a number from 0 to 23`.
  public var description: String { "\(part.isEmpty ? "\"\"" : part.string): \(reason)" }
}
