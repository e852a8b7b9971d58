import ArgumentParser
import HeadwayModel

/// A value that is one word on the command line. The error for a wrong word lists the allowed
/// words.
protocol AllowedWords {
  /// Reads a word. Nil for a wrong one.
  init?(argument: String)
  /// The allowed words as the end of "must be …": "22:00, +30m or 2026-12-24". They are in the
  /// language of the reader, so that a constant can't hold them.
  static var allowedWords: String { get }
}

extension AllowedWords {
  /// Reads a word, as a `transform` of ArgumentParser. Throws a `ValidationError` with the allowed
  /// words.
  static func parse(_ word: String) throws -> Self {
    guard let value = Self(argument: word) else {
      throw ValidationError(String(localized: "must be \(allowedWords)"))
    }
    return value
  }
}

/// A `transform` of ArgumentParser that reads a whole number within `range`.
///
/// ```swift
/// @Option(transform: wholeNumber(in: 0...Int64.max)) var total: Int64?
/// ```
func wholeNumber<Number: FixedWidthInteger & Sendable>(
  in range: ClosedRange<Number>
) -> @Sendable (String) throws -> Number {
  { word in
    guard let number = Number(word), range.contains(number) else {
      throw ValidationError(
        range.upperBound == .max
          ? String(localized: "must be a whole number, at least \(range.lowerBound)")
          : String(
            localized: "must be a whole number from \(range.lowerBound) to \(range.upperBound)"))
    }
    return number
  }
}

/// The `transform` for priorities.
let priorityNumber = wholeNumber(in: LaunchTerms.priorities)

/// A duration on the command line: `30s`, `5m`, `1h30m`.
struct ShortDuration: AllowedWords {
  let duration: Duration

  static var allowedWords: String { String(localized: "a duration such as 30s, 5m or 1h30m") }

  init?(argument: String) {
    guard let duration = Duration(shortForm: argument) else { return nil }
    self.duration = duration
  }
}

extension ShortDuration {
  /// Reads a duration of more than zero, as a `transform` of ArgumentParser.
  static func parsePositive(_ word: String) throws -> ShortDuration {
    let value = try parse(word)
    guard value.duration > .zero else {
      throw ValidationError(String(localized: "must be more than 0"))
    }
    return value
  }
}

/// The percent of a task that is done, 0 to 100.
struct PercentDone: AllowedWords {
  let value: Double

  static var allowedWords: String { String(localized: "a number from 0 to 100") }

  init?(argument: String) {
    guard let value = Double(argument), (0...100).contains(value) else { return nil }
    self.value = value
  }
}

/// Resources on the command line, for `--needs`.
extension ResourceNeed: AllowedWords {
  static var allowedWords: String {
    String(localized: "a resource, such as gpu, or a resource and a number, such as gpu=2")
  }

  init?(argument: String) { self.init(argument) }
}

/// Conditions on the command line, for `--when` and `--while`.
extension StartCondition: AllowedWords {
  static var allowedWords: String { String(localized: "ac, network, idle=10m or load<2") }
  /// The conditions that shells complete. `load<2` isn't one of them, because a shell would read
  /// `<` as a redirection.
  static let examples = ["ac", "network", "idle"]

  init?(argument: String) { self.init(argument) }
}
