import GRDB
import HeadwayModel

// The last runs of identifiers, for metrics.
extension RecordStore {
  /// Returns the last ended run of each identifier, the latest end first. Sensitive tasks are left
  /// out. Reads every row with an identifier.
  func lastRuns(limit: Int) throws -> [RecordedRun] {
    try readAlone { database in
      // With one max() the other columns are those of the row with the maximum.
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT identifier, max(endedAt), elapsed, exitCode, signal, endReason
          FROM task INDEXED BY taskByIdentifier
          WHERE identifier IS NOT NULL AND state = 'ended' AND sensitive = 0
            AND endedAt IS NOT NULL
          GROUP BY identifier ORDER BY 2 DESC LIMIT ?
          """, arguments: [limit])
      let success = try database.cachedStatement(
        sql: """
          SELECT max(endedAt) FROM task
          WHERE identifier = ? AND endReason = 'completed' AND state = 'ended' AND sensitive = 0
          """)
      var runs: [RecordedRun] = []
      for row in rows {
        guard let identifier = Self.text(row, 0) else { continue }
        let succeededAt = try Int64.fetchOne(success, arguments: [identifier])
        if let run = Self.run(identifier, row, succeededAt: succeededAt) { runs.append(run) }
      }
      return runs
    }
  }

  private static func run(
    _ identifier: String, _ row: Row, succeededAt: Int64?
  ) -> RecordedRun? {
    guard let endedAt = number(row, 1) else { return nil }
    let elapsed = Double.fromDatabaseValue(row[2] as DatabaseValue)
    return RecordedRun(
      identifier: SanitisedText(identifier, limit: .identifier).string,
      endedAt: WallTime(millisecondsSinceEpoch: endedAt),
      elapsed: elapsed.flatMap { Duration(nonNegativeSeconds: $0) }, exitCode: exitCode(row),
      succeededAt: succeededAt.map { WallTime(millisecondsSinceEpoch: $0) })
  }

  /// The exit status as a shell reports it; nil if it isn't known.
  private static func exitCode(_ row: Row) -> Int32? {
    if let code = number(row, 3) { return Int32(truncatingIfNeeded: code) }
    if let signal = number(row, 4) {
      return ExitStatus.signal(Int32(truncatingIfNeeded: signal)).shellCode
    }
    return text(row, 5) == EndWord.completed.rawValue ? 0 : nil
  }

  private static func text(_ row: Row, _ column: Int) -> String? {
    String.fromDatabaseValue(row[column] as DatabaseValue)
  }

  private static func number(_ row: Row, _ column: Int) -> Int64? {
    Int64.fromDatabaseValue(row[column] as DatabaseValue)
  }
}
