import GRDB

/// The record's file, open twice: reads don't wait for a commit under way (sqlite.org/wal.html).
struct RecordConnections: Sendable {
  let database: DatabaseQueue
  let reader: DatabaseQueue

  /// Opens `path`, making or migrating it.
  init(path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    database = try DatabaseQueue(path: path, configuration: configuration)
    try RecordStore.migrator.migrate(database)
    var reading = Configuration()
    reading.readonly = true
    reader = try DatabaseQueue(path: path, configuration: reading)
  }

  /// The one that writes goes last: it leaves no log behind.
  func close() {
    try? reader.close()
    try? database.close()
  }
}
