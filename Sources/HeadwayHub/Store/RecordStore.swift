import GRDB
import HeadwayCore

/// The record: one SQLite file (WAL, synchronous=FULL), durable at every commit. Its calls block:
/// they belong on a thread of their own.
final class RecordStore: Sendable {
  private let database: DatabaseQueue

  /// What a hub needs to go on.
  struct Contents: Sendable {
    var records: [TaskRecord]
    var highestNumber: Int
  }

  /// Opens `path`, making or migrating it.
  init(path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    database = try DatabaseQueue(path: path, configuration: configuration)
    try Self.migrator.migrate(database)
  }

  /// Live tasks, those that ended after `earliest`, and those of `keys`.
  func load(endedAfter earliest: WallTime, and keys: [TaskKey] = []) throws -> Contents {
    try database.read { database in
      var rows = try TaskRow.filter(
        sql: "state != 'ended' OR endedAt >= ?", arguments: [earliest.millisecondsSinceEpoch]
      ).order(sql: "number").fetchAll(database)
      for key in keys where !rows.contains(where: { $0.key == key.description }) {
        rows += try TaskRow.filter(key: key.description).fetchAll(database)
      }
      let highest = try Int.fetchOne(
        database, sql: "SELECT value FROM sequence WHERE name = 'number'")
      return Contents(records: rows.compactMap(\.record), highestNumber: highest ?? 0)
    }
  }

  /// The task of `key`; nil when the record has none.
  func load(_ key: TaskKey) throws -> TaskRecord? {
    try database.read { try TaskRow.filter(key: key.description).fetchOne($0)?.record }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try database.read(body)
  }

  /// Every task of the record, by number.
  func loadAll() throws -> [TaskRecord] {
    try database.read { database in
      try TaskRow.order(sql: "number").fetchAll(database).compactMap(\.record)
    }
  }

  /// Writes `records` in one transaction; durable when it returns.
  func save(_ records: [TaskRecord]) throws {
    try database.write { database in
      for record in records { try TaskRow(record).upsert(database) }
      guard let highest = records.map(\.number.value).max() else { return }
      try database.execute(
        sql: "UPDATE sequence SET value = max(value, ?) WHERE name = 'number'",
        arguments: [highest])
    }
  }

  private static var migrator: DatabaseMigrator {
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
