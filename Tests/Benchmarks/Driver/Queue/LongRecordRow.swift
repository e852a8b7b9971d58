import HeadwayModel
import HeadwaySystem

/// Starting a hub whose record holds a hundred thousand tasks that have ended.
enum LongRecordRow {
  private static let count = 100_000

  /// Copies of the one task that there is, a second apart.
  private static let filling = """
    CREATE TEMP TABLE one AS SELECT * FROM task LIMIT 1;
    WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    INSERT INTO task (key, number, title, sensitive, onStall, grace, state, endReason, exitCode,
      reportsItself, supervised, patience, pid, processStart, bootID, startedAt, endedAt, elapsed)
    SELECT printf('%032x', i), i, 'Task ' || i, sensitive, onStall, grace, state, endReason,
      exitCode, reportsItself, supervised, patience, pid, processStart, bootID,
      startedAt - 86400000 - i * 1000, endedAt - 86400000 - i * 1000, elapsed FROM n, one;
    UPDATE sequence SET value = \(count);
    """

  static func measure(_ bench: Bench) throws -> [TableRow] {
    try bench.withHub("long-record") { hub in
      let empty = try start(bench, hub)
      try Child(command: [bench.headway, "run", "true"]).expectSuccess()
      hub.stop()
      let record = "\(hub.paths.stateDirectory)/record.sqlite"
      try Child(command: ["sqlite3", record, filling]).expectSuccess()
      let full = try start(bench, hub)
      return [
        TableRow(
          what: "start of the hub, \(count) ended tasks in the record (none)",
          ours: milliseconds(full), peer: milliseconds(empty), result: milliseconds(full),
          bar: "≤ 100 ms", isMet: full <= .milliseconds(100))
      ]
    }
  }

  /// Until it serves: `hub start` returns then.
  private static func start(_ bench: Bench, _ hub: BenchHub) throws -> Duration {
    var samples = Samples()
    for _ in 0..<bench.rounds(11) {
      hub.stop()
      samples.add(try Child(command: [bench.headway, "hub", "start"]).timed())
    }
    return samples.median
  }
}
