import ArgumentParser
import HeadwayCore

/// A value that a word of the command line stands for; one that stands for none is told what there is.
protocol AllowedWords {
  init?(argument: String)
  /// As the end of "it is …": "22:00, +30m or 2026-12-24".
  static var allowedWords: String { get }
}

extension AllowedWords {
  static func parse(_ word: String) throws -> Self {
    guard let value = Self(argument: word) else {
      throw ValidationError("it is \(allowedWords)")
    }
    return value
  }
}

/// Reads a whole number within `range`.
func wholeNumber<Number: FixedWidthInteger & Sendable>(
  in range: ClosedRange<Number>
) -> @Sendable (String) throws -> Number {
  { word in
    guard let number = Number(word), range.contains(number) else {
      let words =
        range.upperBound == .max
        ? "a whole number from \(range.lowerBound) on"
        : "\(range.lowerBound) to \(range.upperBound)"
      throw ValidationError("it is \(words)")
    }
    return number
  }
}

/// `priority` as everybody takes it.
let priorityNumber = wholeNumber(in: LaunchTerms.priorities)

/// A duration of the command line: `30s`, `5m`, `1h30m`.
struct ShortDuration: AllowedWords {
  let duration: Duration

  static let allowedWords = "a duration such as 30s, 5m or 1h30m"

  init?(argument: String) {
    guard let duration = Duration(shortForm: argument) else { return nil }
    self.duration = duration
  }
}

/// Percent of a task that is done.
struct PercentDone: AllowedWords {
  let value: Double

  static let allowedWords = "a number from 0 to 100"

  init?(argument: String) {
    guard let value = Double(argument), (0...100).contains(value) else { return nil }
    self.value = value
  }
}

extension ResourceNeed: AllowedWords {
  static let allowedWords = "a resource and how many of it, such as gpu or gpu=2"

  init?(argument: String) { self.init(argument) }
}

extension StartCondition: AllowedWords {
  static let allowedWords = "ac, network, idle=10m or load<2"
  /// For shells, which would take a < for their own.
  static let examples = ["ac", "network", "idle"]

  init?(argument: String) { self.init(argument) }
}
