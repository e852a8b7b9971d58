import HeadwayHubCore
import Foundation
import GRDB
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import Testing

@testable import HeadwayHub

/// After a clean stop the file alone has everything.
@Suite struct RecordClosingTests {
  @Test("ten hubs of ten that stop leave no log, with tasks that run and a history under way")
  func stopped() async throws {
    try await withHub { bed in
      var keys: [TaskKey] = []
      for round in 1...10 {
        if bed.server == nil { try await bed.start() }
        let client = try bed.command()
        for number in 1...20 {
          let key = TaskKey.numbered(UInt64(round * 100 + number))
          try client.begin(key)
          if number > 1 { try client.end(key) }
          keys.append(key)
        }
        try client.update(.numbered(UInt64(round * 100 + 1)), .done(3, of: 9))
        let reader = try RawClient(bed.paths)
        for _ in 0..<50 { try reader.send(#"{"type":"history","byEnd":true}"#) }
        await bed.stop()
        let log = bed.paths.record + "-wal"
        #expect((RegularFile(of: log)?.byteCount ?? 0) == 0, "round \(round)")
        try RecordBed.use { alone in
          try FileManager.default.copyItem(atPath: bed.paths.record, toPath: alone.path)
          let records = try RecordStore(path: alone.path).loadAll()
          #expect(records.map(\.description.key) == keys, "round \(round)")
          #expect(records.contains { $0.measured.reading.completed == 3 && $0.state == .running })
        }
      }
    }
  }

  @Test("a thousand tasks are in the file, whoever reads meanwhile")
  func crowd() throws {
    try RecordBed.use { bed in
      let store = try bed.open()
      let records = try (1...1000).map { try RecordBed.task($0) }
      for part in stride(from: 0, to: 1000, by: 50) {
        try store.save(Array(records[part..<(part + 50)]))
      }
      let readers = DispatchGroup()
      let began = DispatchSemaphore(value: 0)
      for _ in 0..<4 {
        readers.enter()
        Thread.detachNewThread {
          began.signal()
          // Ends with the record: an error then.
          while (try? store.page(PageRequest(query: .everything), at: RecordBed.start)) != nil {}
          readers.leave()
        }
      }
      for _ in 0..<4 { began.wait() }
      #expect(store.close() == nil)
      readers.wait()
      #expect(bed.byteCount(bed.log) == 0)
      #expect(try bed.numbersInFileAlone() == Array(1...1000))
      #expect(throws: RecordClosed.self) { try store.load(.a) }
    }
  }

  @Test("a read that takes long is ended")
  func longRead() throws {
    try RecordBed.use { bed in
      let store = try bed.open()
      try store.save([try RecordBed.task(1)])
      let began = DispatchSemaphore(value: 0)
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = try? store.readAlone { database in
          began.signal()
          let forever = """
            WITH RECURSIVE n(i) AS (SELECT number FROM task UNION ALL SELECT i + 1 FROM n)
            SELECT count(*) FROM n
            """
          _ = try Int.fetchOne(database, sql: forever)
        }
        ended.signal()
      }
      began.wait()
      #expect(store.close() == nil)
      #expect(ended.wait(timeout: .now() + .seconds(10)) == .success)
      #expect(bed.byteCount(bed.log) == 0)
    }
  }

  @Test("another program that reads the record keeps its log, and nothing is lost")
  func otherReader() throws {
    try RecordBed.use { bed in
      let store = try bed.open()
      try store.save([try RecordBed.task(1)])
      let other = try DatabaseQueue(path: bed.path)
      let error = try other.read { database -> (any Error)? in
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM task")
        try store.save([try RecordBed.task(2)])
        return store.close()
      }
      #expect(error is LogInUse)
      try other.close()
      let later = try bed.open()
      #expect(later.notice == nil)
      #expect(try later.loadAll().map(\.number.value) == [1, 2])
    }
  }
}
