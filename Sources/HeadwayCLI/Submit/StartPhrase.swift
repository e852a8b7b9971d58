import HeadwaySystem

/// A time in the words of date(1) and at(1): `tomorrow 9:00`, `5pm`, `mon 8:30`, `+1 week`,
/// `now + 2 hours`, `noon`.
///
/// ```swift
/// StartPhrase("tomorrow 9:00")?.seconds(after: now)
/// ```
struct StartPhrase {
  private var day: Day?
  private var time: TimeOfDay?
  private var steps: [Step] = []
  /// Whether the words name the present: `now`.
  private var isNow = false

  /// A date, as the words name it.
  private enum Day {
    case date(LocalTime)
    /// The number of days from today.
    case after(days: Int)
    /// 0 (Sunday) to 6.
    case weekday(Int)
    /// The first such day after today.
    case nextWeekday(Int)
    /// A day of a month; without a year the next such day.
    case monthDay(month: Int, day: Int, year: Int?)
  }

  /// A time of day: hours 0 to 23, minutes and seconds 0 to 59.
  private struct TimeOfDay {
    var hour: Int
    var minute = 0
    var second = 0
  }

  /// A length of time to add.
  private struct Step {
    let count: Int
    let unit: Unit

    enum Unit {
      case seconds(Int)
      case days(Int)
      case months(Int)
    }

    /// Whether the step stays within some centuries.
    var isPossible: Bool {
      switch unit {
      case .seconds: true
      case .days(let length): count * length <= 400_000
      case .months(let length): count * length <= 12_000
      }
    }
  }

  /// The most words that a phrase has.
  private static let wordLimit = 12

  /// Reads a phrase. Nil if a word isn't understood, or if the words don't name a time.
  init?(_ text: String) {
    let words = text.lowercased().split(separator: " ").map(String.init)
    guard words.count <= Self.wordLimit else { return nil }
    var rest = words[...]
    while let word = rest.popFirst() { guard read(word, &rest) else { return nil } }
    guard day != nil || time != nil || !steps.isEmpty else { return nil }
    if isNow, day != nil || time != nil { return nil }
  }

  /// The moment in seconds since 1970-01-01T00:00:00Z, seen from `now` in the user's time zone. Nil
  /// for a moment out of range.
  func seconds(after now: Int64) -> Int64? {
    guard var moment = start(after: now) else { return nil }
    for step in steps {
      switch step.unit {
      case .seconds(let length):
        guard let seconds = moment.seconds else { return nil }
        moment = LocalTime(seconds + Int64(step.count * length))
      case .days(let length): moment = moment.adding(days: step.count * length)
      case .months(let length): moment = moment.adding(days: 0, months: step.count * length)
      }
    }
    return moment.seconds
  }

  /// The moment before the steps. A time of day alone is the next one. A date alone begins at
  /// midnight, but today and tomorrow have the present time of day.
  private func start(after now: Int64) -> LocalTime? {
    let today = LocalTime(now)
    switch day {
    case nil:
      guard let time else { return today }
      return next(today, every: 1, at: time, after: now)
    case .date(let date): return at(time ?? TimeOfDay(hour: 0), on: date)
    case .after(let days):
      let date = today.adding(days: days)
      return time.map { at($0, on: date) } ?? date
    case .weekday(let weekday):
      let first = today.adding(days: (weekday - today.weekday + 7) % 7)
      return next(first, every: 7, at: time ?? TimeOfDay(hour: 0), after: now)
    case .nextWeekday(let weekday):
      let date = today.adding(days: (weekday - today.weekday + 6) % 7 + 1)
      return at(time ?? TimeOfDay(hour: 0), on: date)
    case .monthDay(let month, let day, let year):
      let time = time ?? TimeOfDay(hour: 0)
      if let year { return Self.date(year, month, day).map { at(time, on: $0) } }
      let first = Int(today.text("%Y")) ?? 1970
      return (first...first + Self.leapYearGap).lazy
        .compactMap { Self.date($0, month, day).map { at(time, on: $0) } }
        .first { $0.seconds.map { $0 > now } ?? false }
    }
  }

  /// The greatest number of years from one February 29 to the next.
  private static let leapYearGap = 8

  /// A date at midnight. Nil for a day that the month doesn't have.
  private static func date(_ year: Int, _ month: Int, _ day: Int) -> LocalTime? {
    let date = LocalTime("\(year)-\(month)-\(day)", format: "%Y-%m-%d")
    return date?.seconds.map { LocalTime($0) }.flatMap {
      $0.text("%-m-%-d") == "\(month)-\(day)" ? $0 : nil
    }
  }

  private func at(_ time: TimeOfDay, on date: LocalTime) -> LocalTime {
    date.at(hour: time.hour, minute: time.minute, second: time.second)
  }

  /// The time on `first`, or `days` later if that has passed.
  private func next(
    _ first: LocalTime, every days: Int, at time: TimeOfDay, after now: Int64
  ) -> LocalTime? {
    let moment = at(time, on: first)
    guard let seconds = moment.seconds else { return nil }
    return seconds > now ? moment : moment.adding(days: days)
  }
}

