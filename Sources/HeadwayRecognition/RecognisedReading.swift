package import HeadwayCore

/// What a command's output newly said of its progress.
package struct RecognisedReading: Hashable, Sendable {
  /// Empty when only the subtitle is new.
  package var reading: ProgressReading
  /// The last line with words in it; nil when it is the one given before.
  package var subtitle: SanitisedText?

  package init(reading: ProgressReading, subtitle: SanitisedText? = nil) {
    self.reading = reading
    self.subtitle = subtitle
  }
}
