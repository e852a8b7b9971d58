import Foundation
import GRDB
import HeadwayModel
import TestSupport
import Testing

@testable import HeadwayHub

/// The record as a network file system has it: one connection, and a journal in a file.
@Suite("The record on a network file system") struct RecordOnNetworkTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test("a record with a log of WAL becomes one with a journal, and loses nothing")
  func converted() throws {
    try withFolder { folder in
      let path = folder + "/r"
      let local = try RecordConnections(path: path, isSingle: false)
      try local.database.write {
        try $0.execute(sql: "INSERT INTO sequence (name, value) VALUES ('other', 7)")
      }
      // A hub that was killed leaves its log.
      try FileManager.default.copyItem(atPath: path, toPath: path + "2")
      try FileManager.default.copyItem(atPath: path + "-wal", toPath: path + "2-wal")
      local.close()
      let single = try RecordConnections(path: path + "2", isSingle: true)
      #expect(single.reader === single.database)
      let (mode, value) = try single.database.read { database in
        (
          try String.fetchOne(database, sql: "PRAGMA journal_mode"),
          try Int.fetchOne(database, sql: "SELECT value FROM sequence WHERE name = 'other'")
        )
      }
      #expect(mode == "truncate" && value == 7)
      #expect(!FileManager.default.fileExists(atPath: path + "2-wal"))
      try single.emptyLog()
      single.close()
    }
  }
}
