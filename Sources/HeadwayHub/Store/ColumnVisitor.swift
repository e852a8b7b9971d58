package import GRDB
package import HeadwayHubCore
import HeadwayModel
import HeadwayWire

/// A column whose value has another type than this program writes.
struct ColumnError: Error, CustomStringConvertible {
  let name: String

  var description: String { String(wire: "the column \(name) of a task has another type") }
}

/// A reader or a writer of the columns of one row.
protocol ColumnVisitor {
  /// Whether the visitor assigns the values. Otherwise the visitor leaves them as they are.
  var isReading: Bool { get }
  /// Visits a column that may be null.
  mutating func column<Value: DatabaseValueConvertible>(_ name: String, _ value: inout Value?)
    throws
}

extension ColumnVisitor {
  /// Visits a column that is never null.
  mutating func required<Value: DatabaseValueConvertible>(_ name: String, _ value: inout Value)
    throws
  {
    var optional: Value? = value
    try column(name, &optional)
    guard let optional else { throw ColumnError(name: name) }
    value = optional
  }

  /// Visits a column that is null in rows from before the column was added. `missing` is its value
  /// there.
  mutating func column<Value: DatabaseValueConvertible>(
    _ name: String, _ value: inout Value, missing: Value
  ) throws {
    var optional: Value? = value
    try column(name, &optional)
    if isReading { value = optional ?? missing }
  }

  mutating func text(
    _ name: String, _ value: inout SanitisedText?, limit: TextLimit = .line
  ) throws {
    var text = value?.string
    try column(name, &text)
    if isReading { value = text.map { SanitisedText($0, limit: limit) } }
  }

  /// Visits a time as milliseconds since the epoch.
  mutating func time(_ name: String, _ value: inout WallTime?) throws {
    var milliseconds = value?.millisecondsSinceEpoch
    try column(name, &milliseconds)
    if isReading { value = milliseconds.map(WallTime.init(millisecondsSinceEpoch:)) }
  }

  /// Visits a length of time in seconds. A negative or too large number reads as null.
  mutating func seconds(_ name: String, _ value: inout Duration?) throws {
    var seconds = value?.inSeconds
    try column(name, &seconds)
    if isReading { value = seconds.flatMap(Duration.init(nonNegativeSeconds:)) }
  }

  /// Visits a word of an enumeration. An unknown word reads as null.
  mutating func word<Word: RawRepresentable<String>>(_ name: String, _ value: inout Word?) throws {
    var word = value?.rawValue
    try column(name, &word)
    if isReading { value = word.flatMap(Word.init(rawValue:)) }
  }

  /// Visits a value as JSON. A text that isn't valid JSON for the value reads as null.
  mutating func json<Value: FieldValue>(
    _ name: String, _ value: inout Value?, escapingSlashes: Bool = false
  ) throws {
    var text = isReading ? nil : value.flatMap { $0.jsonText(escapingSlashes: escapingSlashes) }
    try column(name, &text)
    if isReading { value = text.flatMap { Value.value(inJSON: $0) } }
  }
}

/// A reader of a row's columns by their positions.
struct ColumnReader: ColumnVisitor {
  var isReading: Bool { true }

  private let row: Row
  private var place = 0

  init(_ row: Row) { self.row = row }

  mutating func column<Value: DatabaseValueConvertible>(_ name: String, _ value: inout Value?)
    throws
  {
    let found: DatabaseValue = row[place]
    place += 1
    guard !found.isNull else {
      value = nil
      return
    }
    guard let read = Value.fromDatabaseValue(found) else { throw ColumnError(name: name) }
    value = read
  }
}

/// The columns of a record, with their values.
package struct TaskColumns: ColumnVisitor {
  var isReading: Bool { false }

  package private(set) var columns: [(name: String, value: DatabaseValue)] = []

  package init(_ record: TaskRecord) {
    var record = record
    columns.reserveCapacity(64)
    _ = try? record.visit(&self)
  }

  mutating func column<Value: DatabaseValueConvertible>(_ name: String, _ value: inout Value?)
    throws
  {
    columns.append((name, value?.databaseValue ?? .null))
  }
}
