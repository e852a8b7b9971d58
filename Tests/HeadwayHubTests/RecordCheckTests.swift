import Foundation
import GRDB
import HeadwayLink
import HeadwaySystem
import TestSupport
import Testing

@testable import HeadwayHub

@Suite("A look at the record") struct RecordCheckTests {
  @Test("a record is whole, also while a hub has it")
  func healthy() async throws {
    try await withHub { bed in
      let worker = bed.worker(.a)
      try eventually("a task of the record") {
        _ = worker.step(now: SystemClocks.awake)
        return RecordCheck(path: bed.paths.record).words == "1 task, nothing damaged"
      }
      #expect(RecordCheck(path: bed.paths.record).isHealthy)
    }
  }

  @Test("what is damaged, foreign, newer or no record is told, and left as it is")
  func damaged() async throws {
    try await withHub(starting: false) { bed in
      let path = bed.paths.record
      #expect(!RecordCheck(path: path).isHealthy)
      #expect(!FileManager.default.fileExists(atPath: path))

      try Data("no database at all, and long enough to be one".utf8).write(to: URL(filePath: path))
      #expect(!RecordCheck(path: path).isHealthy)

      try FileManager.default.removeItem(atPath: path)
      try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE other (x)") }
      #expect(RecordCheck(path: path).words == "it isn't a record of Headway")

      try FileManager.default.removeItem(atPath: path)
      _ = try RecordStore(path: path)
      try DatabaseQueue(path: path).write {
        try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v999')")
      }
      let newer = RecordCheck(path: path)
      #expect(newer.finding == .newer && newer.words.contains("newer"))
    }
  }

  @Test("a page that was overwritten is found")
  func overwritten() async throws {
    try await withHub(starting: false) { bed in
      let path = bed.paths.record
      _ = try RecordStore(path: path)
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.seek(toOffset: 4096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
      try file.close()
      #expect(!RecordCheck(path: path).isHealthy)
    }
  }
}
