import GRDB
import HeadwayCore

@testable import HeadwayHub

extension RecordStore {
  /// Every task of the record, by number.
  func loadAll() throws -> [TaskRecord] {
    try read { try TaskRow.order(sql: "number").fetchAll($0).compactMap(\.record) }
  }
}
