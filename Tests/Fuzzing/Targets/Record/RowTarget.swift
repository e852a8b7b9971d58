import GRDB
import HeadwayHub

/// Columns of any of SQLite's types: a task, or none; and the same once written.
///
/// The library's decoding of rows takes most of the time; what follows it is `RecordTarget`'s.
package struct RowTarget: FuzzTarget {
  package static let name = "row"
  package static let byteLimit = 128

  private let echo = ColumnEcho(ColumnReader.names)

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    var reader = ByteReader(input)
    guard let row = try? echo.row(of: ColumnReader.columns(from: &reader)),
      let record = row.record
    else { return }
    let columns = TaskRow(record).columns
    let values = ColumnReader.names.map { name in
      columns.first { $0.key == name }?.value?.databaseValue ?? .null
    }
    guard let again = try? echo.row(of: values) else {
      throw BrokenPromise("a row that can't be read back")
    }
    try promise(again.record == record, "written again it is another: \(row)")
  }
}
