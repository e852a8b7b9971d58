import GRDB
import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import Logging

extension RecordStore {
  /// Opens the record. If the file is damaged or isn't a record, it is set aside under another
  /// name, and an empty record takes its place. The log then says so.
  ///
  /// The mark at `markPath` shows whether the record lost changes while no hub had it. The log and
  /// ``notice`` then say so, and numbers go on above the highest number that the record or the mark
  /// knows.
  ///
  /// - Throws: ``NewerRecord`` and ``NoRegularFile``. The record then stays as it is.
  static func open(path: String, markPath: String, logger: Logger) throws -> RecordStore {
    try checkKinds(path)
    let mark = RecordMarkFile(path: markPath)
    let reading = RecordMarkFile.read(markPath)
    var aside: String?
    let store = try openOrSetAside(path, mark) { moved, error in
      aside = moved
      logger.error("the record is damaged (\(error)); set aside as \(moved), starting empty")
    }
    if case .unreadable(let reason) = reading {
      logger.warning("the hub can't tell whether the record is complete: \(reason)")
    }
    do {
      if let loss = try store.adoptMark(reading) {
        logger.error("the record is behind: \(loss.words)")
      }
    } catch {
      logger.warning("the hub may not notice a later loss of the record's log (\(error))")
    }
    if let aside { mark.note(damage(aside)) }
    return store
  }

  private static func openOrSetAside(
    _ path: String, _ mark: RecordMarkFile, _ said: (String, any Error) -> Void
  ) throws -> RecordStore {
    do {
      let store = try RecordStore(path: path, mark: mark)
      _ = try store.load(endedAfter: .init(millisecondsSinceEpoch: .max))
      try store.checkStatements()
      if !store.isLarge { try store.checkTables() }
      return store
    } catch  where isUnusable(error) {
      said(setAside(path), error)
      return try RecordStore(path: path, mark: mark)
    }
  }

  private static func damage(_ aside: String) -> RecordMark.Notice {
    notice(String(wire: "the record was damaged; it is set aside as \(aside)"))
  }

  /// Throws ``NoRegularFile`` if one of the record's files isn't a regular file. SQLite would wait
  /// for a FIFO, or fail with words that nobody understands.
  private static func checkKinds(_ path: String) throws {
    for suffix in ["", "-wal", "-shm"] where RegularFile.isOther(path + suffix) {
      throw NoRegularFile(path: path + suffix)
    }
  }

  /// Whether the record is too large to be read as a whole before the hub serves: above 16 MiB,
  /// which take about 20 ms.
  var isLarge: Bool { (RegularFile(of: path)?.byteCount ?? 0) > 16 << 20 }

  /// Reads all tables and indices.
  ///
  /// - Throws: an error if something in them is damaged.
  func checkTables() throws {
    let found = try readAlone { try String.fetchAll($0, sql: "PRAGMA quick_check(1)") }
    guard found == ["ok"] else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found.first ?? "no answer")
    }
  }

  /// Sets a record aside that was found damaged in use, and begins another one.
  ///
  /// The new record gets `groups` and `records`, which are all tasks that the hub has in memory. It also gets
  /// their payloads, as far as these can still be read.
  ///
  /// - Returns: the path of the damaged record.
  func startOver(
    with records: [TaskRecord], groups: [GroupRecord] = [], highestNumber: Int
  ) throws -> String {
    var payloads: [TaskKey: LaunchPayload] = [:]
    for key in records.filter({ $0.ending == nil }).map(\.description.key) {
      payloads[key] = try? payload(of: key)
    }
    var aside = ""
    try replace { aside = Self.setAside($0) }
    mark?.note(Self.damage(aside))
    try save(records, payloads, groups: groups, highestNumber: highestNumber)
    return aside
  }

  /// Whether a read failed only because the hub leaves.
  static func isOfClosing(_ error: any Error) -> Bool {
    error is RecordClosed || (error as? DatabaseError)?.resultCode == .SQLITE_INTERRUPT
  }

  /// Whether the file is damaged. A full disk, missing rights or a lack of memory is no damage.
  static func isDamage(_ error: any Error) -> Bool {
    switch (error as? DatabaseError)?.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
    default: false
    }
  }

  private static func setAside(_ path: String) -> String {
    let aside = "\(path).damaged-\(time(nil))"
    for suffix in ["", "-wal", "-shm"] { rename(path + suffix, aside + suffix) }
    return aside
  }

  /// Prepares the writing statement, which fails if the schema is damaged.
  private func checkStatements() throws {
    try read { _ = try $0.makeStatement(sql: TaskRow.upsertion) }
  }
}

/// Whether the record itself is the reason that it can't be opened: it is damaged, or its schema
/// isn't Headway's.
private func isUnusable(_ error: any Error) -> Bool {
  guard let error = error as? DatabaseError else {
    return error is ColumnError || error is RowDecodingError
  }
  return switch error.resultCode {
  case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_NOMEM, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL,
    .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_INTERRUPT:
    false
  default: true
  }
}

/// A file of the record isn't a regular file, but a FIFO, a directory or the like.
struct NoRegularFile: Error, CustomStringConvertible {
  let path: String

  var description: String { "\(path) isn't a regular file; remove it, then start the hub again" }
}
