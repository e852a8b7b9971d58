import GRDB
import Glibc
import HeadwayCore
import HeadwayWire
import Logging

extension RecordStore {
  /// Opens the record. A file that isn't one is set aside under another name, and said so; the
  /// record then starts empty.
  static func open(path: String, logger: Logger) throws -> RecordStore {
    do {
      let store = try RecordStore(path: path)
      _ = try store.load(endedAfter: .init(millisecondsSinceEpoch: .max))
      try store.checkStatements()
      return store
    } catch  where isUnusable(error) {
      let aside = setAside(path)
      logger.error("the record is damaged (\(error)); set aside as \(aside), starting empty")
      return try RecordStore(path: path)
    }
  }

  /// Sets the record aside, which was found damaged in use. Another goes on with `records`, all that the
  /// hub has in memory, and with what it takes to launch them, as far as that can still be read.
  /// - Returns: where the damaged one is.
  func startOver(with records: [TaskRecord], highestNumber: Int) throws -> String {
    var payloads: [TaskKey: LaunchPayload] = [:]
    for key in records.filter({ $0.ending == nil }).map(\.description.key) {
      payloads[key] = try? payload(of: key)
    }
    var aside = ""
    try replace { aside = Self.setAside($0) }
    try save(records, payloads, highestNumber: highestNumber)
    return aside
  }

  /// Whether the file is damaged, and not only refused by the disk, the rights or the memory.
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

  /// Of a damaged schema the statements that write make no sense.
  private func checkStatements() throws {
    try read { _ = try $0.makeStatement(sql: TaskRow.upsertion) }
  }
}

/// Whether what can't be opened is to blame itself: also a schema that isn't ours any more.
private func isUnusable(_ error: any Error) -> Bool {
  guard let error = error as? DatabaseError else { return error is RowDecodingError }
  return switch error.resultCode {
  case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_NOMEM, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL,
    .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_INTERRUPT:
    false
  default: true
  }
}
