import Foundation
import HeadwayCore
import Testing

@testable import HeadwayRecognition

/// What a real command wrote to a pty of 100 columns (script(1), Debian 12).
struct Recording: Sendable, CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]

  init(_ name: String) throws {
    let file = try #require(
      Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: "Fixtures"))
    self.name = name
    bytes = [UInt8](try Data(contentsOf: file))
  }

  var testDescription: String { name }
}

/// Everything that comes of `pieces`, a second apart, asked for after each, and once it is quiet.
func readings(
  of pieces: some Sequence<some Collection<UInt8>>, rules: [RecognitionRule] = [],
  command: String = ""
) -> [RecognisedReading] {
  var recogniser = ProgressRecogniser(rules: rules, command: [command])
  var now: Duration = .zero
  var readings: [RecognisedReading] = []
  for piece in pieces {
    now += .seconds(1)
    recogniser.consume(piece, at: now)
    if let reading = recogniser.takeReading() { readings.append(reading) }
  }
  recogniser.settle(at: now)
  return readings + (recogniser.takeReading().map { [$0] } ?? [])
}

/// What measures `text` gives, byte by byte.
func progress(of text: String) -> [ProgressReading] { progress(of: Array(text.utf8)) }

func progress(of bytes: [UInt8]) -> [ProgressReading] {
  readings(of: bytes.map { [$0] }).map(\.reading).filter { $0 != ProgressReading() }
}

func percents(of text: String) -> [Int64?] { progress(of: text).map(\.wholePercent) }

extension ProgressReading {
  /// Completed as a whole percent, of percentages only.
  var wholePercent: Int64? {
    unit == TaskProgress.percentUnit ? completed.map { $0 / 100 } : nil
  }

  static func count(_ completed: Int64, of total: Int64, phase: SanitisedText? = nil) -> Self {
    ProgressReading(completed: completed, total: total, unit: .empty, phase: phase)
  }
}

extension ProgressRecogniser {
  mutating func consume(_ bytes: some Collection<UInt8>, at now: Duration = .zero) {
    Array(bytes).withUnsafeBytes { consume($0, at: now) }
  }

  mutating func consume(_ text: String) { consume(Array(text.utf8)) }
}
