package import HeadwayModel

/// News about the progress of a command, read from its output or its files.
package struct RecognisedReading: Hashable, Sendable {
  /// The state of the stretch of work that is measured now; empty if only the subtitle is new.
  package var reading: ProgressReading
  /// The last line with words in it; nil if it is the one given before. An empty text takes it
  /// back.
  package var subtitle: SanitisedText?
  /// Whether the stretch is one of several whose share of the whole nobody knows.
  package var isPart: Bool

  package init(reading: ProgressReading, subtitle: SanitisedText? = nil, isPart: Bool = false) {
    self.reading = reading
    self.subtitle = subtitle
    self.isPart = isPart
  }

  /// The reading for the card of the whole work.
  ///
  /// The reading of a part would be misleading there: 90 % of one file of many isn't 90 %. The
  /// result then has no percent. It only says that the work is in several parts.
  ///
  /// ```swift
  /// let part = RecognisedReading(reading: ninetyPercent, isPart: true)
  /// part.ofWhole.completed   // nil
  /// part.ofWhole.phase       // "in several parts"
  /// ```
  package var ofWhole: ProgressReading {
    guard isPart, reading != ProgressReading() else { return reading }
    return ProgressReading(
      total: 0, unit: .empty, phase: Self.partPhase, isResting: reading.isResting,
      advance: reading.advance)
  }

  private static let partPhase: SanitisedText = "in several parts"
}
