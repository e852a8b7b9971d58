package import HeadwayCore

/// What reads the command's output for progress.
package protocol OutputObserver {
  mutating func consume(_ bytes: UnsafeRawBufferPointer)
  /// Output went by that wasn't consumed: what was half read is void.
  mutating func skip()
  /// What was found since the last time; nil for nothing new.
  mutating func takeReading() -> ObservedReading?
}

/// What an observer found.
package struct ObservedReading: Hashable, Sendable {
  package var reading: ProgressReading
  package var subtitle: SanitisedText?

  package init(reading: ProgressReading, subtitle: SanitisedText? = nil) {
    self.reading = reading
    self.subtitle = subtitle
  }
}

/// Finds nothing.
package struct NullObserver: OutputObserver {
  package init() {}
  package func consume(_ bytes: UnsafeRawBufferPointer) {}
  package func skip() {}
  package func takeReading() -> ObservedReading? { nil }
}
