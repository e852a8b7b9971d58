package import GRDB
import HeadwayHubCore
import HeadwayModel

extension TaskRow {
  /// Inserts or updates rows as the library's `upsert` does, but with one prepared statement and
  /// without encoding each row by `Encodable`. Either of these would take several times as long as
  /// the statement.
  static func upsert(_ rows: [TaskRow], in database: Database) throws {
    for row in rows {
      try database.cachedStatement(sql: upsertion)
        .execute(arguments: StatementArguments(row.columns.map(\.value)))
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
      "inputTold": inputTold,
    ]
  }

  /// All rows have the same columns.
  static let upsertion: String = {
    let columns = blank.columns.map(\.key)
    let names = columns.map(\.quotedDatabaseIdentifier)
    let changes = columns.filter { $0 != "key" }.map(\.quotedDatabaseIdentifier)
      .map { "\($0) = excluded.\($0)" }
    return """
      INSERT INTO \(databaseTableName) (\(names.joined(separator: ", ")))
      VALUES (\(databaseQuestionMarks(count: names.count)))
      ON CONFLICT DO UPDATE SET \(changes.joined(separator: ", ")) WHERE \(isUnderstood)
      """
  }()

  /// The condition for a row that may be written over: this program knows its state, and how it
  /// ended. A row of a newer headway, or one that somebody changed by hand, stays as it is.
  private static let isUnderstood: String = {
    let details = Canceller.allCases.map(\.rawValue) + ExpiryCause.allCases.map(\.rawValue)
    return """
      state IN (\(quoted(liveStates))) OR state = 'ended'
      AND (endReason IS NULL OR endReason IN (\(quoted(EndWord.allCases.map(\.rawValue)))))
      AND (endDetail IS NULL OR endDetail IN (\(quoted(details))))
      """
  }()

  private static let liveStates = TaskState.allCases.filter { $0 != .ended }.map(\.rawValue)

  /// The words of the states of live tasks, as a list of SQL.
  static let liveStateList = quoted(liveStates)

  private static func quoted(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: ", ")
  }

  private static var blank: TaskRow {
    let task = TaskDescription(key: TaskKey(high: 0, low: 0), title: .empty)
    return TaskRow(
      TaskRecord(
        number: .first, description: task, state: .ended,
        process: ProcessIdentity(pid: 0, startTime: 0, bootID: ""),
        startedAt: WallTime(millisecondsSinceEpoch: 0)))
  }
}
