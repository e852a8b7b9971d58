import GRDB
import HeadwayHubCore
import HeadwayModel
import HeadwayWire

// Earlier runs of the same task.
extension RecordStore {
  /// Returns the last ten completed runs for each of `keys`, the latest run first.
  func histories(of keys: [HistoryKey]) throws -> [TaskHistory] {
    try read { database in try keys.map { try Self.history(of: $0, in: database) } }
  }

  private static func history(of key: HistoryKey, in database: Database) throws -> TaskHistory {
    let rows = try TaskRow.filter(sql: condition(for: key), arguments: arguments(for: key))
      .order(sql: "number DESC").limit(TaskHistory.runLimit).fetchAll(database)
    return TaskHistory(runs: rows.compactMap(\.record).compactMap(TaskHistory.Run.init))
  }

  private static func condition(for key: HistoryKey) -> String {
    switch key {
    case .identifier: "endReason = 'completed' AND state = 'ended' AND identifier = ?"
    case .command:
      """
      endReason = 'completed' AND state = 'ended' AND command = ? AND directory IS ?
      AND identifier IS NULL
      """
    }
  }

  private static func arguments(for key: HistoryKey) -> StatementArguments {
    switch key {
    case .identifier(let identifier): [identifier.string]
    case .command(let words, let directory):
      [words.jsonText(escapingSlashes: true), directory?.string]
    }
  }

  /// Adds the columns for the gap lengths that runs leave for the next run, and small indices of
  /// completed runs.
  static func addHistory(in database: Database) throws {
    try database.execute(
      sql: """
        ALTER TABLE task ADD COLUMN silentAllowance REAL;
        ALTER TABLE task ADD COLUMN advancingAllowance REAL;
        CREATE INDEX completedByIdentifier ON task (identifier, number)
          WHERE endReason = 'completed' AND identifier IS NOT NULL;
        CREATE INDEX completedByCommand ON task (command, directory, number)
          WHERE endReason = 'completed' AND identifier IS NULL AND command IS NOT NULL;
        """)
  }
}
