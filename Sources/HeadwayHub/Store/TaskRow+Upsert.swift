import GRDB
import HeadwayHubCore
import HeadwayModel

extension TaskRow {
  /// Inserts or updates the rows of `records`, with one prepared statement.
  static func upsert(_ records: [TaskRecord], in database: Database) throws {
    let statement = try database.cachedStatement(sql: upsertion)
    for record in records {
      try statement.execute(
        arguments: StatementArguments(TaskColumns(record).columns.map(\.value)))
    }
  }

  /// The SQL statement that inserts or updates a row. All rows have the same columns.
  static let upsertion: String = {
    let names = columnNames.map(\.quotedDatabaseIdentifier)
    let changes = columnNames.filter { $0 != "key" }.map(\.quotedDatabaseIdentifier)
      .map { "\($0) = excluded.\($0)" }
    return """
      INSERT INTO \(databaseTableName) (\(names.joined(separator: ", ")))
      VALUES (\(databaseQuestionMarks(count: names.count)))
      ON CONFLICT DO UPDATE SET \(changes.joined(separator: ", ")) WHERE \(isUnderstood)
      """
  }()

  /// The condition for a row that may be overwritten: this program knows its state and its end. A
  /// row of a newer headway stays as it is, and so does a row that somebody changed by hand.
  private static let isUnderstood: String = {
    let details = Canceller.allCases.map(\.rawValue) + ExpiryCause.allCases.map(\.rawValue)
    return """
      state IN (\(quoted(liveStates))) OR state = 'ended'
      AND (endReason IS NULL OR endReason IN (\(quoted(EndWord.allCases.map(\.rawValue)))))
      AND (endDetail IS NULL OR endDetail IN (\(quoted(details))))
      """
  }()

  private static let liveStates = TaskState.allCases.filter { $0 != .ended }.map(\.rawValue)

  /// The states of live tasks, as a list in SQL.
  static let liveStateList = quoted(liveStates)

  private static func quoted(_ words: [String]) -> String {
    words.map { "'\($0)'" }.joined(separator: ", ")
  }
}
