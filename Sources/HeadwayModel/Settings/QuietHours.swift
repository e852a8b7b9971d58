/// A time of the day, as a clock on the wall shows it.
public struct TimeOfDay: Hashable, Sendable, Comparable {
  /// The minutes since midnight, 0 to 1439.
  public let minutes: Int

  /// Makes a time of day; nil for more minutes than a day has.
  public init?(minutes: Int) {
    guard (0..<24 * 60).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  /// `7:30`, `22:00`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2, (1...2).contains(parts[0].utf8.count),
      parts.allSatisfy({ $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
      let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes < 60
    else { return nil }
    self.init(minutes: hours * 60 + minutes)
  }

  /// Returns whether `one` is earlier in the day.
  public static func < (one: TimeOfDay, other: TimeOfDay) -> Bool {
    one.minutes < other.minutes
  }
}

/// The part of the day in which nobody wants to be told: `22:00-07:00`.
public struct QuietHours: Hashable, Sendable {
  private let start: TimeOfDay
  /// No more part of it.
  private let end: TimeOfDay

  /// Reads quiet hours; nil for anything but two different times with a hyphen in between.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let start = TimeOfDay(parts[0]), let end = TimeOfDay(parts[1]),
      start != end
    else { return nil }
    (self.start, self.end) = (start, end)
  }

  /// Returns whether `time` is within the quiet hours, which may span midnight.
  public func contain(_ time: TimeOfDay) -> Bool {
    start < end ? start <= time && time < end : start <= time || time < end
  }
}
