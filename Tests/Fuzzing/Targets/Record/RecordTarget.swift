import HeadwayHubCore
import HeadwayModel
import HeadwayHub

/// Rows of the record, whatever a file makes of them: a task, or none; and the same once written.
package struct RecordTarget: FuzzTarget {
  package static let name = "record"
  package static let byteLimit = 96

  /// The number of rows that an input may have.
  private static let rowLimit = 2

  private let echo = ColumnEcho()

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    var reader = ByteReader(input)
    let highest = Int(truncatingIfNeeded: reader.flag() ? reader.integer() : 100)
    var records: [TaskRecord] = []
    repeat {
      let columns = ColumnReader.columns(from: &reader, at: records.count)
      guard let record = try? echo.row(of: columns)?.record else { break }
      try promise(try again(record) == record, "written again it is another: \(record)")
      // The table's own rule, which SQLite keeps.
      if !records.contains(where: { $0.number == record.number }) { records.append(record) }
    } while !reader.isAtEnd && records.count < Self.rowLimit
    if !records.isEmpty { try checkLoading(records, highest) }
  }

  private func checkLoading(
    _ records: [TaskRecord], _ highest: Int
  ) throws(BrokenPromise) {
    var hub = WatchedHub()
    try hub.send(.recordLoaded(records, highestNumber: highest))
    for task in hub.snapshots {
      try task.checkAll()
      try hub.send(.cancelRequested(.key(task.key), isForced: false, Self.someone))
    }
    let saved = hub.records.values.sorted { $0.number < $1.number }
    var later = WatchedHub()
    try later.send(.recordLoaded(saved.map(again), highestNumber: highest))
    try promise(
      later.snapshots.filter { $0.state != .ended }
        == hub.snapshots.filter { $0.state != .ended }, "a later hub shows another")
    try hub.exitWatched()
    try hub.step(.seconds(3600))
    try promise(hub.snapshots.isEmpty, "an ended task never leaves the list")
  }

  private static var someone: Requester { Requester(connection: ConnectionID(9)) }

  private func again(_ record: TaskRecord) throws(BrokenPromise) -> TaskRecord {
    guard let row = try? echo.row(of: TaskColumns(record).columns.map(\.value)),
      let again = row.record
    else {
      throw BrokenPromise("a record that can't be read back")
    }
    return again
  }
}
