import FoundationEssentials
import GRDB
import HeadwayHub
import HeadwayHubCore
import HeadwayModel

/// Columns of the table `task` from bytes: those of a proper task, and over them any type and value.
enum ColumnReader {
  /// The columns of a proper task at `place` of the record. Tasks differ at least in number and key.
  static func proper(at place: Int) -> [DatabaseValue] {
    var task = TaskDescription(key: TaskKey(high: 1, low: UInt64(place)), title: "Export")
    (task.directory, task.command) = ("/srv", ["rsync", "-a"])
    var record = TaskRecord(
      number: TaskNumber(place + 1) ?? .first, description: task, state: .running,
      process: ProcessIdentity(pid: 1007, startTime: 7, bootID: "boot"),
      startedAt: WallTime(millisecondsSinceEpoch: 1_699_999_900_000))
    record.measured.reading = ProgressReading(completed: 3, total: 10, unit: "files")
    return TaskColumns(record).columns.map(\.value)
  }

  /// Reads columns up to a byte that names none: what follows belongs to the next row.
  static func columns(from reader: inout ByteReader, at place: Int = 0) -> [DatabaseValue] {
    var columns = proper(at: place)
    while !reader.isAtEnd {
      let index = Int(reader.byte())
      guard columns.indices.contains(index) else { break }
      columns[index] = value(from: &reader)
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
