/// The times at which a task runs again and again: `1h` after the start of the run before, or the
/// times of a calendar expression.
public struct Recurrence: Hashable, Sendable {
  /// The words of the person, with single spaces between them.
  public let text: String
  private let rule: Rule

  private enum Rule: Hashable, Sendable {
    /// The time between two starts in milliseconds.
    case interval(Int64)
    case calendar(CalendarExpression)
  }

  /// The intervals that a task can have.
  public static let intervals = Duration.seconds(1)...Duration.seconds(366 * 86_400)

  /// Reads an interval or a calendar expression.
  ///
  /// - Throws: the part that isn't understood, or the limit that an interval is beyond.
  public init(_ text: String) throws(CalendarError) {
    guard text.utf8.count <= CalendarExpression.byteLimit else {
      throw CalendarError(
        text.prefix(20), localized: "at most \(CalendarExpression.byteLimit) bytes are possible")
    }
    self.text = text.split(separator: " ").joined(separator: " ")
    guard let interval = Duration(shortForm: self.text) else {
      rule = .calendar(try CalendarExpression(self.text))
      return
    }
    guard self.text.last?.isNumber == false else {
      throw CalendarError(text[...], localized: "add a unit: 30s, 5m, 1h, 2d")
    }
    guard Self.intervals.contains(interval) else {
      throw CalendarError(text[...], localized: "an interval is from 1s to 366d")
    }
    rule = .interval(interval.wholeMilliseconds)
  }

  /// Whether the times are counted from the start of the run before.
  public var isInterval: Bool { if case .interval = rule { true } else { false } }

  /// Returns the first time after `now` in the series that goes on from `base`; nil if there is
  /// none.
  ///
  /// An interval counts whole steps from `base`. A calendar expression names no time at or before
  /// `base`, so that a clock that was set back repeats none.
  public func next(after base: WallTime, now: WallTime, _ offset: ClockOffset) -> WallTime? {
    switch rule {
    case .interval(let length):
      // A clock that was set back must not put the next run off.
      let steps = base > now ? 0 : now.since(base).wholeMilliseconds / length
      let start = base > now ? now : base
      return start.advanced(by: .milliseconds((steps + 1) * length))
    case .calendar(let expression):
      let next = expression.next(after: max(base, now).wholeSeconds, offset)
      return next.map { WallTime(millisecondsSinceEpoch: $0 * 1000) }
    }
  }
}
