import FoundationEssentials
import GRDB
import HeadwayModel
import HeadwayWire

// The payloads of queued tasks. Tasks that one shell submits have the same environment, so each
// environment is kept once.
extension RecordStore {
  static func addQueue(in database: Database) throws {
    try database.execute(
      sql: """
        ALTER TABLE task ADD COLUMN terms TEXT;
        ALTER TABLE task ADD COLUMN turnRank INTEGER;
        ALTER TABLE task ADD COLUMN claim TEXT;
        ALTER TABLE task ADD COLUMN queuedAt INTEGER;
        ALTER TABLE task ADD COLUMN launch INTEGER;
        ALTER TABLE task ADD COLUMN earlierEnds TEXT;
        ALTER TABLE task ADD COLUMN held INTEGER;
        CREATE TABLE environment (
          id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, data BLOB NOT NULL
        ) STRICT;
        CREATE INDEX environmentByHash ON environment (hash);
        CREATE TABLE launch (
          key TEXT PRIMARY KEY NOT NULL, command BLOB NOT NULL,
          environment INTEGER NOT NULL REFERENCES environment (id)
        ) STRICT;
        """)
  }

  /// Keeps the payloads of tasks. An environment that many tasks of a batch share is looked up once.
  static func keep(_ payloads: [TaskKey: LaunchPayload], in database: Database) throws {
    guard !payloads.isEmpty else { return }
    var last: (environment: [[UInt8]], id: Int64)?
    let statement = try database.cachedStatement(
      sql: "INSERT OR REPLACE INTO launch (key, command, environment) VALUES (?, ?, ?)")
    for (key, payload) in payloads {
      var command = payload
      command.environment = []
      if last?.environment != payload.environment {
        last = (payload.environment, try environmentID(payload.environment, in: database))
      }
      try statement.execute(
        arguments: [key.description, Data(command.bytes), last?.id])
    }
  }

  static func copyPayload(
    of key: TaskKey, for copy: TaskKey, in database: Database
  ) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO launch (key, command, environment)
        SELECT ?, command, environment FROM launch WHERE key = ?
        """, arguments: [copy.description, key.description])
  }

  private static func environmentID(
    _ environment: [[UInt8]], in database: Database
  ) throws -> Int64 {
    let bytes = Array(environment.map { $0 + [0] }.joined())
    let hash = Int64(bitPattern: hash(of: bytes))
    let known = try Int64.fetchOne(
      database, sql: "SELECT id FROM environment WHERE hash = ? AND data = ?",
      arguments: [hash, Data(bytes)])
    if let known { return known }
    try database.execute(
      sql: "INSERT INTO environment (hash, data) VALUES (?, ?)", arguments: [hash, Data(bytes)])
    return database.lastInsertedRowID
  }

  /// Returns the 64-bit FNV-1a hash. Unlike a hash of `Hasher`, it is the same in every process.
  private static func hash(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Returns the payload of a task; nil if the record has none.
  func payload(of key: TaskKey) throws -> LaunchPayload? {
    try read { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT command, data FROM launch JOIN environment ON id = environment WHERE key = ?
          """)
      let row = try Row.fetchOne(statement, arguments: [key.description])
      guard let row, let command: Data = row["command"], let data: Data = row["data"] else {
        return nil
      }
      return LaunchPayload(Array(command) + Array(data))
    }
  }
}
