import GRDB
import HeadwayHub

/// Rows as the record's are read, from a statement of SQLite: one that returns what it is given.
struct ColumnEcho {
  private let database: DatabaseQueue
  private let sql: String

  init() {
    do {
      database = try DatabaseQueue()
    } catch {
      fatalError("no database in memory: \(error)")
    }
    sql = "SELECT " + TaskRow.columnNames.map { "? AS \"\($0)\"" }.joined(separator: ", ")
  }

  /// Throws for columns that make no row.
  func row(of columns: [DatabaseValue]) throws -> TaskRow? {
    try database.unsafeRead { database in
      try TaskRow.fetchOne(
        database.cachedStatement(sql: sql), arguments: StatementArguments(columns))
    }
  }
}
