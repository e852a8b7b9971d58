import GRDB
import HeadwayModel

// The totals of everything that was ever written to the record. They are two rows of `sequence`,
// beside the row of the highest number.
extension RecordStore {
  static func addTotals(in database: Database) throws {
    try database.execute(
      sql: "INSERT OR IGNORE INTO sequence (name, value) VALUES ('changes', 0), ('changedAt', 0)")
  }

  /// Returns the totals that the record itself has.
  func totals() throws -> RecordTotals { try read(Self.totals) }

  static func totals(in database: Database) throws -> RecordTotals {
    let rows = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT name, value FROM sequence"))
    var totals = RecordTotals()
    for row in rows {
      guard let value = Int64.fromDatabaseValue(row[1] as DatabaseValue) else { continue }
      switch String.fromDatabaseValue(row[0] as DatabaseValue) {
      case "changes": totals.changes = max(0, value)
      case "changedAt": totals.changedAt = WallTime(millisecondsSinceEpoch: value)
      case "number": totals.highestNumber = Int(clamping: max(0, value))
      default: break
      }
    }
    return totals
  }

  /// Adds `changes` to the higher totals of the record and the mark, and raises the highest number
  /// to `highestNumber`.
  ///
  /// - Returns: the totals once the transaction is committed.
  static func count(
    _ changes: Int, highestNumber: Int, beyond known: RecordTotals, in database: Database
  ) throws -> RecordTotals {
    let before = try totals(in: database)
    let (sum, overflow) = max(before.changes, known.changes)
      .addingReportingOverflow(Int64(changes))
    let totals = RecordTotals(
      changes: overflow ? .max : sum,
      highestNumber: max(before.highestNumber, known.highestNumber, highestNumber),
      changedAt: changes > 0 ? HubClock.now.wall : before.changedAt)
    let statement = try database.cachedStatement(
      sql: "UPDATE sequence SET value = ? WHERE name = ?")
    try statement.execute(arguments: [totals.changes, "changes"])
    try statement.execute(arguments: [totals.highestNumber, "number"])
    try statement.execute(
      arguments: [totals.changedAt.millisecondsSinceEpoch, "changedAt"])
    return totals
  }
}

// The mark of the record, and the loss that it shows.
extension RecordStore {
  /// The last trouble with the record in words for people; nil if there was none in the last week.
  var notice: String? {
    mark?.mark.currentNotice(at: HubClock.now.wall)?.text.string
  }

  /// Compares the record with its mark, and begins a new mark. Numbers go on above the highest
  /// number that the record or the mark knows.
  ///
  /// - Returns: the changes that the record lost; nil for none.
  func adoptMark(_ reading: RecordMarkFile.Reading) throws -> RecordLoss? {
    guard let mark else { return nil }
    let found = try totals()
    var next = RecordMark(totals: found)
    var loss: RecordLoss?
    if case .mark(let known) = reading {
      loss = known.loss(in: found)
      next.totals.changes = max(known.totals.changes, found.changes)
      next.totals.highestNumber = max(known.totals.highestNumber, found.highestNumber)
      next.notice = known.currentNotice(at: HubClock.now.wall)
    }
    if let loss { next.notice = Self.notice(String(wire: "the record is behind: \(loss.words)")) }
    try mark.begin(next)
    // The record gets the totals of the mark, so that the hub tells of a loss only once.
    if next.totals.changes > found.changes { try save([]) }
    return loss
  }

  static func notice(_ words: String) -> RecordMark.Notice {
    RecordMark.Notice(text: SanitisedText(words, limit: .line), at: HubClock.now.wall)
  }
}
