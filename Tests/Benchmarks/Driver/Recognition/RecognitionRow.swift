import Glibc
import HeadwayModel
import HeadwayRecognition
import HeadwaySystem

/// How fast one core reads output for progress: logs with all that looks like progress and is none,
/// and a bar that is drawn over.
enum RecognitionRow {
  private static let chunkSize = 64 << 10
  private static let bytesWanted = 16 << 20

  static func measure(_ bench: Bench) throws -> [TableRow] {
    try [
      row("log text with dates, paths, counts and percents", line: logLine, bar: 200, bench),
      row("a tqdm bar drawn over", line: barLine, bar: 100, bench),
    ]
  }

  private static func row(
    _ what: String, line: (Int) -> String, bar: Double?, _ bench: Bench
  ) throws -> TableRow {
    let text = text(line)
    let samples = try interleaved(rounds: bench.rounds(20), [{ time(text) }])
    let rate = Double(text.count) / (samples[0].median / .seconds(1)) / 1e6
    return TableRow(
      what: "recognition: \(what)", ours: decimal(rate, 0) + " MB/s",
      result: decimal(rate, 0) + " MB/s", bar: bar.map { "≥ \(decimal($0, 0)) MB/s" } ?? "–",
      isMet: bar.map { rate >= $0 } ?? true)
  }

  private static func text(_ line: (Int) -> String) -> [UInt8] {
    var bytes: [UInt8] = []
    var number = 0
    while bytes.count < bytesWanted {
      bytes += Array(line(number).utf8)
      number += 1
    }
    return bytes
  }

  private static func logLine(_ number: Int) -> String {
    let time = "2026-11-22T08:\(10 + number / 60 % 50):\(10 + number % 50).\(100 + number % 900)Z"
    let tail =
      switch number % 5 {
      case 0: "GET /api/v1/users/\(number)?page=3 200 12ms"
      case 1: "retrying 2/5 of jobs/import.d/part-\(number).csv (attempt 1)"
      case 2: "heap at 43% of 512 MiB, cache hit ratio 97.1%"
      case 3: "[pool-2-thread-7] c.example.Worker - took \(number) rows from queue"
      default: "warning: unused variable 'x' [-Wunused] src/main.c:\(number):17"
      }
    return "\(time) INFO \(tail)\r\n"
  }

  private static func barLine(_ number: Int) -> String {
    "\rCooking: \(number % 100)%|#####     | \(number % 100)/100 [00:0\(number % 10)<00:09, 9.9it/s]"
  }

  /// Of the processor, for all of `text`.
  private static func time(_ text: [UInt8]) -> Duration {
    var recogniser = ProgressRecogniser()
    let start = threadTime()
    text.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: chunkSize) {
        let end = min(bytes.count, offset + chunkSize)
        recogniser.consume(
          UnsafeRawBufferPointer(rebasing: bytes[offset..<end]),
          at: .origin + .milliseconds(offset >> 10))
        _ = recogniser.takeReading()
      }
    }
    return threadTime() - start
  }
}
