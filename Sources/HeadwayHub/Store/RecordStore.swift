import Dispatch
import GRDB
import HeadwayHubCore
import HeadwayModel
import HeadwayWire
import Synchronization

/// The record: one SQLite file (``RecordConnections``, synchronous=FULL). Each commit is durable. Calls block: a call
/// that may take long belongs on a thread other than the event loop's.
final class RecordStore: Sendable {
  let path: String
  /// The mark beside the record; nil for a store that keeps none.
  let mark: RecordMarkFile?
  private let opened: Mutex<Opened>
  /// The reads under way that have a connection of their own.
  private let readsAlone = DispatchGroup()

  private struct Opened {
    /// The connections to the record; nil while a damaged record is being replaced.
    var connections: RecordConnections?
    /// The connections of the reads under way that have one of their own.
    var readers: [ObjectIdentifier: DatabaseQueue] = [:]
    /// Idle connections for further such reads.
    var spareReaders: [DatabaseQueue] = []
    var isClosed = false
  }

  /// The time for which `close` waits for reads under way, after it has interrupted them.
  private static let readerPatience = DispatchTimeInterval.seconds(2)

  /// The tasks and the number that a starting hub needs to go on.
  struct Contents: Sendable {
    var records: [TaskRecord]
    var highestNumber: Int
    /// The groups that commands made, changed or paused.
    var groups: [GroupRecord]
  }

  /// Opens the record at `path`. Creates the file if there is none, and migrates an older one.
  init(path: String, mark: RecordMarkFile? = nil) throws {
    self.path = path
    self.mark = mark
    opened = Mutex(Opened(connections: try RecordConnections(path: path)))
  }

  deinit { opened.withLock { $0.connections?.close() } }

  var current: RecordConnections {
    get throws {
      try opened.withLock { opened in
        if opened.isClosed { throw RecordClosed() }
        let valid = try opened.connections ?? RecordConnections(path: path)
        opened.connections = valid
        return valid
      }
    }
  }

  /// Interrupts reads, moves the log into the record's file, and closes the record. Later calls
  /// fail.
  ///
  /// - Returns: the reason why the log (`-wal`) could not be emptied; nil if it was emptied.
  @discardableResult
  func close() -> (any Error)? {
    let connections = opened.withLock { opened in
      opened.isClosed = true
      defer { opened.connections = nil }
      return opened.connections
    }
    guard let connections else { return nil }
    interruptReaders()
    for spare in opened.withLock({ $0.spareReaders }) { try? spare.close() }
    connections.closeReader()
    let result = Result { try connections.emptyLog() }
    connections.close()
    mark?.close()
    if case .failure(let error) = result { return error }
    return nil
  }

  private func interruptReaders() {
    let deadline = DispatchTime.now() + Self.readerPatience
    repeat {
      opened.withLock { $0.readers.values.forEach { $0.interrupt() } }
      if readsAlone.wait(timeout: .now() + .milliseconds(20)) == .success { return }
    } while DispatchTime.now() < deadline
  }

  /// Moves the record's files away with `move`, and opens a new record in their place.
  func replace(_ move: (_ path: String) -> Void) throws {
    try opened.withLock { opened in
      if opened.isClosed { throw RecordClosed() }
      opened.connections?.close()
      opened.connections = nil
      for spare in opened.spareReaders { try? spare.close() }
      opened.spareReaders = []
      opened.readers = [:]
      move(path)
    }
    _ = try current
  }

  /// Returns the live tasks, the last 2,000 tasks that ended since `earliest`, and the tasks of
  /// `keys`. The tasks that live tasks wait for are included.
  func load(endedAfter earliest: WallTime, and keys: [TaskKey] = []) throws -> Contents {
    try read { database in
      var rows = try TaskRow.filter(sql: "state != 'ended'").fetchAll(database)
      rows += try TaskRow.filter(
        sql: "state = 'ended' AND endedAt >= ? ORDER BY endedAt DESC LIMIT ?",
        arguments: [earliest.millisecondsSinceEpoch, Self.endedLimit]
      ).fetchAll(database)
      var records = rows.compactMap(\.record).sorted { $0.number < $1.number }
      let known = Set(records.map(\.description.key))
      let needed = Set(keys + records.flatMap(\.keysOfDependencies)).subtracting(known)
      for key in needed.sorted() {
        records += try TaskRow.filter(key: key.description).fetchAll(database).compactMap(\.record)
      }
      let highest = try Int.fetchOne(
        database, sql: "SELECT value FROM sequence WHERE name = 'number'")
      return Contents(
        records: records,
        highestNumber: max(highest ?? 0, mark?.mark.totals.highestNumber ?? 0),
        groups: try Self.groups(in: database))
    }
  }

  /// The greatest number of ended tasks that a hub loads at its start. More would make clients
  /// wait. A client that names another task finds it in the record.
  private static let endedLimit = 2000

  /// Returns the task of `key`; nil if the record doesn't have it.
  func load(_ key: TaskKey) throws -> TaskRecord? {
    try read { try TaskRow.filter(key: key.description).fetchOne($0)?.record }
  }

  /// Returns the task that `reference` names: the one with the highest number if several have the
  /// identifier. Nil if there is none.
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

