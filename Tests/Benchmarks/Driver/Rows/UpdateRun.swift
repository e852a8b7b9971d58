import HeadwayModel
import HeadwaySystem
import Histogram

/// Sends updates on a schedule and looks for their marks in what the monitor writes.
struct UpdateRun {
  private let tasks: [BenchTask]
  private let monitor: TerminalChild
  private var due: [AwakeTime]
  private var pending: [(mark: [UInt8], sent: AwakeTime)?]
  private var turns: [Int]
  private var count = 0
  private var seen: [UInt8] = []
  /// Updates whose marks weren't written whole.
  private(set) var unseen = 0
  /// Nanoseconds.
  private(set) var histogram = Histogram<UInt64>(
    highestTrackableValue: 10_000_000_000, numberOfSignificantValueDigits: .three)

  private static let patience: Duration = .seconds(2)
  /// Between two updates of a task, on average.
  private let meanPause: Duration

  init(tasks: [BenchTask], monitor: TerminalChild, pause: Duration = .milliseconds(200)) {
    self.tasks = tasks
    self.monitor = monitor
    meanPause = pause
    let now = SystemClocks.awake
    due = tasks.indices.map { now + pause * ($0 + 1) / tasks.count }
    pending = tasks.map { _ in nil }
    turns = tasks.map { _ in 0 }
  }

  /// Half to one and a half times the mean, so that tasks don't march in step.
  private var pause: Duration { meanPause * Int.random(in: 500..<1500) / 1000 }

  /// Reads what the monitor writes, and sends nothing.
  mutating func look(for time: Duration) throws {
    let end = SystemClocks.awake + time
    while SystemClocks.awake < end { try look(until: end) }
  }

  mutating func perform(for time: Duration) throws {
    let end = SystemClocks.awake + time
    while SystemClocks.awake < end {
      sendWhatIsDue()
      try look(until: due.min() ?? end)
    }
  }

  func quit() throws {
    monitor.type("q")
    try monitor.finish()
  }

  func row(_ what: String) -> TableRow {
    let p50 = Duration.nanoseconds(Int64(histogram.valueAtPercentile(50)))
    let p99 = Duration.nanoseconds(Int64(histogram.valueAtPercentile(99)))
    return TableRow(
      what: "\(what) (\(histogram.totalCount) updates, \(unseen) drawn in pieces)",
      ours: "p50 " + milliseconds(p50), result: "p99 " + milliseconds(p99),
      bar: "≤ 10 / 50 ms", isMet: p50 <= .milliseconds(10) && p99 <= .milliseconds(50))
  }

  /// A task whose last update isn't on the screen yet waits: it would be superseded.
  private mutating func sendWhatIsDue() {
    for index in tasks.indices where due[index] <= SystemClocks.awake {
      due[index] = SystemClocks.awake + pause
      guard pending[index] == nil else { continue }
      count += 1
      turns[index] += 1
      let mark = UpdateMark.text(count, turn: turns[index])
      pending[index] = (Array(mark.utf8), SystemClocks.awake)
      tasks[index].report(completed: 1000 + Int64(count) * 16, subtitle: mark)
    }
  }

  private mutating func look(until deadline: AwakeTime) throws {
    switch monitor.read(until: deadline) {
    case .nothing: try passOverUnseen()
    case .ended: throw BenchmarkError("the monitor ended")
    case .bytes(let bytes): find(in: bytes, at: SystemClocks.awake)
    }
  }

  private mutating func find(in bytes: UnsafeRawBufferPointer, at now: AwakeTime) {
    seen += bytes
    for index in pending.indices {
      guard let wanted = pending[index], seen.contains(wanted.mark) else { continue }
      pending[index] = nil
      let nanoseconds = (now - wanted.sent) / .nanoseconds(1)
      histogram.record(UInt64(max(0, nanoseconds)))
    }
    if pending.allSatisfy({ $0 == nil }) { seen = [] } else { seen = Array(seen.suffix(1 << 16)) }
  }

  /// curses sometimes moves whole lines (a scrolling region) and writes only the rest of a mark
  /// over the one it moved there: such an update can't be timed. More than one in fifty, and more
  /// than a few, would be a loss.
  private mutating func passOverUnseen() throws {
    let now = SystemClocks.awake
    for index in pending.indices {
      guard let wanted = pending[index], now - wanted.sent > Self.patience else { continue }
      pending[index] = nil
      unseen += 1
      guard unseen <= max(5, count / 50) else {
        let mark = String(decoding: wanted.mark, as: UTF8.self)
        throw BenchmarkError("the update \(mark) and others never reached the monitor's screen")
      }
    }
  }
}
