import GRDB
import HeadwayModel

// Deletions. Deleted numbers aren't given again, because `sequence` stays.
extension RecordStore {
  /// Returns the number of launches of each task, by its key. Tasks without a record are left out.
  func launches(of keys: [TaskKey]) throws -> [TaskKey: Int] {
    try read { database in
      var counts: [TaskKey: Int] = [:]
      for part in keys.parts {
        let rows = try Row.fetchAll(
          database, sql: "SELECT key, launch FROM task WHERE key IN (\(Self.marks(part)))",
          arguments: Self.arguments(part))
        for row in rows {
          let text = String.fromDatabaseValue(row[0] as DatabaseValue)
          guard let key = text.flatMap({ TaskKey($0) }) else { continue }
          counts[key] = Int.fromDatabaseValue(row[1] as DatabaseValue) ?? 1
        }
      }
      return counts
    }
  }

  /// Deletes the tasks and the payloads of their launches.
  static func forget(_ keys: [TaskKey], in database: Database) throws {
    guard !keys.isEmpty else { return }
    for part in keys.parts {
      for table in ["task", "launch"] {
        try database.execute(
          sql: "DELETE FROM \(table) WHERE key IN (\(marks(part)))", arguments: arguments(part))
      }
    }
    try database.execute(
      sql: """
        DELETE FROM environment
        WHERE NOT EXISTS (SELECT 1 FROM launch WHERE launch.environment = environment.id)
        """)
  }

  /// Returns the keys of the tasks among `keys` that have ended.
  func ended(of keys: [TaskKey]) throws -> Set<TaskKey> {
    try read { database in
      var ended: Set<TaskKey> = []
      for part in keys.parts {
        let found = try String.fetchAll(
          database,
          sql: "SELECT key FROM task WHERE state = 'ended' AND key IN (\(Self.marks(part)))",
          arguments: Self.arguments(part))
        ended.formUnion(found.compactMap { TaskKey($0) })
      }
      return ended
    }
  }

  private static func marks(_ keys: [TaskKey]) -> String {
    Array(repeating: "?", count: keys.count).joined(separator: ", ")
  }

  private static func arguments(_ keys: [TaskKey]) -> StatementArguments {
    StatementArguments(keys.map(\.description))
  }
}

// The tasks that are too old to keep.
extension RecordStore {
  /// The position at which a search for old tasks goes on: the end and the number of the last task
  /// found.
  struct AgePosition: Sendable {
    /// The end of the task, in milliseconds since 1970.
    var endedAt: Int64 = -1
    var number = 0
  }

  /// Returns the time before which ended tasks are deleted; nil if all are kept.
  ///
  /// The retention's age and count each give such a time, and the later one counts. It is never
  /// later than `listed`: tasks that ended since then are in the live list and are kept.
  func cutoff(_ retention: Retention, at now: WallTime, listed: WallTime) throws -> WallTime? {
    var cutoff: WallTime?
    if let time = retention.time { cutoff = now.advanced(by: .zero - time) }
    if let count = retention.taskCount, count > 0 {
      let oldestKept = try readAlone { database in
        try Int64.fetchOne(
          database,
          sql: """
            SELECT endedAt FROM task WHERE state = 'ended' AND endedAt IS NOT NULL
            ORDER BY endedAt DESC LIMIT 1 OFFSET ?
            """, arguments: [count - 1])
      }
      if let oldestKept {
        let oldest = WallTime(millisecondsSinceEpoch: oldestKept)
        cutoff = cutoff.map { max($0, oldest) } ?? oldest
      }
    }
    return cutoff.map { min($0, listed) }
  }

  /// Returns the next tasks that ended before `cutoff`, the oldest first, and moves `position`
  /// behind them. Empty if there are no more.
  func ended(before cutoff: WallTime, after position: inout AgePosition) throws -> [TaskKey] {
    let start = position
    let rows = try readAlone { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT key, endedAt, number FROM task
          WHERE state = 'ended' AND endedAt < ? AND (endedAt, number) > (?, ?)
          ORDER BY endedAt, number LIMIT 256
          """,
        arguments: [cutoff.millisecondsSinceEpoch, start.endedAt, start.number])
    }
    guard let last = rows.last else { return [] }
    position.endedAt = Int64.fromDatabaseValue(last[1] as DatabaseValue) ?? .max
    position.number = Int.fromDatabaseValue(last[2] as DatabaseValue) ?? .max
    return rows.compactMap { row in
      String.fromDatabaseValue(row[0] as DatabaseValue).flatMap { TaskKey($0) }
    }
  }
}

extension [TaskKey] {
  /// The keys in parts of 500, because one SQL statement takes a limited number of arguments.
  fileprivate var parts: [[TaskKey]] {
    stride(from: 0, to: count, by: 500).map { Array(self[$0..<Swift.min($0 + 500, count)]) }
  }
}
