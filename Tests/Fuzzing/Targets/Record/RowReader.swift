import HeadwayHubCore
import HeadwayModel
import HeadwayHub

/// A row of the table `task` from bytes: a proper one, and over it columns of any value.
enum RowReader {
  static let rowLimit = 2

  /// One for each column, in the table's order.
  private static let setters: [@Sendable (inout TaskRow, inout ByteReader) -> Void] = [
    { $0.key = $1.columnText() }, { $0.number = Int($1.columnNumber()) },
    { $0.title = $1.columnText() }, { $0.subtitle = $1.optional { $0.columnText() } },
    { $0.identifier = $1.optional { $0.columnText() } },
    { $0.command = $1.optional { $0.columnText() } },
    { $0.directory = $1.optional { $0.columnText() } },
    { $0.parent = $1.optional { $0.columnText() } },
    { $0.groupName = $1.optional { $0.columnText() } }, { $0.sensitive = $1.flag() },
    { $0.onStall = $1.columnText() }, { $0.stallAfter = $1.optional { $0.columnReal() } },
    { $0.grace = $1.columnReal() }, { $0.state = $1.columnText() },
    { $0.endReason = $1.optional { $0.columnText() } },
    { $0.endDetail = $1.optional { $0.columnText() } },
    { $0.forced = $1.optional { $0.flag() } },
    { $0.cancelNote = $1.optional { $0.columnText() } },
    { $0.exitCode = $1.optional { Int32(truncatingIfNeeded: $0.columnNumber()) } },
    { $0.signal = $1.optional { Int32(truncatingIfNeeded: $0.columnNumber()) } },
    { $0.completed = $1.optional { $0.columnNumber() } },
    { $0.total = $1.optional { $0.columnNumber() } },
    { $0.unit = $1.optional { $0.columnText() } },
    { $0.phase = $1.optional { $0.columnText() } }, { $0.reportsItself = $1.flag() },
    { $0.supervised = $1.flag() }, { $0.patience = Int($1.columnNumber()) },
    { $0.pid = Int32(truncatingIfNeeded: $1.columnNumber()) },
    { $0.processStart = $1.columnNumber() }, { $0.bootID = $1.columnText() },
    { $0.startedAt = $1.columnNumber() }, { $0.endedAt = $1.optional { $0.columnNumber() } },
    { $0.elapsed = $1.optional { $0.columnReal() } },
    { $0.fraction = $1.optional { $0.columnReal() } },
    { $0.growing = $1.optional { $0.flag() } },
    { $0.paused = $1.optional { $0.flag() } },
    { $0.suspension = $1.optional { $0.columnText() } },
  ]

  /// Rows differ at least in number and key.
  private static let proper: [TaskRow] = (1...rowLimit).compactMap(TaskNumber.init).map { number in
    var task = TaskDescription(
      key: TaskKey(high: 1, low: UInt64(number.value)), title: "Export")
    task.directory = "/srv"
    var record = TaskRecord(
      number: number, description: task, state: .running,
      process: ProcessIdentity(pid: 1007, startTime: 7, bootID: "boot"),
      startedAt: WallTime(millisecondsSinceEpoch: 1_699_999_900_000))
    record.reading = ProgressReading(completed: 3, total: 10, unit: "files")
    return TaskRow(record)
  }

  /// The row at `place`, less than `rowLimit`. Reads columns up to a byte that names none: what
  /// follows belongs to the next row.
  static func row(from reader: inout ByteReader, at place: Int) -> TaskRow {
    var row = proper[place]
    while !reader.isAtEnd {
      let index = Int(reader.byte())
      guard index < setters.count else { break }
      setters[index](&row, &reader)
    }
    return row
  }
}
