import GRDB
import HeadwayHubCore
import HeadwayModel

// The groups that commands made, changed or paused: one row each, and none for a group that only
// the config or its tasks know.
extension RecordStore {
  static func addGroups(in database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE queue_group (
          name TEXT PRIMARY KEY NOT NULL, made INTEGER NOT NULL, slots INTEGER,
          pauseOnFailure INTEGER, paused TEXT, pausedBy INTEGER
        ) STRICT
        """)
  }

  /// The number in `slots` that stands for an unlimited number.
  private static let unlimited = -1
  // The column `made` is a set of bits. A hub that knows only the first one takes the others for it.
  private static let made = 1
  private static let holdsNewGroups = 2
  private static let goesOn = 4
  private static let byPerson = "person"
  private static let byFailure = "failure"

  /// Writes a group. Deletes the row of a group whose record is empty.
  static func keep(_ group: GroupRecord, in database: Database) throws {
    guard !group.isEmpty else {
      return try database.execute(
        sql: "DELETE FROM queue_group WHERE name = ?", arguments: [group.name])
    }
    var slots: Int?
    switch group.terms.slots {
    case .count(let count): slots = count
    case .unlimited: slots = unlimited
    case nil: break
    }
    let bits =
      (group.isMade ? made : 0) | (group.holdsNewGroups ? holdsNewGroups : 0)
      | (group.goesOn ? goesOn : 0)
    var (paused, pausedBy): (String?, Int?) = (nil, nil)
    switch group.pause {
    case .person: paused = byPerson
    case .failure(let number): (paused, pausedBy) = (byFailure, number.value)
    case nil: break
    }
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO queue_group (name, made, slots, pauseOnFailure, paused, pausedBy)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        group.name, bits, slots, group.terms.pausesOnFailure, paused, pausedBy,
      ])
  }

  /// Reads all groups. A value that isn't understood counts as not set, but a pause stays a pause.
  static func groups(in database: Database) throws -> [GroupRecord] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT * FROM queue_group ORDER BY name LIMIT ?",
      arguments: [GroupRecord.limit])
    return rows.compactMap(group)
  }

  private static func group(_ row: Row) -> GroupRecord? {
    guard let name = String.fromDatabaseValue(row["name"]) else { return nil }
    var group = GroupRecord(name)
    let bits = Int.fromDatabaseValue(row["made"]) ?? 0
    group.isMade = bits & made != 0
    (group.holdsNewGroups, group.goesOn) = (bits & holdsNewGroups != 0, bits & goesOn != 0)
    if let slots = Int.fromDatabaseValue(row["slots"]) {
      group.terms.slots = slots == unlimited ? .unlimited : SlotLimit("\(slots)")
    }
    group.terms.pausesOnFailure = Int.fromDatabaseValue(row["pauseOnFailure"]).map { $0 != 0 }
    guard let paused = String.fromDatabaseValue(row["paused"]) else { return group }
    let number = Int.fromDatabaseValue(row["pausedBy"]).flatMap(TaskNumber.init)
    group.pause = paused == byFailure ? number.map { .failure($0) } ?? .person : .person
    return group
  }
}
