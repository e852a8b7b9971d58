import ArgumentParser
import HeadwayModel
import HeadwaySystem

/// A start time on the command line, in the user's time zone: `22:00` (the next one), `+30m`,
/// `2026-12-24`, or `2026-12-24 22:00` with a space or a `T`.
struct StartTime: AllowedWords {
  let earliest: EarliestStart

  static let allowedWords = "a future time: 22:00, +30m, 2026-12-24 or \"2026-12-24 22:00\""

  /// Reads a time. The error tells a past time from a malformed one.
  static func parse(_ word: String) throws -> StartTime {
    if let time = StartTime(argument: word) { return time }
    throw ValidationError("\(isPast(word) ? "is in the past; give" : "must be") \(allowedWords)")
  }

  /// Whether the word is a valid time in the past.
  private static func isPast(_ word: String) -> Bool {
    let isBackward = word.hasPrefix("-") && Duration(shortForm: word.dropFirst()) != nil
    return isBackward || moment(word, now: SystemClocks.sinceEpoch.components.seconds) != nil
  }

  /// Reads a time in the future. Nil for a past or malformed one.
  init?(argument: String) {
    let now = SystemClocks.sinceEpoch.components.seconds
    guard let moment = Self.moment(argument, now: now), moment > now else { return nil }
    earliest = EarliestStart(
      WallTime(millisecondsSinceEpoch: moment * 1000),
      words: SanitisedText("until \(LocalTime.words(of: moment, seenFrom: now))"))
  }

  /// The time in seconds since 1970. Nil if the text is malformed.
  private static func moment(_ text: String, now: Int64) -> Int64? {
    if text.hasPrefix("+") {
      return Duration(shortForm: text.dropFirst()).map { now + max(1, $0.components.seconds) }
    }
    let formats = ["%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d"]
    if let date = formats.lazy.compactMap({ LocalTime(text, format: $0) }).first {
      return date.seconds
    }
    let today = LocalTime(text, format: "%H:%M", base: LocalTime(now).atFullMinute)
    guard let today, let moment = today.seconds else { return nil }
    return moment > now ? moment : today.tomorrow.seconds
  }
}
