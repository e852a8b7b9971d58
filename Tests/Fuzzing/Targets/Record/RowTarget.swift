import GRDB
import HeadwayHub

/// Columns of any of SQLite's types: a row, or an error; and the same once written.
///
/// The library's decoding of rows takes most of the time; what follows it is `RecordTarget`'s.
package struct RowTarget: FuzzTarget {
  package static let name = "row"
  package static let byteLimit = 128

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    var reader = ByteReader(input)
    guard let row = try? TaskRow(row: ColumnReader.row(from: &reader)) else { return }
    guard let columns = try? row.databaseDictionary, let again = try? TaskRow(row: Row(columns))
    else { throw BrokenPromise("a row that can't be read back") }
    try promise(again.record == row.record, "written again it is another: \(row)")
  }
}
