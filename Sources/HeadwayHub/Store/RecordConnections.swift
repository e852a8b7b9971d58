import GRDB
import GRDBSQLite
import HeadwayModel
import HeadwaySystem

/// The connections to the record's file.
///
/// On a local disk there are two, so that reads don't wait for a commit under way
/// (sqlite.org/wal.html). WAL needs memory that all users of the file share, which a network file
/// system doesn't have. There, one connection reads and writes, and the journal is a file
/// (`journal_mode=TRUNCATE`).
struct RecordConnections: Sendable {
  let database: DatabaseQueue
  let reader: DatabaseQueue
  /// Whether one connection reads and writes.
  let isSingle: Bool

  /// The time that the hub waits for other programs that read the record, before it gives up
  /// emptying the log.
  private static let patienceMilliseconds = 2000

  /// Opens the record at `path`. Creates the file if there is none, and migrates an older one.
  ///
  /// - Throws: ``NewerRecord`` for the record of a newer headway, which stays as it is.
  init(path: String) throws {
    try self.init(path: path, isSingle: FileSystemKind.networkName(of: path) != nil)
  }

  init(path: String, isSingle: Bool) throws {
    self.isSingle = isSingle
    database = isSingle ? try Self.openSingle(path) : try Self.open(path, journal: "WAL")
    if try database.read(RecordStore.isNewer) { throw NewerRecord(path: path) }
    try RecordStore.migrator.migrate(database)
    if isSingle {
      reader = database
    } else {
      var reading = Configuration()
      reading.readonly = true
      reader = try DatabaseQueue(path: path, configuration: reading)
    }
  }

  private static func open(_ path: String, journal: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA journal_mode = \(journal);
          PRAGMA synchronous = FULL;
          PRAGMA secure_delete = ON;
          """)
    }
    if journal != "WAL" { configuration.busyMode = .timeout(checkPatience) }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Opens the record on a network file system.
  ///
  /// If the file system has no locks, the record is opened without them: the hub's own lock keeps
  /// other hubs away.
  private static func openSingle(_ path: String) throws -> DatabaseQueue {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    if !FileLock.areSupported(in: directory), let lockless = sqlite3_vfs_find("unix-none") {
      sqlite3_vfs_register(lockless, 1)
    }
    return try open(path, journal: "TRUNCATE")
  }

  /// The number of seconds for which a commit waits for `headwayd --check`, which reads the record
  /// meanwhile. Only where there is no WAL.
  private static let checkPatience = 5.0

  /// Moves the content of the log (`-wal`) into the file and empties the log.
  ///
  /// - Throws: ``LogInUse`` if another program reads the record all the time.
  func emptyLog() throws {
    // Without WAL there is no log.
    if isSingle { return }
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
    closeReader()
    try? database.close()
  }

  /// Closes the reading connection, if it is another one than the writing one.
  func closeReader() {
    if !isSingle { try? reader.close() }
  }
}

/// The log can't be emptied now, because another program reads the record.
struct LogInUse: Error, CustomStringConvertible {
  var description: String { String(wire: "another program reads the record") }
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
  var description: String { String(wire: "the record is closed, as the hub leaves") }
}
