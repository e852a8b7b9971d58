import GRDB
import HeadwayCore
import HeadwayWire
import Synchronization

/// The record: one SQLite file (WAL, synchronous=FULL), durable at every commit. Its calls block:
/// they belong on a thread of their own.
final class RecordStore: Sendable {
  private let path: String
  /// Nil after a damaged record was set aside, until another is open in its place.
  private let connections: Mutex<RecordConnections?>

  /// What a hub needs to go on.
  struct Contents: Sendable {
    var records: [TaskRecord]
    var highestNumber: Int
  }

  /// Opens `path`, making or migrating it.
  init(path: String) throws {
    self.path = path
    connections = Mutex(try RecordConnections(path: path))
  }

  deinit { connections.withLock { $0?.close() } }

  private var current: RecordConnections {
    get throws {
      try connections.withLock { known in
        let valid = try known ?? RecordConnections(path: path)
        known = valid
        return valid
      }
    }
  }

  /// Moves the record's files away with `move`, and opens another in their place.
  func replace(_ move: (_ path: String) -> Void) throws {
    connections.withLock { known in
      known?.close()
      known = nil
      move(path)
    }
    _ = try current
  }

  /// Live tasks, those that ended after `earliest`, and those of `keys`.
  func load(endedAfter earliest: WallTime, and keys: [TaskKey] = []) throws -> Contents {
    try read { database in
      var rows = try TaskRow.filter(sql: "state != 'ended'").fetchAll(database)
      rows += try TaskRow.filter(
        sql: "state = 'ended' AND endedAt >= ? ORDER BY endedAt DESC LIMIT ?",
        arguments: [earliest.millisecondsSinceEpoch, Self.endedLimit]
      ).fetchAll(database)
      rows.sort { $0.number < $1.number }
      var records = rows.compactMap(\.record)
      let known = Set(records.map(\.description.key))
      let needed = Set(keys + records.flatMap(\.keysOfDependencies)).subtracting(known)
      for key in needed.sorted() {
        records += try TaskRow.filter(key: key.description).fetchAll(database).compactMap(\.record)
      }
      let highest = try Int.fetchOne(
        database, sql: "SELECT value FROM sequence WHERE name = 'number'")
      return Contents(records: records, highestNumber: highest ?? 0)
    }
  }

  /// How many of those that have ended a hub begins with: who names another finds it, and nobody
  /// waits for a crowd to be loaded.
  private static let endedLimit = 2000

  /// The task of `key`; nil when the record has none.
  func load(_ key: TaskKey) throws -> TaskRecord? {
    try read { try TaskRow.filter(key: key.description).fetchOne($0)?.record }
  }

  /// The task that `reference` names, the latest where several have the identifier.
  func load(_ reference: TaskReference) throws -> TaskRecord? {
    let (condition, value): (String, any DatabaseValueConvertible) =
      switch reference {
      case .key(let key): ("key = ?", key.description)
      case .number(let number): ("number = ?", number.value)
      case .identifier(let identifier): ("identifier = ?", identifier)
      }
    return try read { database in
      try TaskRow.filter(sql: condition, arguments: [value]).order(sql: "number DESC")
        .fetchOne(database)?.record
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try current.reader.read(body)
  }

  /// As `read`, without others that wait for it.
  func readAlone<Value>(_ body: (Database) throws -> Value) throws -> Value {
    var configuration = Configuration()
    configuration.readonly = true
    let own = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? own.close() }
    return try own.read(body)
  }

  /// Writes `records`, and what it takes to launch them, in one transaction; durable when it
  /// returns. What `forgotten` names leaves first. Numbers up to `highestNumber` are taken besides.
  func save(
    _ records: [TaskRecord], _ payloads: [TaskKey: LaunchPayload] = [:],
    forgetting forgotten: [TaskKey] = [], highestNumber: Int = 0
  ) throws {
    try current.database.write { database in
      try Self.forget(forgotten, in: database)
      for (key, payload) in payloads { try Self.keep(payload, of: key, in: database) }
      try TaskRow.upsert(records.map(TaskRow.init), in: database)
      let highest = records.reduce(highestNumber) { max($0, $1.number.value) }
      guard highest > 0 else { return }
      try database.execute(
        sql: "UPDATE sequence SET value = max(value, ?) WHERE name = 'number'",
        arguments: [highest])
    }
  }

