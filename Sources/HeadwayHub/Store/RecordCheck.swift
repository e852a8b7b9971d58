import GRDB
import HeadwayModel
import HeadwaySystem

/// Checks a record without changing it, also while a hub uses it.
struct RecordCheck {
  let finding: Finding
  /// The result on one line, for people.
  let words: String

  var isHealthy: Bool { finding == .healthy }

  /// The raw value is the exit status of `headwayd --check`.
  enum Finding: CInt {
    case healthy = 0
    /// The record can't be used.
    case damaged = 1
    /// The record is valid, but lost changes while no hub had it, or replaces a damaged record.
    case incomplete = 2
    /// A newer headway wrote it.
    case newer = 3
  }

  /// Reads the whole record, which takes about a second for a million tasks (`PRAGMA quick_check`).
  ///
  /// - Parameter mark: the mark, read before this call. A hub that writes meanwhile then only makes
  /// the record newer than its mark.
  init(path: String, mark: RecordMarkFile.Reading = .none) {
    guard !RegularFile.isOther(path) else {
      (finding, words) = (.damaged, String(wire: "it isn't a regular file"))
      return
    }
    guard FileIdentity(of: path) != nil else {
      (finding, words) = Self.ofNothing(mark) ?? (.damaged, String(wire: "it is missing"))
      return
    }
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(2)
      let database = try DatabaseQueue(path: path, configuration: configuration)
      (finding, words) = try database.read { try Self.look(at: $0, mark) }
    } catch {
      (finding, words) = (.damaged, String(wire: "it can't be read (\(error))"))
    }
  }

  private static func look(
    at database: Database, _ mark: RecordMarkFile.Reading
  ) throws -> (Finding, String) {
    let found = try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
    guard found == ["ok"] else {
      return (.damaged, String(wire: "it is damaged (\(found.first ?? "no answer"))"))
    }
    guard try database.tableExists("task"), try database.tableExists("sequence") else {
      let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0
      return isEmpty ? ofNothing(mark) ?? foreign : foreign
    }
    if try RecordStore.isNewer(database) {
      return (
        .newer, String(wire: "a newer version of headway wrote it; install that version again")
      )
    }
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM task") ?? 0
    if case .mark(let mark) = mark {
      if let loss = mark.loss(in: try RecordStore.totals(in: database)) {
        return (.incomplete, Self.words(count, loss.words))
      }
      if let notice = mark.currentNotice(at: HubClock.now.wall) {
        return (.incomplete, Self.words(count, notice.text.string))
      }
    }
    return (
      .healthy,
      count == 1
        ? String(wire: "1 task, nothing damaged") : String(wire: "\(count) tasks, nothing damaged")
    )
  }

  private static func words(_ count: Int, _ trouble: String) -> String {
    count == 1 ? String(wire: "1 task; \(trouble)") : String(wire: "\(count) tasks; \(trouble)")
  }

  private static let foreign = (Finding.damaged, String(wire: "it isn't a record of Headway"))

  /// Returns the finding for an empty or missing file if the mark knows of changes; nil otherwise.
  private static func ofNothing(_ mark: RecordMarkFile.Reading) -> (Finding, String)? {
    guard case .mark(let mark) = mark, let loss = mark.loss(in: RecordTotals()) else { return nil }
    return (.incomplete, words(0, loss.words))
  }
}
