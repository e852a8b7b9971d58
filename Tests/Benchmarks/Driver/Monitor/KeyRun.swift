import HeadwayModel
import HeadwaySystem
import Histogram

/// Asks to cancel the selected task and takes it back, and looks for what that puts on the screen.
struct KeyRun {
  private let monitor: TerminalChild
  /// The question quotes the title, the footer begins with `Enter`: nothing else on the screen, nor in
  /// what moves on it, has these characters. A selection that moves has none of its own: it may be
  /// scrolled to its place.
  private static let keys = [(key: "c", sign: UInt8(ascii: "'")), ("n", UInt8(ascii: "E"))]
  private static let patience: Duration = .seconds(2)
  /// Nanoseconds.
  private var histogram = Histogram<UInt64>(
    highestTrackableValue: 10_000_000_000, numberOfSignificantValueDigits: .three)

  init(_ monitor: TerminalChild) { self.monitor = monitor }

  mutating func perform(for time: Duration) throws {
    let end = SystemClocks.awake + time
    while SystemClocks.awake < end {
      for (key, sign) in Self.keys { try press(key, untilSeen: sign) }
    }
  }

  private mutating func press(_ key: String, untilSeen sign: UInt8) throws {
    let pressed = SystemClocks.awake
    monitor.type(key)
    guard sees(sign, until: pressed + Self.patience) else {
      throw BenchmarkError("the key \(key) has no effect")
    }
    histogram.record(UInt64(max(0, (SystemClocks.awake - pressed) / .nanoseconds(1))))
    let next = SystemClocks.awake + .milliseconds(Int64.random(in: 40..<120))
    while SystemClocks.awake < next { _ = monitor.read(until: next) }
  }

  private func sees(_ byte: UInt8, until deadline: AwakeTime) -> Bool {
    while case .bytes(let bytes) = monitor.read(until: deadline) {
      if bytes.contains(byte) { return true }
    }
    return false
  }

  var row: TableRow {
    let p50 = Duration.nanoseconds(Int64(histogram.valueAtPercentile(50)))
    let p99 = Duration.nanoseconds(Int64(histogram.valueAtPercentile(99)))
    return TableRow(
      what: "in that load: key → its cells written (\(histogram.totalCount) keys)",
      ours: "p50 " + milliseconds(p50), result: "p99 " + milliseconds(p99), bar: "p99 ≤ 16 ms",
      isMet: p99 <= .milliseconds(16))
  }
}
