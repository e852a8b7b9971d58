import Foundation
import GRDB
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import Logging
import Testing

@testable import HeadwayHub

extension HubTests {
  @Suite struct RecordStoreTests {
    @Test("every field of a record comes back")
    func everyFieldOfARecordComesBack() throws {
      try withFolder { folder in
        var task = TaskDescription(key: .a, title: "Export \"Été\" 東京")
        task.identifier = "com.example.export"
        task.command = ["sh", "-c", "echo \"a\""]
        task.directory = "/home/me"
        task.parent = .b
        task.group = "nightly"
        task.sensitive = true
        task.stallPolicy = StallPolicy(action: .expire, after: .seconds(90))
        task.grace = .milliseconds(2500)
        task.startedAt = WallTime(millisecondsSinceEpoch: 1_700_000_000_000)
        var record = TaskRecord(
          number: try #require(TaskNumber(7)), description: task, state: .ended,
          process: ProcessIdentity(pid: 42, startTime: 99, bootID: "boot"),
          startedAt: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))
        record.subtitle = "clip 3"
        record.cancelNote = "disk is full"
        record.ending = TaskEnding(reason: .expired(.stall), status: .signal(15))
        record.measured.reading = ProgressReading(
          completed: 3, total: 9, unit: "clips", phase: "encode")
        (record.measured.highestFraction, record.measured.isGrowing) = (0.5, true)
        record.measured.showedPercent = true
        (record.reportsItself, record.isSupervised, record.patience) = (true, true, 4)
        record.allowance = StallAllowance(silent: .seconds(75), advancing: .seconds(180))
        record.pace = RunPace(marks: [0, 0, 2000, 3000, 4000, 6000, 9000, 10_000], total: 9)
        #expect(record.pace != nil)
        record.endedAt = WallTime(millisecondsSinceEpoch: 1_700_000_009_000)
        record.elapsed = .seconds(9)
        try RecordStore(path: folder + "/r").save([record])
        #expect(try RecordStore(path: folder + "/r").loadAll() == [record])

        record.state = .cancelling
        (record.ending, record.endedAt, record.elapsed) = (nil, nil, nil)
        record.ordered = .cancelled(by: .question)
        record.isForced = true
        try RecordStore(path: folder + "/r").save([record])
        #expect(try RecordStore(path: folder + "/r").loadAll() == [record])
      }
    }

    @Test("of a crowd that ended the newest are loaded and what a queued task waits for")
    func ofACrowdThatEndedTheNewestAreLoadedAndWhatAQueuedTaskWaitsFor() throws {
      try withFolder { folder in
        let ended = try (1...2100).map { number in
          var record = try Self.run(number, seconds: 1) { _ in }
          record.endedAt = WallTime(millisecondsSinceEpoch: 1_700_000_000_000 + Int64(number))
          return record
        }
        var waiting = try Self.run(2101, seconds: 1) { _ in }
        (waiting.state, waiting.ending, waiting.endedAt) = (.queued, nil, nil)
        var terms = LaunchTerms()
        terms.dependencies = [Dependency(.key(ended[6].description.key), needsSuccess: true)]
        waiting.submission.terms = terms
        let store = try RecordStore(path: folder + "/r")
        try store.save(ended + [waiting])
        let loaded = try store.load(endedAfter: WallTime(millisecondsSinceEpoch: 0)).records
        #expect(loaded.map(\.number.value) == Array(101...2101) + [7])
      }
    }

    @Test("a record found damaged in use is set aside and another goes on")
    func aRecordFoundDamagedInUseIsSetAsideAndAnotherGoesOn() throws {
      try withFolder { folder in
        let path = folder + "/r"
        let ended = try (1...200).map { try Self.run($0, seconds: 1) { $0.command = ["true"] } }
        var waiting = try Self.run(201, seconds: 1) { $0.command = ["make"] }
        (waiting.state, waiting.ending, waiting.submission.terms) = (.queued, nil, LaunchTerms())
        let payload = LaunchPayload(
          command: [Array("make".utf8)], environment: [Array("A=1".utf8)],
          directory: Array("/".utf8), umask: 0o22)
        try RecordStore(path: path).save(
          ended + [waiting], [waiting.description.key: payload], highestNumber: 300)
        try Self.spoilLeaves(of: path)

        let store = try RecordStore(path: path)
        let error = #expect(throws: (any Error).self) { try store.loadAll() }
        #expect(RecordStore.isDamage(try #require(error)))
        let aside = try store.startOver(with: [waiting], highestNumber: 300)
        #expect(try Data(contentsOf: URL(filePath: aside)).count > 4096)
        #expect(try store.loadAll().map(\.description.key) == [waiting.description.key])
        #expect(try store.load(endedAfter: waiting.startedAt).highestNumber == 300)
        #expect(try store.payload(of: waiting.description.key)?.bytes == payload.bytes)
      }
    }