  /// Returns those of `keys` whose tasks the record has.
  func known(_ keys: [TaskKey]) throws -> Set<TaskKey> {
    try read { database in
      let statement = try database.cachedStatement(sql: "SELECT 1 FROM task WHERE key = ?")
      return try Set(
        keys.filter { try Int.fetchOne(statement, arguments: [$0.description]) != nil })
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try current.reader.read(body)
  }

  /// Reads on a connection of its own, so that no other read waits for this one. On a network file
  /// system the one connection reads.
  func readAlone<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try opened.withLock { opened in
      if opened.isClosed { throw RecordClosed() }
      readsAlone.enter()
    }
    defer { readsAlone.leave() }
    let connections = try current
    if connections.isSingle { return try connections.database.read(body) }
    let own = try takeReader()
    defer { giveBack(own) }
    return try own.read(body)
  }

  /// Returns an idle connection, or opens one.
  ///
  /// Connections are kept for later reads. When a connection is freed, libdispatch runs something
  /// on its common pool, and wakes the process every second from then on.
  private func takeReader() throws -> DatabaseQueue {
    let spare = opened.withLock { opened in
      let spare = opened.spareReaders.popLast()
      if let spare { opened.readers[ObjectIdentifier(spare)] = spare }
      return spare
    }
    if let spare { return spare }
    var configuration = Configuration()
    configuration.readonly = true
    let own = try DatabaseQueue(path: path, configuration: configuration)
    opened.withLock { $0.readers[ObjectIdentifier(own)] = own }
    return own
  }

  /// Keeps a connection for later reads. Closes it if there are enough of them, or if the record
  /// was replaced meanwhile.
  private func giveBack(_ reader: DatabaseQueue) {
    let isKept = opened.withLock { opened in
      guard opened.readers.removeValue(forKey: ObjectIdentifier(reader)) != nil,
        !opened.isClosed, opened.spareReaders.count < Self.spareReaderLimit
      else { return false }
      opened.spareReaders.append(reader)
      return true
    }
    if !isKept { try? reader.close() }
  }

  private static let spareReaderLimit = 4

  /// Writes `records` and `payloads` in one transaction, which is durable when the call returns.
  ///
  /// The tasks of `forgotten` are deleted first. `copies` names the tasks that get the payload of
  /// another task. Numbers up to `highestNumber` count as given, even
  /// if no task has them.
  func save(
    _ records: [TaskRecord], _ payloads: [TaskKey: LaunchPayload] = [:],
    copies: [TaskKey: TaskKey] = [:], groups: [GroupRecord] = [],
    forgetting forgotten: [TaskKey] = [], highestNumber: Int = 0
  ) throws {
    let highest = records.reduce(highestNumber) { max($0, $1.number.value) }
    let known = mark?.mark.totals ?? RecordTotals()
    let totals = try current.database.write { database in
      try Self.forget(forgotten, in: database)
      for (copy, key) in copies { try Self.copyPayload(of: key, for: copy, in: database) }
      try Self.keep(payloads, in: database)
      try TaskRow.upsert(records, in: database)
      for group in groups { try Self.keep(group, in: database) }
      return try Self.count(
        records.count + groups.count + forgotten.count, highestNumber: highest, beyond: known,
        in: database)
    }
    mark?.note(totals)
  }

  /// Returns an error in words for people.
  static func words(of error: any Error) -> SanitisedText {
    SanitisedText((error as? DatabaseError)?.message ?? "\(error)", limit: .line)
  }

  /// Whether a newer program wrote the record: it has a migration that this program doesn't know.
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
    // This index finds the latest task with an identifier, long after the task has left the live
    // list.
    migrator.registerMigration("identified") { database in
      try database.execute(
        sql: """
          CREATE INDEX taskByIdentifier ON task (identifier, number) WHERE identifier IS NOT NULL
          """)
    }
    migrator.registerMigration("told") { database in
      try database.execute(sql: "ALTER TABLE task ADD COLUMN inputTold INTEGER")
    }
    migrator.registerMigration("counted") { try addTotals(in: $0) }
    migrator.registerMigration("acknowledged") { database in
      try database.execute(sql: "ALTER TABLE task ADD COLUMN acknowledged INTEGER")
    }
    migrator.registerMigration("limited") { database in
      try database.execute(sql: "ALTER TABLE task ADD COLUMN timeLimit REAL")
    }
    migrator.registerMigration("groups") { try addGroups(in: $0) }
    migrator.registerMigration("percents") { database in
      try database.execute(sql: "ALTER TABLE task ADD COLUMN showedPercent INTEGER")
    }
    migrator.registerMigration("jobs") { database in
      try database.execute(sql: "ALTER TABLE task ADD COLUMN job TEXT")
    }
    migrator.registerMigration("states") { database in
      try database.execute(
        sql: """
          ALTER TABLE task ADD COLUMN programState TEXT;
          ALTER TABLE task ADD COLUMN stateMessage INTEGER;
          """)
    }
    migrator.registerMigration("paces") { database in
      try database.execute(sql: "ALTER TABLE task ADD COLUMN pace TEXT")
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
  /// The keys of the tasks whose ends this task may wait for.
  fileprivate var keysOfDependencies: [TaskKey] {
    guard state != .ended else { return [] }
    return (submission.terms?.dependencies ?? []).compactMap { dependency in
      if case .key(let key) = dependency.task { key } else { nil }
    }
  }
}
