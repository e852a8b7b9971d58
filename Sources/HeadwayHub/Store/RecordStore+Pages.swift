import GRDB
import HeadwayHubCore
import HeadwayModel
import HeadwayWire

/// A request for a page of ended tasks.
struct PageRequest: Sendable {
  var query: TaskQuery
  var order = Order.number
  /// The position before the first task of the page.
  var after = Place()
  /// The number of tasks at the end of the list to which the request is limited; nil for no limit.
  var last: Int?

  enum Order: Sendable {
    case number
    /// The order of the ends. Tasks that ended at the same time are in the order of their numbers.
    case end
  }

  /// The position of a task in either order.
  struct Place: Hashable, Sendable {
    var number = 0
    /// The end of the task in milliseconds since 1970.
    var end: Int64 = 0
  }
}

// Pages of the record. A hub holds only one page in memory at a time.
extension RecordStore {
  struct Page: Sendable {
    /// The tasks of the page, in the order of the request.
    var records: [TaskRecord]
    /// The position of the next page. Nil if this page is the last one.
    var next: PageRequest.Place?
  }

  /// Keys of ended tasks, by number.
  struct FoundKeys: Sendable {
    var keys: [TaskKey]
    /// The number after which there may be more keys; nil if there are none.
    var next: Int?
  }

  /// The greatest number of tasks on one page, and the greatest number of rows that are looked at
  /// for it.
  private static let matchLimit = 256
  private static let scanLimit = 20_000

  /// Returns the next ended tasks that match the query.
  func page(_ request: PageRequest, at now: WallTime) throws -> Page {
    try readAlone { database in
      var request = request
      if let last = request.last {
        request.after = try Self.start(ofLast: last, of: request, at: now, in: database)
      }
      let found = try Self.find(request, at: now, in: database)
      let rows = try TaskRow.filter(keys: found.keys).fetchAll(database)
      let records = Dictionary(
        rows.compactMap(\.record).map { ($0.description.key.description, $0) },
        uniquingKeysWith: { $1 })
      return Page(records: found.keys.compactMap { records[$0] }, next: found.next)
    }
  }

  /// Returns the keys of the next ended tasks that match, by number.
  func keys(_ query: TaskQuery, after: Int, at now: WallTime) throws -> FoundKeys {
    let request = PageRequest(query: query, after: PageRequest.Place(number: after))
    let found = try readAlone { try Self.find(request, at: now, in: $0) }
    return FoundKeys(keys: found.keys.compactMap { TaskKey($0) }, next: found.next?.number)
  }

  private static func find(
    _ request: PageRequest, at now: WallTime, in database: Database
  ) throws -> (keys: [String], next: PageRequest.Place?) {
    let rows = try QueriedRow.cursor(request, in: database)
    var keys: [String] = []
    var scanned = 0
    while let row = try rows.next() {
      let task = QueriedRow(row)
      scanned += 1
      if request.query.matches(task, at: now), let key = task.key { keys.append(key) }
      if keys.count == matchLimit || scanned == scanLimit { return (keys, task.place) }
    }
    return (keys, nil)
  }

  /// Returns the position before the last `count` tasks that match.
  private static func start(
    ofLast count: Int, of request: PageRequest, at now: WallTime, in database: Database
  ) throws -> PageRequest.Place {
    let rows = try QueriedRow.cursor(request, isReversed: true, in: database)
    var missing = max(0, count)
    var first = PageRequest.Place(number: .max, end: .max)
    while missing > 0 {
      guard let row = try rows.next() else { return request.after }
      let task = QueriedRow(row)
      guard request.query.matches(task, at: now) else { continue }
      missing -= 1
      first = task.place
    }
    first.number &-= 1
    return first
  }

  /// Adds the indices by which a starting hub finds live and recently ended tasks without reading
  /// the rest.
  static func addEnds(in database: Database) throws {
    try database.execute(
      sql: """
        CREATE INDEX live ON task (number) WHERE state != 'ended';
        CREATE INDEX endedByTime ON task (endedAt) WHERE state = 'ended';
        CREATE INDEX launchByEnvironment ON launch (environment);
        """)
  }
}

