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
    } catch let error as DatabaseError where error.isDamage {
      let aside = "\(path).damaged-\(time(nil))"
      logger.error("the record is damaged (\(error)); set aside as \(aside), starting empty")
      for suffix in ["", "-wal", "-shm"] { rename(path + suffix, aside + suffix) }
      return try RecordStore(path: path)
    }
  }
}

extension DatabaseError {
  fileprivate var isDamage: Bool {
    resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB
  }
}
