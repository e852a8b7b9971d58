import GRDB

/// Two connections to the record's file, so that reads don't wait for a commit under way
/// (sqlite.org/wal.html).
struct RecordConnections: Sendable {
  let database: DatabaseQueue
  let reader: DatabaseQueue

  /// The time that the hub waits for other programs that read the record, before it gives up
  /// emptying the log.
  private static let patienceMilliseconds = 2000

  /// Opens the record at `path`. Creates the file if there is none, and migrates an older one.
  ///
  /// - Throws: ``NewerRecord`` for the record of a newer headway, which stays as it is.
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

  /// Moves the content of the log (`-wal`) into the file and empties the log.
  ///
  /// - Throws: ``LogInUse`` if another program reads the record all the time.
  func emptyLog() throws {
    let isBusy = try database.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA busy_timeout = \(Self.patienceMilliseconds)")
      defer { try? database.execute(sql: "PRAGMA busy_timeout = 0") }
      return try Int.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? 0
    }
    if isBusy != 0 { throw LogInUse() }
  }

  /// Closes both connections. The writing connection is closed last, because the reading one can't
  /// remove the log.
  func close() {
    try? reader.close()
    try? database.close()
  }
}

/// The log can't be emptied now, because another program reads the record.
struct LogInUse: Error, CustomStringConvertible {
  var description: String { "another program reads the record" }
}

/// The record was written by a newer headway, whose data this one doesn't understand.
struct NewerRecord: Error, CustomStringConvertible {
  let path: String

  var description: String {
    "a newer version of headway wrote \(path); install that version again, or move the record away "
      + "to begin a new one"
  }
}

/// The record is closed, because the hub is about to leave.
struct RecordClosed: Error, CustomStringConvertible {
  var description: String { "the record is closed, as the hub leaves" }
}
