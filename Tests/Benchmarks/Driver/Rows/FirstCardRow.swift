import HeadwayModel
import HeadwaySystem

/// From the start of `headway` on a terminal to the title of a card on it.
enum FirstCardRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    let samples = try bench.withHub("first-card") { hub in
      let tasks = try hub.tasks(10)
      let title = tasks[0].title
      let samples = try interleaved(rounds: bench.rounds(80), [{ try open(bench, title) }])
      tasks.forEach { $0.end() }
      return samples[0]
    }
    let median = samples.median
    return [
      TableRow(
        what: "first card on screen, 10 tasks", ours: milliseconds(median),
        result: "p99 " + milliseconds(samples.percentile(99)), bar: "p50 ≤ 30 ms",
        isMet: median <= .milliseconds(30))
    ]
  }

  private static func open(_ bench: Bench, _ title: String) throws -> Duration {
    let monitor = try TerminalChild([bench.headway])
    let limit = monitor.started + .seconds(5)
    let wanted = Array(title.utf8)
    var seen: [UInt8] = []
    while case .bytes(let bytes) = monitor.read(until: limit) {
      seen += bytes
      if seen.contains(wanted) {
        let time = SystemClocks.awake - monitor.started
        monitor.type("q")
        try monitor.finish()
        return time
      }
    }
    monitor.type("q")
    throw BenchmarkError("no card in \(seen.count) bytes of the monitor's")
  }
}
