import Foundation
import HeadwayModel
import TestClocks
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

/// Everything that comes of `pieces`, so far apart, asked for after each, and once it is quiet.
func readings(
  of pieces: some Sequence<some Collection<UInt8>>, rules: [RecognitionRule] = [],
  command: String = "", every pause: Duration = .seconds(1)
) -> [RecognisedReading] {
  var recogniser = ProgressRecogniser(
    rules: rules, command: command.split(separator: " ").map(String.init))
  var now: AwakeTime = .zero
  var readings: [RecognisedReading] = []
  for piece in pieces {
    now += pause
    recogniser.consume(piece, at: now)
    if let reading = recogniser.takeReading() { readings.append(reading) }
  }
  recogniser.settle(at: now)
  return readings + (recogniser.takeReading().map { [$0] } ?? [])
}

/// What measures `text` gives, byte by byte, 70 ms apart.
func progress(of text: String) -> [ProgressReading] { progress(of: Array(text.utf8)) }

func progress(
  of bytes: [UInt8], every pause: Duration = .milliseconds(70)
) -> [ProgressReading] {
  var measures: [ProgressReading] = []
  for news in readings(of: bytes.map { [$0] }, every: pause) {
    var reading = news.reading
    reading.advance = nil
    if reading != ProgressReading(), reading != measures.last { measures.append(reading) }
  }
  return measures
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
  mutating func consume(_ bytes: some Collection<UInt8>, at now: AwakeTime = .zero) {
    Array(bytes).withUnsafeBytes { consume($0, at: now) }
  }

  mutating func consume(_ text: String) { consume(Array(text.utf8)) }
}
