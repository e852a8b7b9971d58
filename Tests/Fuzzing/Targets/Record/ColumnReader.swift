import FoundationEssentials
import GRDB

/// Columns of the table `task` from bytes: proper ones, and over them any type and value.
enum ColumnReader {
  static let names = proper.map(\.name)

  private static let proper: [(name: String, value: DatabaseValue)] = [
    ("key", "0123456789abcdef0123456789abcdef".databaseValue), ("number", 1.databaseValue),
    ("title", "Export".databaseValue), ("subtitle", .null), ("identifier", .null),
    ("command", #"["rsync","-a"]"#.databaseValue), ("directory", "/srv".databaseValue),
    ("parent", .null), ("groupName", .null), ("sensitive", 0.databaseValue),
    ("onStall", "ask".databaseValue), ("stallAfter", .null), ("grace", 5.0.databaseValue),
    ("state", "running".databaseValue), ("endReason", .null), ("endDetail", .null),
    ("forced", .null), ("cancelNote", .null), ("exitCode", .null), ("signal", .null),
    ("completed", 3.databaseValue), ("total", 10.databaseValue), ("unit", "files".databaseValue),
    ("phase", .null), ("reportsItself", 1.databaseValue), ("supervised", 1.databaseValue),
    ("patience", 1.databaseValue), ("pid", 1007.databaseValue), ("processStart", 7.databaseValue),
    ("bootID", "boot".databaseValue), ("startedAt", 1_699_999_900_000.databaseValue),
    ("endedAt", .null), ("elapsed", .null), ("fraction", .null), ("growing", .null),
  ]

  /// One value for each of `names`.
  static func columns(from reader: inout ByteReader) -> [DatabaseValue] {
    var columns = proper.map(\.value)
    while !reader.isAtEnd {
      let place = reader.choice(of: columns.count)
      columns[place] = value(from: &reader)
    }
    return columns
  }

  private static func value(from reader: inout ByteReader) -> DatabaseValue {
    switch reader.choice(of: 8) {
    case 0: .null
    case 1: reader.integer().databaseValue
    case 2: Int64(Int8(bitPattern: reader.byte())).databaseValue
    case 3: reader.text().databaseValue
    case 4: Double(bitPattern: UInt64(bitPattern: reader.integer())).databaseValue
    case 5: Data(reader.text().utf8).databaseValue
    case 6: reader.columnText().databaseValue
    default: reader.columnNumber().databaseValue
    }
  }
}
