import GRDB
import HeadwayHubCore
import HeadwayModel

@testable import HeadwayHub

extension RecordStore {
  /// Every task of the record, by number.
  func loadAll() throws -> [TaskRecord] {
    try read { try TaskRow.order(sql: "number").fetchAll($0).compactMap(\.record) }
  }
}
