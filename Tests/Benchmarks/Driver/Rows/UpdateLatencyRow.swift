import Glibc
import HeadwayCore
import HeadwaySystem
import Histogram

/// From an update on a worker's connection to its cells on the monitor's terminal: ten tasks in
/// view, each reporting about five times a second.
enum UpdateLatencyRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    let (histogram, unseen) = try bench.withHub("updates") { hub in
      let tasks = try hub.tasks(10)
      var run = UpdateRun(tasks: tasks, monitor: try openMonitor(bench))
      try run.perform(for: .seconds(bench.rounds(24)))
      tasks.forEach { $0.end() }
      return (run.histogram, run.unseen)
    }
    let p50 = Duration.nanoseconds(Int64(histogram.valueAtPercentile(50)))
    let p99 = Duration.nanoseconds(Int64(histogram.valueAtPercentile(99)))
    return [
      TableRow(
        what: "update sent → cells written, 10 tasks in view (\(histogram.totalCount) updates, "
          + "\(unseen) drawn in pieces)",
        ours: "p50 " + milliseconds(p50), result: "p99 " + milliseconds(p99),
        bar: "≤ 10 / 50 ms", isMet: p50 <= .milliseconds(10) && p99 <= .milliseconds(50))
    ]
  }

  /// Tall enough for ten whole cards.
  private static func openMonitor(_ bench: Bench) throws -> TerminalChild {
    let monitor = try TerminalChild([bench.headway], rows: 60, columns: 100)
    let settled = monitor.started + .milliseconds(500)
    while case .bytes = monitor.read(until: settled) {}
    return monitor
  }
}
