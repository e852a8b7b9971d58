internal import HeadwayRecognition

/// Finds what the recogniser finds.
package struct RecognisingObserver: OutputObserver {
  private var recogniser = ProgressRecogniser()

  package init() {}

  package mutating func consume(_ bytes: UnsafeRawBufferPointer) { recogniser.consume(bytes) }

  package mutating func skip() { recogniser.skip() }

  package mutating func takeReading() -> ObservedReading? {
    recogniser.takeReading().map { ObservedReading(reading: $0.reading, subtitle: $0.subtitle) }
  }
}
