package import HeadwayCore

/// What a command newly said of its progress.
package struct RecognisedReading: Hashable, Sendable {
  /// Of the stretch of work that is measured now; empty when only the subtitle is new.
  package var reading: ProgressReading
  /// The last line with words in it; nil when it is the one given before.
  package var subtitle: SanitisedText?
  /// The stretch is one of several, of which nobody knows how much of the whole they are.
  package var isPart: Bool

  package init(reading: ProgressReading, subtitle: SanitisedText? = nil, isPart: Bool = false) {
    self.reading = reading
    self.subtitle = subtitle
    self.isPart = isPart
  }

  /// What is known of the whole: of a part, that it is measured.
  package var ofWhole: ProgressReading {
    guard isPart, reading != ProgressReading() else { return reading }
    return ProgressReading(
      total: 0, unit: .empty, phase: Self.partPhase, isResting: reading.isResting,
      advance: reading.advance)
  }

  /// Where no bar measures the whole any more.
  private static let partPhase: SanitisedText = "in several parts"
}
