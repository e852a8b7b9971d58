/// How well one recording was read.
package struct Score: Sendable {
  package var name: String
  /// Changes of what was shown.
  package var readings = 0
  package var right = 0
  /// In words, with times.
  package var wrong: [String] = []
  /// The first reading's time in seconds.
  package var firstSeen: Double?
  /// Percent; nil where none is shown.
  package var last: Double?
  package var lastTruth: Double?
  /// Changes of the truth to a percent.
  package var changes = 0
  /// Of `changes`, while they held, shown.
  package var covered = 0
  /// Changes that should have been shown and weren't: all but the first of a phase, since what
  /// may be something else is believed at the second.
  package var missed: [String] = []

  package init(name: String) { self.name = name }

  /// What is wrong with how it ended; nil if nothing is.
  package var wrongEnd: String? {
    switch (last, lastTruth) {
    case (let last?, let truth?) where last.isRight(for: truth): nil
    case (nil, nil): nil
    // Nothing is known of the last stretch: what was shown before it may stay.
    case (_?, nil): changes > 0 ? nil : "ends with a percent, and there is none"
    case (_, let truth?): "ends with \(last.text), and it is \(truth.text)"
    }
  }

  /// All that keeps it from passing.
  package var complaints: [String] { wrong + missed + (wrongEnd.map { [$0] } ?? []) }
}

extension Double {
  /// To one percentage point, and what rounding of both adds.
  func isRight(for truth: Double) -> Bool { abs(self - truth) <= 1.01 }

  var text: String { Double?.some(self).text }
}

extension Double? {
  /// With at most two decimals.
  var text: String { map { "\(($0 * 100).rounded() / 100)" } ?? "-" }
}