/// A row as a query sees it. Only the columns that the query asks about are read.
private struct QueriedRow: QueriedTask {
  private let row: Row

  /// Makes a view of a row, which is valid until the cursor moves.
  init(_ row: Row) { self.row = row }

  static func cursor(
    _ request: PageRequest, isReversed: Bool = false, in database: Database
  ) throws -> RowCursor {
    let direction = isReversed ? " DESC" : ""
    let place = request.after
    return switch request.order {
    case .number:
      try Row.fetchCursor(
        database, sql: "\(selection) \(byNumber)\(direction)", arguments: [place.number])
    case .end:
      try Row.fetchCursor(
        database, sql: "\(byEnd) ORDER BY 9\(direction), 1\(direction)",
        arguments: [place.end, place.end, place.number, place.end, place.number])
    }
  }

  private static let columns = """
    number, key, endReason, identifier, groupName, title, subtitle, command
    """
  private static let details = "terms, startedAt, elapsed, exitCode, signal"
  /// The condition for every task that isn't live. This includes rows with a state that this
  /// program doesn't know: such a row counts with the time of its start if it has no end.
  ///
  /// The plus sign keeps SQLite from using the index of states and times, and from sorting
  /// (sqlite.org/optoverview.html).
  private static let byNumber = """
    WHERE +state NOT IN (\(TaskRow.liveStateList)) AND number > ? ORDER BY number
    """
  private static let selection =
    "SELECT \(columns), ifnull(endedAt, startedAt), \(details) FROM task"
  /// The tasks in the order of their ends. SQLite merges the two parts by their indices, so neither
  /// part is sorted as a whole.
  private static let byEnd = """
    SELECT \(columns), endedAt, \(details) FROM task
    WHERE state = 'ended' AND endedAt >= ? AND (endedAt, number) > (?, ?)
    UNION ALL
    \(selection)
    WHERE state != 'ended' AND state NOT IN (\(TaskRow.liveStateList))
      AND (ifnull(endedAt, startedAt), number) > (?, ?)
    """

  var place: PageRequest.Place {
    PageRequest.Place(number: queriedNumber, end: queriedEnd?.millisecondsSinceEpoch ?? 0)
  }

  var queriedNumber: Int { value(0) ?? 0 }
  var queriedArray: Int? {
    guard let text: String = value(9), text.contains("\"array\"") else { return nil }
    return LaunchTerms.value(inJSON: text)?.array?.first?.value
  }
  var key: String? { value(1) }
  var queriedState: TaskState { .ended }
  var queriedReason: EndWord? { (value(2) as String?).flatMap(EndWord.init(rawValue:)) ?? .lost }
  var queriedStall: StallKind? { nil }
  var queriedWait: InputWait? { nil }
  var queriedWaitsForUser: Bool { false }
  var queriedIdentifier: String? { value(3) }
  var queriedGroup: String? { value(4) }
  var queriedTitle: String { value(5) ?? "" }
  var queriedSubtitle: String? { value(6) }
  var queriedCommand: [String] {
    guard let text: String = value(7) else { return [] }
    return [String].value(inJSON: text) ?? []
  }
  var queriedEnd: WallTime? {
    (value(8) as Int64?).map(WallTime.init(millisecondsSinceEpoch:))
  }

  /// A task of the queue without a length never began.
  var queriedStart: WallTime? {
    if value(9) as String? != nil, value(11) as Double? == nil { return nil }
    return (value(10) as Int64?).map(WallTime.init(millisecondsSinceEpoch:))
  }
  var queriedHost: String? { nil }
  var queriedExit: Int? {
    if let signal = (value(13) as Int64?).flatMap({ Int32(exactly: $0) }) {
      return Int(ExitStatus.signal(signal).shellCode)
    }
    return (value(12) as Int64?).map { Int($0) }
  }

  /// Returns a column; nil for a value of another type, because a file may hold anything.
  private func value<Value: DatabaseValueConvertible>(_ index: Int) -> Value? {
    Value.fromDatabaseValue(row[index] as DatabaseValue)
  }
}
