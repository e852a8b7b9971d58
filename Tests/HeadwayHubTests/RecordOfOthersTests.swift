import HeadwayHubCore
import Foundation
import GRDB
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import Testing

@testable import HeadwayHub

/// Records that a newer headway wrote, and rows that this one doesn't understand.
@Suite struct RecordOfOthersTests {
  @Test("a record of a newer headway is refused, and left as it is")
  func newer() throws {
    try RecordBed.use { bed in
      let store = try bed.open()
      try store.save([try RecordBed.task(1)])
      store.close()
      try Self.change(bed, "INSERT INTO grdb_migrations VALUES ('v999')")
      let before = try Data(contentsOf: URL(filePath: bed.path))
      let error = #expect(throws: NewerRecord.self) { try bed.open() }
      let words = try #require(error).description
      #expect(words.contains("newer version of headway") && words.contains("install"))
      #expect(!words.contains("\n"))
      #expect(try Data(contentsOf: URL(filePath: bed.path)) == before)
      let names = try FileManager.default.contentsOfDirectory(atPath: bed.folder)
      #expect(!names.contains { $0.contains("damaged") })
    }
  }

  @Test(
    "a row of a state or an end that isn't known is listed as lost, and stays as it is",
    arguments: [
      ("hibernated", nil, nil), ("ended", "evicted", nil), ("ended", "expired", "weather"),
      ("resting", "cancelled", "moon"),
    ] as [(String, String?, String?)])
  func unknown(state: String, reason: String?, detail: String?) async throws {
    try await withHub(starting: false) { bed in
      let store = try RecordStore(path: bed.paths.record)
      var live = try RecordBed.task(3)
      (live.state, live.ending, live.endedAt) = (.running, nil, nil)
      try store.save([try RecordBed.task(1), try RecordBed.task(2), live])
      try Self.setEnd(of: store, number: 2, state, reason, detail)
      store.close()
      let before = try Self.row(2, bed)
      try await bed.start()
      let client = try bed.command()
      for tasks in [try client.list(all: true), try Self.history(client)] {
        let task = try #require(tasks.first { $0.number.value == 2 })
        #expect(task.ending?.reason == .lost)
        let words = [state, reason, detail].compactMap { $0 }.joined(separator: " ")
        let known = state == "ended" ? words.dropFirst("ended ".count) : Substring(words)
        #expect(task.subtitle?.string.contains(known) == true, "\(task.subtitle?.string ?? "-")")
      }
      // Its worker comes back, and says that it ends.
      let number = try client.begin(.numbered(2)) { $0.startedAt = RecordBed.start }
      #expect(number.value == 2)
      _ = try? client.end(.numbered(2))
      await bed.stop()
      #expect(try Self.row(2, bed) == before)
    }
  }

  @Test("a row that was understood is written over")
  func known() throws {
    try RecordBed.use { bed in
      let store = try bed.open()
      var task = try RecordBed.task(1)
      for reason in [EndReason.completed, .cancelled(by: .dependency), .expired(.resource), .lost] {
        task.ending = TaskEnding(reason: reason)
        try store.save([task])
        #expect(try store.load(.numbered(1))?.ending?.reason == reason)
      }
      for state in TaskState.allCases where state != .ended {
        (task.state, task.ending) = (state, nil)
        try Self.setEnd(of: store, state.rawValue, "odd", nil)
        try store.save([task])
        #expect(try store.load(.numbered(1))?.state == state)
      }
    }
  }

  @Test(
    "a damaged table other than that of the tasks sets the record aside too",
    arguments: ["launch", "environment", "sequence", "grdb_migrations"])
  func damaged(table: String) throws {
    try RecordBed.use { bed in
      let store = try bed.open()
      for number in 1...60 {
        try store.save(
          [try RecordBed.task(number)],
          [.numbered(UInt64(number)): RecordBed.payload("N=\(number)")])
      }
      store.close()
      try Self.spoil(table, bed)
      let later = try bed.open()
      #expect(later.notice?.contains("set aside") == true)
      let names = try FileManager.default.contentsOfDirectory(atPath: bed.folder)
      #expect(names.contains { $0.hasPrefix("record.sqlite.damaged-") })
      #expect(try later.load(endedAfter: RecordBed.start).highestNumber == 60)
    }
  }

  /// The kind of page of the last page of a table (sqlite.org/fileformat2.html, 1.6).
  private static func spoil(_ table: String, _ bed: RecordBed) throws {
    let page = try DatabaseQueue(path: bed.path).read { database in
      try Int.fetchOne(
        database, sql: "SELECT max(pageno) FROM dbstat WHERE name = ?", arguments: [table])
    }
    let file = try FileHandle(forUpdating: URL(filePath: bed.path))
    try file.seek(toOffset: UInt64(try #require(page) - 1) * 4096)
    try file.write(contentsOf: Data([0xA5]))
    try file.close()
  }

  private static func setEnd(
    of store: RecordStore, number: Int = 1, _ state: String, _ reason: String?, _ detail: String?
  ) throws {
    try store.current.database.write { database in
      try database.execute(
        sql: "UPDATE task SET state = ?, endReason = ?, endDetail = ? WHERE number = ?",
        arguments: [state, reason, detail, number])
    }
  }

  private static func change(_ bed: RecordBed, _ sql: String) throws {
    let database = try DatabaseQueue(path: bed.path)
    try database.write { try $0.execute(sql: sql) }
    _ = try database.writeWithoutTransaction {
      try Int.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try database.close()
  }

  private static func row(_ number: Int, _ bed: HubBed) throws -> Row? {
    try DatabaseQueue(path: bed.paths.record).read {
      try Row.fetchOne($0, sql: "SELECT * FROM task WHERE number = ?", arguments: [number])
    }
  }

  private static func history(_ client: CommandClient) throws -> [TaskSnapshot] {
    var position = HistoryPosition(.everything, last: nil)
    var tasks: [TaskSnapshot] = []
    while !position.isAtEnd { tasks += try client.nextPage(of: &position) }
    return tasks
  }
}
