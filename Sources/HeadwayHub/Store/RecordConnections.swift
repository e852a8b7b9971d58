import GRDB

/// The record's file, open twice: reads don't wait for a commit under way (sqlite.org/wal.html).
struct RecordConnections: Sendable {
  let database: DatabaseQueue
  let reader: DatabaseQueue

  /// The time for which other programs that read the record may keep its log from being emptied.
  private static let patienceMilliseconds = 2000

  /// Opens `path`, making or migrating it. Throws ``NewerRecord`` for one of a newer headway, in
  /// which nothing is changed.
  init(path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA journal_mode = WAL;
          PRAGMA synchronous = FULL;
          PRAGMA secure_delete = ON;
          """)
    }
    database = try DatabaseQueue(path: path, configuration: configuration)
    if try database.read(RecordStore.isNewer) { throw NewerRecord(path: path) }
    try RecordStore.migrator.migrate(database)
    var reading = Configuration()
    reading.readonly = true
    reader = try DatabaseQueue(path: path, configuration: reading)
  }

  /// Moves what the log (`-wal`) has into the file and empties the log. Fails where another program
  /// reads the record all the while.
  func emptyLog() throws {
    let isBusy = try database.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA busy_timeout = \(Self.patienceMilliseconds)")
      defer { try? database.execute(sql: "PRAGMA busy_timeout = 0") }
      return try Int.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? 0
    }
    if isBusy != 0 { throw LogInUse() }
  }

  /// Closes both. The one that writes is closed last: the other one may not remove the log.
  func close() {
    try? reader.close()
    try? database.close()
  }
}

/// Another program reads the record, so its log can't be emptied now.
struct LogInUse: Error, CustomStringConvertible {
  var description: String { "another program reads the record" }
}

/// A newer headway wrote the record: this one doesn't know what is in it.
struct NewerRecord: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "a newer headway wrote \(path), and this one can't serve it; install that version again, or "
      + "move the record away to begin a new one"
  }
}

/// The hub has closed the record and is about to leave.
struct RecordClosed: Error, CustomStringConvertible {
  var description: String { "the record is closed, as the hub leaves" }
}
