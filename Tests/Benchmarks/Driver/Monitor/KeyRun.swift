import HeadwayCore
import HeadwaySystem
import Histogram

/// Moves the selection down and up, and looks for its sign in what the monitor writes.
struct KeyRun {
  private let monitor: TerminalChild
  /// Of an ASCII screen; nothing else on it is one.
  private static let selection = UInt8(ascii: "|")
  private static let patience: Duration = .seconds(2)
  /// Nanoseconds.
  private var histogram = Histogram<UInt64>(
    highestTrackableValue: 10_000_000_000, numberOfSignificantValueDigits: .three)

  init(_ monitor: TerminalChild) { self.monitor = monitor }

  mutating func perform(for time: Duration) throws {
    let end = SystemClocks.awake + time
    var isDown = false
    while SystemClocks.awake < end {
      isDown.toggle()
      let pressed = SystemClocks.awake
      monitor.type(isDown ? "j" : "k")
      guard sees(Self.selection, until: pressed + Self.patience) else {
        throw BenchmarkError("a key moves no selection")
      }
      histogram.record(UInt64(max(0, (SystemClocks.awake - pressed) / .nanoseconds(1))))
      let next = SystemClocks.awake + .milliseconds(Int64.random(in: 40..<120))
      while SystemClocks.awake < next { _ = monitor.read(until: next) }
    }
  }

  private func sees(_ byte: UInt8, until deadline: Duration) -> Bool {
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
