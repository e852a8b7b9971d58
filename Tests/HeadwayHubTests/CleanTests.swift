import Foundation
import GRDB
import HeadwayHubCore
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestSupport
import Testing

@testable import HeadwayHub

extension HubTests {
  @Suite struct CleanTests {
    @Test("what is cleaned is gone with its logs and its number stays used")
    func whatIsCleanedIsGoneWithItsLogsAndItsNumberStaysUsed() async throws {
      try await withHub { bed in
        let client = try bed.command()
        for key in [TaskKey.a, .b] {
          try client.begin(key)
          try client.end(key)
        }
        try Self.writeLogs(of: .a, bed)
        try Self.writeLogs(of: .b, bed)
        let count = try client.clean([.number(try #require(TaskNumber(2))), .key(.b)])
        #expect(count == 1)
        #expect(bed.names(in: bed.paths.logDirectory) == Self.logs(of: .a))
        #expect(try client.list(all: true).map(\.key) == [.a])
        await bed.stop()
        try await bed.start()
        let next = try bed.command()
        #expect(try next.list(all: true).map(\.key) == [.a])
        #expect(try next.begin(.numbered(3)).value == 3)
        var after: Int?
        let rest = try next.cleanAll(after: &after)
        #expect(rest == 1 && after == nil)
        #expect(bed.names(in: bed.paths.logDirectory) == [])
        #expect(try next.list(all: true).map(\.state) == [.running])
      }
    }

    @Test("what lives is refused")
    func whatLivesIsRefused() async throws {
      try await withHub { bed in
        let client = try bed.command()
        try client.begin(.a)
        #expect(throws: LinkError.self) { try client.clean([.key(.a)]) }
        var after: Int?
        #expect(try client.cleanAll(after: &after) == 0)
        #expect(try client.list(all: true).count == 1)
      }
    }

    @Test("a misspelt clean deletes nothing")
    func aMisspeltCleanDeletesNothing() async throws {
      try await withHub { bed in
        let client = try bed.command()
        for key in [TaskKey.a, .b] {
          try client.begin(key)
          try client.end(key)
        }
        try Self.writeLogs(of: .a, bed)
        let raw = try RawClient(bed.paths)
        for line in [
          #"{"type":"clean","request":5,"task":1}"#, #"{"type":"clean","request":5}"#,
          #"{"type":"clean","request":5,"filter":" "}"#,
        ] {
          try raw.send(line)
          let refusal = try raw.first("a refusal") { message -> ErrorMessage? in
            if case .error(let error) = message { error } else { nil }
          }
          #expect(refusal.code == ErrorCode.malformed.rawValue && refusal.request == 5)
        }
        #expect(try client.list(all: true).map(\.key) == [.a, .b])
        #expect(bed.names(in: bed.paths.logDirectory) == Self.logs(of: .a))
        try raw.send(#"{"type":"clean","request":6,"all":true}"#)
        let count = try raw.first("the number of tasks") { message -> Int? in
          if case .cleaned(let cleaned) = message { cleaned.count } else { nil }
        }
        #expect(count == 2)
      }
    }

    @Test("a hub that starts keeps as much as the settings say")
    func aHubThatStartsKeepsAsMuchAsTheSettingsSay() async throws {
      var settings = HubEngineSettings()
      settings.retention.time = .seconds(86_400)
      settings.retention.taskCount = 3
      settings.core.keepEnded = .seconds(60)
      try await withHub(settings, starting: false) { bed in
        try RecordStore(path: bed.paths.record).save(
          try Self.records(hoursAgo: [90, 30, 5, 4, 3, 2, 0]))
        try Self.writeLogs(of: .numbered(2), bed)
        try await bed.start()
        let client = try bed.command()
        try eventually("the rest has left the record") {
          try client.list(all: true).map(\.number.value) == [5, 6, 7]
        }
        try eventually("and its logs") { bed.names(in: bed.paths.logDirectory) == [] }
      }
    }

    @Test("logs go from the oldest on and only of what has ended")
    func logsGoFromTheOldestOnAndOnlyOfWhatHasEnded() async throws {
      var settings = HubEngineSettings()
      settings.retention.logBytes = 25
      settings.core.keepEnded = .seconds(60)
      try await withHub(settings, starting: false) { bed in
        try RecordStore(path: bed.paths.record).save(try Self.records(hoursAgo: [9, 8, 7, 0]))
        let stranger = TaskKey.b
        for (index, key) in ([stranger] + (1...4).map { TaskKey.numbered($0) }).enumerated() {
          try Self.writeLogs(of: key, bed, writtenAt: Double(1_000_000 + index))
        }
        try await bed.start()
        let client = try bed.command()
        let kept = [stranger, .numbered(4)].flatMap(Self.logs(of:)).sorted()
        try eventually("what is too much has gone") {
          bed.names(in: bed.paths.logDirectory) == kept
        }
        #expect(try client.list(all: true).count == 4, "the record keeps them all")
      }
    }

    @Test("of what comes again the settings hold for its runs")
    func ofWhatComesAgainTheSettingsHoldForItsRuns() async throws {
      var settings = HubEngineSettings()
      settings.retention.taskCount = 3
      settings.retention.time = .seconds(86_400)
      try await withHub(settings, starting: false) { bed in
        try RecordStore(path: bed.paths.record).save([try Self.refresh(launch: 7)])
        let now = HubClock.now.wall.millisecondsSinceEpoch / 1000
        for launch in 1...6 {
          let age: Int64 = launch == 5 ? 100_000 : 60
          try Self.writeLog(of: .a, launch: launch, bed, writtenAt: Double(now - age))
        }
        try await bed.start()
        try eventually("the last three but the old one") {
          bed.names(in: bed.paths.logDirectory) == ["\(TaskKey.a)-4.log", "\(TaskKey.a)-6.log"]
        }
      }
    }

    @Test("the logs of runs go before those of a later one")
    func theLogsOfRunsGoBeforeThoseOfALaterOne() async throws {
      var settings = HubEngineSettings()
      settings.retention.logBytes = 12
      try await withHub(settings, starting: false) { bed in
        try RecordStore(path: bed.paths.record).save([try Self.refresh(launch: 5)])
        for launch in 1...4 {
          try Self.writeLog(of: .a, launch: launch, bed, writtenAt: Double(1_000_000 + launch))
        }
        try await bed.start()
        try eventually("the oldest two have gone") {
          bed.names(in: bed.paths.logDirectory) == ["\(TaskKey.a)-3.log", "\(TaskKey.a)-4.log"]
        }
      }
    }

    @Test("a run more is a log less where nothing else is said")
    func aRunMoreIsALogLessWhereNothingElseIsSaid() async throws {
      try await withHub(starting: false) { bed in
        try RecordStore(path: bed.paths.record).save([
          try Self.refresh(launch: Retention.usualRunLimit + 2, isRunning: true)
        ])
        for launch in 2...3 {
          try Self.writeLog(of: .a, launch: launch, bed, writtenAt: Double(1_000_000 + launch))
        }
        try await bed.start()
        try eventually("the oldest has gone with the run whose process is") {
          bed.names(in: bed.paths.logDirectory) == ["\(TaskKey.a)-3.log"]
        }
      }
    }

    @Test("what it took to launch them goes too")
    func whatItTookToLaunchThemGoesToo() throws {
      let path = NSTemporaryDirectory() + "headway-clean-\(UInt64.random(in: 0 ... .max))"
      defer {
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: path + suffix)
        }
      }
      let store = try RecordStore(path: path)
      let records = try Self.records(hoursAgo: [2, 1])
      let payload = LaunchPayload(
        command: [[65]], environment: [Array("A=1".utf8)], directory: [47], umask: 0)
      var other = payload
      other.environment = [Array("A=2".utf8)]
      let keys = records.map(\.description.key)
      try store.save(records, [keys[0]: payload, keys[1]: other])
      try store.save([], forgetting: [keys[0]])
      #expect(try store.payload(of: keys[0]) == nil && store.payload(of: keys[1]) == other)
      let environments = try store.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM environment")
      }
      #expect(environments == 1)
      #expect(try store.loadAll().map(\.description.key) == [keys[1]])
    }

    private static func records(hoursAgo: [Int]) throws -> [TaskRecord] {
      let now = HubClock.now.wall
      return try hoursAgo.enumerated().map { index, hours in
        let end = now.advanced(by: .seconds(-3600 * hours))
        var record = TaskRecord(
          number: try #require(TaskNumber(index + 1)),
          description: TaskDescription(key: .numbered(UInt64(index + 1)), title: "Export"),
          state: .ended, process: ProcessIdentity(pid: 0, startTime: 1, bootID: "boot"),
          startedAt: end)
        record.ending = TaskEnding(reason: .completed)
        (record.endedAt, record.elapsed) = (end, .seconds(1))
        return record
      }
    }

    /// Waiting for its next launch, or in it.
    private static func refresh(launch: Int, isRunning: Bool = false) throws -> TaskRecord {
      var task = TaskDescription(key: .a, title: "News")
      (task.identifier, task.launch) = ("news", launch)
      var record = TaskRecord(
        number: try #require(TaskNumber(1)), description: task,
        state: isRunning ? .running : .queued,
        process: ProcessIdentity(pid: getpid(), startTime: 1, bootID: "boot"),
        startedAt: HubClock.now.wall)
      var terms = LaunchTerms()
      terms.refresh = .seconds(3600)
      terms.earliest = EarliestStart(
        HubClock.now.wall.advanced(by: .seconds(3600)), words: "in an hour")
      (record.submission.terms, record.submission.queuedAt) = (terms, HubClock.now.wall)
      record.isSupervised = true
      return record
    }

    /// Five bytes.
    private static func writeLog(
      of key: TaskKey, launch: Int, _ bed: HubBed, writtenAt: Double
    ) throws {
      try PrivateDirectory.ensure(bed.paths.logDirectory)
      let path = bed.paths.log(ofKey: key, launch: launch)
      try "12345".write(toFile: path, atomically: false, encoding: .utf8)
      let date = Date(timeIntervalSince1970: writtenAt)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    private static func logs(of key: TaskKey) -> [String] {
      ["\(key).log", "\(key).log.1", "\(key).log.gone"]
    }

    /// Ten bytes in all.
    private static func writeLogs(
      of key: TaskKey, _ bed: HubBed, writtenAt: Double? = nil
    ) throws {
      try PrivateDirectory.ensure(bed.paths.logDirectory)
      for (name, text) in zip(logs(of: key), ["12345", "1234", "9"]) {
        let path = "\(bed.paths.logDirectory)/\(name)"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        guard let writtenAt else { continue }
        let date = Date(timeIntervalSince1970: writtenAt)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      }
    }
  }
}
