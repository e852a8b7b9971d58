import GRDB
import Synchronization

extension TaskRow {
  /// As `PersistableRecord.upsert` does it, with a statement that is written and prepared once: the
  /// library's takes several times as long to write as to execute.
  static func upsert(_ rows: [TaskRow], in database: Database) throws {
    for row in rows {
      let values = try row.databaseDictionary
      let upsert = statement.withLock { statement in
        let known = statement ?? Upsert(columns: values.keys.sorted())
        statement = known
        return known
      }
      try database.cachedStatement(sql: upsert.sql)
        .execute(arguments: StatementArguments(upsert.columns.map { values[$0] ?? .null }))
    }
  }

  /// Made of the first row: all have the same columns.
  private static let statement = Mutex<Upsert?>(nil)

  private struct Upsert: Sendable {
    let columns: [String]
    let sql: String

    init(columns: [String]) {
      self.columns = columns
      let names = columns.map(\.quotedDatabaseIdentifier)
      let changes = columns.filter { $0 != "key" }.map(\.quotedDatabaseIdentifier)
        .map { "\($0) = excluded.\($0)" }
      sql = """
        INSERT INTO \(TaskRow.databaseTableName) (\(names.joined(separator: ", ")))
        VALUES (\(databaseQuestionMarks(count: names.count)))
        ON CONFLICT DO UPDATE SET \(changes.joined(separator: ", "))
        """
    }
  }
}
