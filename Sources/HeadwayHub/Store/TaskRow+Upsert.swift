package import GRDB
import Synchronization

extension TaskRow {
  /// As the library's `upsert` does it, with a statement that is written and prepared once, and without
  /// asking the row for its columns by `Encodable`: either takes several times as long as to execute it.
  static func upsert(_ rows: [TaskRow], in database: Database) throws {
    for row in rows {
      let columns = row.columns
      try database.cachedStatement(sql: sql(for: columns.map(\.key)))
        .execute(arguments: StatementArguments(columns.map(\.value)))
    }
  }

  /// Each column with what it is to hold.
  package var columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> {
    [
      "key": key, "number": number, "title": title, "subtitle": subtitle, "identifier": identifier,
      "command": command, "directory": directory, "parent": parent, "groupName": groupName,
      "sensitive": sensitive, "onStall": onStall, "stallAfter": stallAfter, "grace": grace,
      "state": state, "endReason": endReason, "endDetail": endDetail, "forced": forced,
      "cancelNote": cancelNote, "paused": paused, "suspension": suspension, "exitCode": exitCode,
      "signal": signal, "completed": completed, "total": total, "unit": unit, "phase": phase,
      "fraction": fraction, "growing": growing, "reportsItself": reportsItself,
      "supervised": supervised, "patience": patience, "pid": pid, "processStart": processStart,
      "bootID": bootID, "startedAt": startedAt, "endedAt": endedAt, "elapsed": elapsed,
      "attempt": attempt, "replaced": replaced, "leakedAssertion": leakedAssertion,
      "silentAllowance": silentAllowance, "advancingAllowance": advancingAllowance, "terms": terms,
      "turnRank": turnRank, "claim": claim, "queuedAt": queuedAt, "launch": launch,
      "earlierEnds": earlierEnds, "held": held, "notify": notify, "retryAt": retryAt,
      "stalled": stalled, "askedAt": askedAt, "stalledSince": stalledSince,
    ]
  }

  /// Made of the first row: all have the same columns.
  private static func sql(for columns: @autoclosure () -> [String]) -> String {
    statement.withLock { statement in
      let sql = statement ?? upsertion(of: columns())
      statement = sql
      return sql
    }
  }

  private static let statement = Mutex<String?>(nil)

  private static func upsertion(of columns: [String]) -> String {
    let names = columns.map(\.quotedDatabaseIdentifier)
    let changes = columns.filter { $0 != "key" }.map(\.quotedDatabaseIdentifier)
      .map { "\($0) = excluded.\($0)" }
    return """
      INSERT INTO \(databaseTableName) (\(names.joined(separator: ", ")))
      VALUES (\(databaseQuestionMarks(count: names.count)))
      ON CONFLICT DO UPDATE SET \(changes.joined(separator: ", "))
      """
  }
}
