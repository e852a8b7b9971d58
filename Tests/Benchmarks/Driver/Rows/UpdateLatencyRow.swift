import Glibc
import HeadwayModel
import HeadwaySystem

/// From an update on a worker's connection to its cells on the monitor's terminal: ten tasks in
/// view, each reporting about five times a second.
enum UpdateLatencyRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    try bench.withHub("updates") { hub in
      let tasks = try hub.tasks(10)
      var run = UpdateRun(tasks: tasks, monitor: try openMonitor(bench))
      try run.perform(for: .seconds(bench.rounds(24)))
      try run.quit()
      tasks.forEach { $0.end() }
      return [run.row("update sent → cells written, 10 tasks in view")]
    }
  }

  /// Tall enough for ten whole cards.
  private static func openMonitor(_ bench: Bench) throws -> TerminalChild {
    let monitor = try TerminalChild([bench.headway], rows: 60, columns: 100)
    let settled = monitor.started + .milliseconds(500)
    while case .bytes = monitor.read(until: settled) {}
    return monitor
  }
}
