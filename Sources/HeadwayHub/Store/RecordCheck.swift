import GRDB

/// Looks at a record without changing it, also while a hub has it.
struct RecordCheck {
  let isHealthy: Bool
  /// One line, for people.
  let words: String

  /// Reads all of it: a second or so for a million tasks (`PRAGMA quick_check`).
  init(path: String) {
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(2)
      let database = try DatabaseQueue(path: path, configuration: configuration)
      (isHealthy, words) = try database.read(Self.look)
    } catch {
      (isHealthy, words) = (false, "it can't be read (\(error))")
    }
  }

  private static func look(at database: Database) throws -> (Bool, String) {
    let found = try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
    guard found == ["ok"] else { return (false, "it is damaged (\(found.first ?? "no answer"))") }
    guard try database.tableExists("task"), try database.tableExists("sequence") else {
      return (false, "it isn't a record of Headway's")
    }
    if try RecordStore.isNewer(database) {
      return (false, "a newer headway wrote it; install that again")
    }
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM task") ?? 0
    return (true, "\(count) \(count == 1 ? "task" : "tasks"), nothing damaged")
  }
}
