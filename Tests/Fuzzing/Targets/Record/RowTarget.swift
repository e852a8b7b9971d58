import GRDB
import HeadwayHub

/// Columns of any of SQLite's types: a task, or none; and the same once written.
///
/// What the hub makes of the record is for `RecordTarget`.
package struct RowTarget: FuzzTarget {
  package static let name = "row"
  package static let byteLimit = 128

  private let echo = ColumnEcho()

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    var reader = ByteReader(input)
    guard let row = try? echo.row(of: ColumnReader.columns(from: &reader)),
      let record = row.record
    else { return }
    guard let again = try? echo.row(of: TaskColumns(record).columns.map(\.value)) else {
      throw BrokenPromise("a row that can't be read back")
    }
    try promise(again.record == record, "written again it is another: \(row)")
  }
}
