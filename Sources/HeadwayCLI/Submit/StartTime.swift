import ArgumentParser
import HeadwayModel
import HeadwaySystem

/// A start time on the command line, in the user's time zone: `22:00` (the next one), `+30m`,
/// `2026-12-24`, or `2026-12-24 22:00` with a space or a `T`. The times of `headway list --json` and
/// most words of date(1) and at(1) are understood too; see ``StartPhrase``.
struct StartTime: AllowedWords {
  let earliest: EarliestStart

  static var allowedWords: String {
    String(
      localized: """
        a future time: 22:00, +30m, "tomorrow 9:00", 2026-12-24 or "2026-12-24 22:00"
        """)
  }

  /// Reads a time. The error tells a past time from a malformed one.
  static func parse(_ word: String) throws -> StartTime {
    if let time = StartTime(argument: word) { return time }
    if isPast(word) {
      throw ValidationError(localized: "is in the past; give \(allowedWords)")
    }
    if isTooFar(word) { throw ValidationError(localized: "is too far; give \(allowedWords)") }
    throw ValidationError(localized: "must be \(allowedWords)")
  }

  /// Whether the word is a pause of more than a century: `+9999999d`.
  private static func isTooFar(_ word: String) -> Bool {
    guard word.hasPrefix("+"), let unit = word.last, "smhd".contains(unit) else { return false }
    return word.count > 2 && word.dropFirst().dropLast().allSatisfy(\.isASCIIDigit)
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
      words: SanitisedText(wire: "until \(LocalTime.words(of: moment, seenFrom: now))"))
  }

  /// The time in seconds since 1970. Nil if the text is malformed.
  static func moment(_ text: String, now: Int64) -> Int64? {
    if text.hasPrefix("+"), let pause = Duration(shortForm: text.dropFirst()) {
      return now + max(1, pause.components.seconds)
    }
    if text.hasPrefix("@") {
      let digits = text.dropFirst()
      return digits.utf8.count <= 12 && digits.allSatisfy(\.isASCIIDigit) ? Int64(digits) : nil
    }
    let formats = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M"]
    if let date = formats.lazy.compactMap({ LocalTime(text, format: $0) }).first {
      return date.seconds
    }
    return zoned(text) ?? StartPhrase(text)?.seconds(after: now)
  }

  /// The time of a text such as `2026-01-31T09:05:00.000Z`, which the JSON of Headway has, or
  /// `2026-01-31T09:05+02:00`. A fraction of a second is rounded up, because the task may not start
  /// earlier.
  private static func zoned(_ text: String) -> Int64? {
    guard let place = text.lastIndex(where: { "Z+-".contains($0) }),
      text[..<place].contains("T"), let offset = offset(text[place...])
    else { return nil }
    let parts = text[..<place].split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    guard parts.count <= 2, fraction.utf8.count <= 9, fraction.allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    let formats = ["%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M"]
    let seconds = formats.lazy.compactMap {
      LocalTime.seconds(ofUTC: String(parts[0]), format: $0)
    }.first
    return seconds.map { $0 - offset + (fraction.contains { $0 != "0" } ? 1 : 0) }
  }

  /// The seconds that a zone is ahead of UTC: `Z`, `+02:00`, `-0330` or `+02`.
  private static func offset(_ zone: Substring) -> Int64? {
    if zone == "Z" { return 0 }
    let digits = zone.dropFirst().filter { $0 != ":" }
    let isForm = ["HH:MM", "HHMM", "HH"].contains { form in
      form.count == zone.count - 1
        && zip(form, zone.dropFirst()).allSatisfy {
          ($0 == ":") == ($1 == ":")
        }
    }
    guard isForm, digits.allSatisfy(\.isASCIIDigit), let number = Int64(digits) else { return nil }
    let (hours, minutes) = digits.count == 4 ? (number / 100, number % 100) : (number, 0)
    guard hours <= 14, minutes < 60 else { return nil }
    return (zone.first == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