// Reading.
extension StartPhrase {
  /// Reads a word, and the words behind it that belong to it. Returns false for a word that isn't
  /// understood, and for a second date or time of day.
  private mutating func read(_ word: String, _ rest: inout ArraySlice<String>) -> Bool {
    switch word {
    case "at", "on", "in": return !rest.isEmpty
    case "now":
      isNow = true
      return true
    case "+": return rest.popFirst().map { readStep($0, &rest) } ?? false
    case "next": return rest.popFirst().map { readNext($0) } ?? false
    default: break
    }
    if let day = Self.monthDay(word, &rest) ?? Self.day(word) {
      guard self.day == nil else { return false }
      self.day = day
      return true
    }
    if let time = Self.time(word, &rest) {
      guard self.time == nil else { return false }
      self.time = time
      return true
    }
    return readStep(word.hasPrefix("+") ? String(word.dropFirst()) : word, &rest)
  }

  /// Reads what is behind `next`: a weekday, or a unit of time.
  private mutating func readNext(_ word: String) -> Bool {
    if let unit = Self.unit(word) {
      steps.append(Step(count: 1, unit: unit))
      return true
    }
    guard day == nil, let weekday = Self.weekday(word) else { return false }
    day = .nextWeekday(weekday)
    return true
  }

  /// Reads `april 1`, `1 apr`, `jul 31st, 2027`. Nil for words of another form.
  private static func monthDay(_ word: String, _ rest: inout ArraySlice<String>) -> Day? {
    guard let next = rest.first else { return nil }
    let (month, day): (Int, Int)
    if let named = Self.month(word), let number = dayOfMonth(next) {
      (month, day) = (named, number)
    } else if let named = Self.month(next), let number = dayOfMonth(word) {
      (month, day) = (named, number)
    } else {
      return nil
    }
    rest.removeFirst()
    guard let word = rest.first, word.utf8.count == 4, let year = number(word) else {
      return .monthDay(month: month, day: day, year: nil)
    }
    rest.removeFirst()
    return .monthDay(month: month, day: day, year: year)
  }

  private static func month(_ word: String) -> Int? {
    let name = word.hasSuffix(",") ? String(word.dropLast()) : word
    let names = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    guard name.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }

  /// Reads `1`, `1.`, `1st` or `31,`.
  private static func dayOfMonth(_ word: String) -> Int? {
    let digits = word.prefix(while: \.isASCIIDigit)
    let endings = ["", ",", ".", "st", "nd", "rd", "th", "st,", "nd,", "rd,", "th,"]
    guard 1...2 ~= digits.count, endings.contains(String(word.dropFirst(digits.count))),
      let day = number(digits), 1...31 ~= day
    else { return nil }
    return day
  }

  private static func weekday(_ word: String) -> Int? {
    let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    return word.utf8.count >= 3 ? names.firstIndex { $0.hasPrefix(word) } : nil
  }

  private static func day(_ word: String) -> Day? {
    switch word {
    case "today": return .after(days: 0)
    case "tomorrow": return .after(days: 1)
    default: break
    }
    if let weekday = weekday(word) { return .weekday(weekday) }
    return LocalTime(word, format: "%Y-%m-%d").map { .date($0) }
  }

  /// Reads `22:00`, `22:00:30`, `2200`, `5pm`, `5:30 pm` and the named times.
  private static func time(_ word: String, _ rest: inout ArraySlice<String>) -> TimeOfDay? {
    switch word {
    case "noon": return TimeOfDay(hour: 12)
    case "midnight": return TimeOfDay(hour: 0)
    case "teatime": return TimeOfDay(hour: 16)
    default: break
    }
    if word.utf8.count == 4, let number = number(word) {
      guard number / 100 < 24, number % 100 < 60 else { return nil }
      return TimeOfDay(hour: number / 100, minute: number % 100)
    }
    var clock = word
    var half = ["am", "pm"].first { clock.hasSuffix($0) }
    if half != nil {
      clock.removeLast(2)
    } else if let next = rest.first, next == "am" || next == "pm" {
      (half, rest) = (next, rest.dropFirst())
    }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 2 ? number($0) : nil }
    guard numbers.count == parts.count, (half == nil ? 2 : 1)...3 ~= parts.count,
      let hour = hour(numbers[0], half: half), numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return TimeOfDay(
      hour: hour, minute: numbers.count > 1 ? numbers[1] : 0,
      second: numbers.count > 2 ? numbers[2] : 0)
  }

  /// The hour of the day, 0 to 23. Nil for a number that the clock doesn't have.
  private static func hour(_ number: Int, half: String?) -> Int? {
    guard let half else { return number < 24 ? number : nil }
    guard 1...12 ~= number else { return nil }
    return number % 12 + (half == "pm" ? 12 : 0)
  }

  /// Reads `2`, `2h` or `2hours`, and the unit behind a number alone.
  private mutating func readStep(_ word: String, _ rest: inout ArraySlice<String>) -> Bool {
    let digits = word.prefix(while: \.isASCIIDigit)
    guard digits.count <= 6, let count = Self.number(digits) else { return false }
    let own = String(word.dropFirst(digits.count))
    guard let unit = Self.unit(own.isEmpty ? rest.popFirst() ?? "" : own) else { return false }
    let step = Step(count: count, unit: unit)
    steps.append(step)
    return step.isPossible
  }

  private static func number(_ digits: some StringProtocol) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(digits)
  }

  private static func unit(_ word: String) -> Step.Unit? {
    switch word {
    case "s", "sec", "secs", "second", "seconds": .seconds(1)
    case "m", "min", "mins", "minute", "minutes": .seconds(60)
    case "h", "hour", "hours": .seconds(3600)
    case "d", "day", "days": .days(1)
    case "w", "week", "weeks": .days(7)
    case "month", "months": .months(1)
    case "y", "year", "years": .months(12)
    default: nil
    }
  }
}
