/// From `beginTask` in another process to the title on a monitor that is up.
enum BeginRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    let hub = try BenchHub(
      headway: bench.headway, directory: "\(bench.directory)/begin",
      config: BenchHub.keepingEnded("5s"))
    defer { hub.stop() }
    let run = BeginRun(try TerminalChild([bench.headway], rows: 40, columns: 120))
    var (first, next, withStart) = (Samples(), Samples(), Samples())
    // No fewer: of fifty, the 99th percentile is the worst.
    for round in 0..<max(50, bench.rounds(100)) {
      let (alone, soon) = try run.firstAndNext()
      first.add(alone)
      next.add(soon)
      if round.isMultiple(of: 5) { withStart.add(try run.withStart()) }
    }
    try run.quit()
    return [
      row("beginTask, a process's first → title on a monitor of 120×40\(run.remark)", first),
      row("beginTask within a second of another one → title", next),
      row("a process's start, and its first beginTask → title", withStart, bar: nil),
    ]
  }

  private static func row(
    _ what: String, _ samples: Samples, bar: Duration? = .milliseconds(20)
  ) -> TableRow {
    let p99 = samples.percentile(99)
    let worst = milliseconds(samples.percentile(100))
    return TableRow(
      what: what, ours: "p50 " + milliseconds(samples.median),
      result: "p99 \(milliseconds(p99)), worst \(worst)",
      bar: bar.map { "p99 ≤ \(decimal($0.milliseconds, 0)) ms" } ?? "–",
      isMet: bar.map { p99 <= $0 } ?? true)
  }
}