  /// What went wrong, for a person.
  static func words(of error: any Error) -> SanitisedText {
    SanitisedText((error as? DatabaseError)?.message ?? "\(error)", limit: .line)
  }

  /// Whether a migration was applied that this program doesn't know.
  static func isNewer(_ database: Database) throws -> Bool {
    try migrator.hasBeenSuperseded(database)
  }

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { try createFirstVersion(in: $0) }
    migrator.registerMigration("v2") { database in
      try database.execute(
        sql: """
          ALTER TABLE task ADD COLUMN forced INTEGER;
          ALTER TABLE task ADD COLUMN cancelNote TEXT;
          """)
    }
    migrator.registerMigration("v3") { database in
      try database.execute(
        sql: """
          ALTER TABLE task ADD COLUMN fraction REAL;
          ALTER TABLE task ADD COLUMN growing INTEGER;
          """)
    }
    migrator.registerMigration("v4") { database in
      try database.execute(sql: "ALTER TABLE task ADD COLUMN attempt INTEGER")
    }
    migrator.registerMigration("v5") { database in
      let known = try database.columns(in: "task").map(\.name)
      for (name, type) in [("replaced", "INTEGER"), ("leakedAssertion", "TEXT")]
      where !known.contains(name) {
        try database.execute(sql: "ALTER TABLE task ADD COLUMN \(name) \(type)")
      }
    }
    migrator.registerMigration("v6") { try addHistory(in: $0) }
    migrator.registerMigration("v7") { try addQueue(in: $0) }
    migrator.registerMigration("standing") { database in
      try database.execute(
        sql: """
          ALTER TABLE task ADD COLUMN paused INTEGER;
          ALTER TABLE task ADD COLUMN suspension TEXT;
          """)
    }
    migrator.registerMigration("ends") { try addEnds(in: $0) }
    migrator.registerMigration("notify") { database in
      try database.execute(sql: "ALTER TABLE task ADD COLUMN notify INTEGER")
    }
    migrator.registerMigration("patience") { database in
      try database.execute(
        sql: """
          ALTER TABLE task ADD COLUMN retryAt INTEGER;
          ALTER TABLE task ADD COLUMN stalled TEXT;
          ALTER TABLE task ADD COLUMN askedAt INTEGER;
          ALTER TABLE task ADD COLUMN stalledSince INTEGER;
          """)
    }
    // The latest of an identifier, long after it has left the list.
    migrator.registerMigration("identified") { database in
      try database.execute(
        sql: """
          CREATE INDEX taskByIdentifier ON task (identifier, number) WHERE identifier IS NOT NULL
          """)
    }
    migrator.registerMigration("told") { database in
      try database.execute(sql: "ALTER TABLE task ADD COLUMN inputTold INTEGER")
    }
    return migrator
  }

  private static func createFirstVersion(in database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE task (
          key TEXT PRIMARY KEY NOT NULL, number INTEGER NOT NULL UNIQUE, title TEXT NOT NULL,
          subtitle TEXT, identifier TEXT, command TEXT, directory TEXT, parent TEXT,
          groupName TEXT, sensitive INTEGER NOT NULL, onStall TEXT NOT NULL, stallAfter REAL,
          grace REAL NOT NULL, state TEXT NOT NULL, endReason TEXT, endDetail TEXT,
          exitCode INTEGER, signal INTEGER, completed INTEGER, total INTEGER, unit TEXT,
          phase TEXT, reportsItself INTEGER NOT NULL, supervised INTEGER NOT NULL,
          patience INTEGER NOT NULL, pid INTEGER NOT NULL, processStart INTEGER NOT NULL,
          bootID TEXT NOT NULL, startedAt INTEGER NOT NULL, endedAt INTEGER, elapsed REAL
        ) STRICT;
        CREATE INDEX taskByState ON task (state, endedAt);
        CREATE TABLE sequence (name TEXT PRIMARY KEY NOT NULL, value INTEGER NOT NULL) STRICT;
        INSERT INTO sequence (name, value) VALUES ('number', 0);
        """)
  }
}

extension TaskRecord {
  /// Whose ends it may wait for.
  fileprivate var keysOfDependencies: [TaskKey] {
    guard state != .ended else { return [] }
    return (terms?.dependencies ?? []).compactMap { dependency in
      if case .key(let key) = dependency.task { key } else { nil }
    }
  }
}