    /// The kind of page (sqlite.org/fileformat2.html, 1.6) of all but the last leaves of the task table.
    private static func spoilLeaves(of path: String) throws {
      let leaves = try DatabaseQueue(path: path).read { database in
        try Int.fetchAll(
          database,
          sql: "SELECT pageno FROM dbstat WHERE name = 'task' AND pagetype = 'leaf' ORDER BY path")
      }
      try #require(leaves.count > 2)
      let file = try FileHandle(forUpdating: URL(filePath: path))
      for leaf in leaves.dropLast() {
        try file.seek(toOffset: UInt64(leaf - 1) * 4096)
        try file.write(contentsOf: Data([0xA5]))
      }
      try file.close()
    }

    @Test("every column of a task is written")
    func everyColumnOfATaskIsWritten() throws {
      try withFolder { folder in
        let table = try RecordStore(path: folder + "/r").read { try $0.columns(in: "task") }
        let written = TaskColumns(try Self.run(1, seconds: 1) { _ in }).columns.map(\.name)
        #expect(Set(written) == Set(table.map(\.name)))
        #expect(Set(written).count == written.count)
      }
    }

    @Test("only completed runs of the same are history the latest first")
    func onlyCompletedRunsOfTheSameAreHistoryTheLatestFirst() throws {
      try withFolder { folder in
        let store = try RecordStore(path: folder + "/r")
        let identified = try (1...12).map {
          try Self.run($0, seconds: $0) { $0.identifier = "com.example.export" }
        }
        let plain = try (13...14).map { try Self.run($0, seconds: $0) { $0.command = ["make"] } }
        var failed = try Self.run(15, seconds: 15) { $0.identifier = "com.example.export" }
        failed.ending = TaskEnding(reason: .failed)
        let elsewhere = try Self.run(16, seconds: 16) {
          ($0.command, $0.directory) = (["make"], "/other")
        }
        try store.save(identified + plain + [failed, elsewhere])
        let histories = try store.histories(of: [
          .identifier("com.example.export"), .command(["make"], directory: nil),
          .command(["make", "all"], directory: nil),
        ])
        #expect(
          histories.map { $0.runs.map(\.elapsed.components.seconds) } == [
            Array((3...12).reversed()), [14, 13], [],
          ])
        #expect(histories.first?.allowance.silent == .seconds(12))
      }
    }

    private static func run(
      _ number: Int, seconds: Int, _ adjust: (inout TaskDescription) -> Void
    ) throws -> TaskRecord {
      var task = TaskDescription(key: .numbered(UInt64(number)), title: "Export")
      adjust(&task)
      var record = TaskRecord(
        number: try #require(TaskNumber(number)), description: task, state: .ended,
        process: ProcessIdentity(pid: 1, startTime: 1, bootID: "boot"),
        startedAt: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))
      record.ending = TaskEnding(reason: .completed)
      record.elapsed = .seconds(seconds)
      record.allowance.silent = .seconds(seconds)
      return record
    }

    @Test("a file that is no record is set aside")
    func aFileThatIsNoRecordIsSetAside() throws {
      try withFolder { folder in
        let garbage = Data(repeating: 0x41, count: 5000)
        try garbage.write(to: URL(fileURLWithPath: folder + "/r"))
        let store = try RecordStore.open(
          path: folder + "/r", markPath: folder + "/r.mark", logger: Self.silence)
        #expect(try store.loadAll().isEmpty)
        let aside = try FileManager.default.contentsOfDirectory(atPath: folder)
          .filter { $0.hasPrefix("r.damaged-") }
        let name = try #require(aside.first)
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")) == garbage)
      }
    }

    @Test("a record damaged anywhere opens and takes the next task")
    func aRecordDamagedAnywhereOpensAndTakesTheNextTask() throws {
      try withFolder { folder in
        let whole = try Self.smallRecord(in: folder)
        for offset in stride(from: 0, to: whole.count, by: 512) {
          var flipped = whole
          for index in offset..<min(offset + 16, whole.count) { flipped[index] ^= 0xFF }
          for (name, damaged) in [("f", flipped), ("t", whole[..<offset])] {
            let path = "\(folder)/\(name)\(offset)"
            try damaged.write(to: URL(fileURLWithPath: path))
            let store = try RecordStore.open(
              path: path, markPath: path + ".mark", logger: Self.silence)
            let contents = try store.load(endedAfter: WallTime(millisecondsSinceEpoch: 0))
            #expect(contents.records.count <= 40)
          }
        }
      }
    }

    private static let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// The bytes of a record of forty tasks.
    private static func smallRecord(in folder: String) throws -> Data {
      let path = folder + "/whole"
      let records = try (1...40).map { number in
        TaskRecord(
          number: try #require(TaskNumber(number)),
          description: TaskDescription(key: .numbered(UInt64(number)), title: "Export"),
          state: .running, process: ProcessIdentity(pid: 1, startTime: 1, bootID: "boot"),
          startedAt: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))
      }
      try RecordStore(path: path).save(records)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
      let folder = NSTemporaryDirectory() + "headway-record-\(UInt64.random(in: 0 ... .max))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try body(folder)
    }
  }
}
