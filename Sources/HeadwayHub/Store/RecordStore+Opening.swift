import GRDB
import Glibc
import HeadwayCore
import Logging

extension RecordStore {
  /// Opens the record. A file that isn't one is set aside under another name, and said so; the
  /// record then starts empty.
  static func open(path: String, logger: Logger) throws -> RecordStore {
    do {
      let store = try RecordStore(path: path)
      _ = try store.load(endedAfter: .init(millisecondsSinceEpoch: .max))
      return store
    } catch  where isDamage(error) {
      let aside = "\(path).damaged-\(time(nil))"
      logger.error("the record is damaged (\(error)); set aside as \(aside), starting empty")
      for suffix in ["", "-wal", "-shm"] { rename(path + suffix, aside + suffix) }
      return try RecordStore(path: path)
    }
  }
}

/// Whether the file is to blame, and not the disk, the rights or the memory: also a schema that
/// isn't ours any more.
private func isDamage(_ error: any Error) -> Bool {
  guard let error = error as? DatabaseError else { return error is RowDecodingError }
  return switch error.resultCode {
  case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_NOMEM, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL,
    .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_INTERRUPT:
    false
  default: true
  }
}
