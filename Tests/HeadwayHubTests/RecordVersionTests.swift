import Foundation
import GRDB
import HeadwayHubCore
import HeadwayModel
import HeadwayWire
import Testing

@testable import HeadwayHub

/// A record of each version there has been loads for ever, with all that its version knew.
@Suite struct RecordVersionTests {
  private static let versions = [
    "v1", "v2", "v3", "v4", "v5", "v6", "v7", "standing", "ends", "notify", "patience",
    "identified", "told", "counted",
  ]

  @Test("what every version knew", arguments: versions)
  func common(version: String) throws {
    try Self.open(version) { store in
      let records = try Self.earliest(store)
      #expect(records.map(\.number.value) == [1, 2, 3])
      #expect(records.map(\.state) == [.ended, .ended, .cancelling])
      #expect(records[0].ending == TaskEnding(reason: .failed, status: .code(2)))
      let export = records[2]
      #expect(export.description.title == "Export \"Été\" 東京")
      #expect(export.description.command == ["ffmpeg", "-i", "a b.mov"])
      #expect(export.description.stallPolicy == StallPolicy(action: .expire, after: .seconds(90)))
      #expect(export.measured.reading == ProgressReading(completed: 3, total: 9, unit: "clips"))
      #expect(export.ordered == .cancelled(by: .user))
      let live = try store.load(endedAfter: WallTime(millisecondsSinceEpoch: .max))
      #expect(live.highestNumber == (Self.knows(version, since: "v7") ? 4 : 3))
      #expect(live.records.first == export)
    }
  }

  @Test("what was added since, and nothing where it wasn't", arguments: versions)
  func added(version: String) throws {
    try Self.open(version) { store in
      let records = try Self.earliest(store)
      let export = records[2]
      func since<Value>(_ first: String, _ value: Value, else other: Value) -> Value {
        Self.knows(version, since: first) ? value : other
      }
      #expect(export.isForced == since("v2", true, else: false))
      #expect(export.cancelNote == since("v2", "disk is full", else: nil))
      #expect(export.measured.highestFraction == since("v3", 0.4375, else: 0))
      #expect(export.measured.isGrowing == since("v3", true, else: false))
      #expect(export.attempt == since("v4", 2, else: 1))
      #expect(records[1].isReplaced == since("v5", true, else: false))
      #expect(records[1].leakedAssertion == since("v5", "upload", else: nil))
      let allowance = StallAllowance(silent: .seconds(75), advancing: .seconds(300.5))
      // Before it was recorded, the total of the last phase says it.
      #expect(export.measured.showedPercent && !records[0].measured.showedPercent)
      #expect(export.allowance == since("v6", allowance, else: StallAllowance()))
      #expect(export.halt.isPausedByPerson == since("standing", true, else: false))
      #expect(export.description.notifiesOfEnd == since("notify", true, else: false))
      #expect(export.isInputTold == since("told", true, else: false))
      #expect(export.halt.suspension == since("standing", "no AC power", else: nil))
    }
  }

  @Test(
    "a task that was queued then can be launched now",
    arguments: ["v7", "standing", "ends", "patience", "identified", "told", "counted"])
  func queued(version: String) throws {
    try Self.open(version) { store in
      let train = try #require(try store.loadAll().first { $0.number.value == 4 })
      #expect(train.state == .queued && train.submission.isHeld && train.submission.turnRank == 7)
      #expect(train.description.launch == 2 && train.earlierEnds.count == 1)
      let terms = try #require(train.submission.terms)
      #expect(terms.priority == 5 && terms.retries == 3 && terms.needs == ["license": 2])
      #expect(terms.conditions == [.externalPower, .loadBelow(2)])
      #expect(terms.dependencies.map(\.needsSuccess) == [false])
      #expect(terms.earliest?.words == "until 22:00")
      let payload = try #require(try store.payload(of: train.description.key))
      #expect(payload.command == [Array("./train".utf8)] && payload.umask == 0o22)
      #expect(
        payload.environment.map { String(decoding: $0, as: UTF8.self) }
          == ["HOME=/home/me", "LANG=C.UTF-8"])
    }
  }

  @Test("whichever way it came, the schema is that of a new record", arguments: versions)
  func schema(version: String) throws {
    let new = try Self.folder { folder in
      _ = try RecordStore(path: folder + "/r")
      return try Self.schema(of: folder + "/r")
    }
    let old = try Self.folder { folder in
      try Self.copy(version, to: folder + "/r")
      _ = try RecordStore(path: folder + "/r")
      return try Self.schema(of: folder + "/r")
    }
    #expect(old == new)
  }

  private static func knows(_ version: String, since first: String) -> Bool {
    guard let one = versions.firstIndex(of: version), let other = versions.firstIndex(of: first)
    else { return false }
    return one >= other
  }

  /// The three tasks that are in the records of all versions.
  private static func earliest(_ store: RecordStore) throws -> [TaskRecord] {
    let records = try store.loadAll().sorted { $0.number < $1.number }
    try #require(records.count >= 3)
    return Array(records.prefix(3))
  }

  private static func open(_ version: String, _ body: (RecordStore) throws -> Void) throws {
    try folder { folder in
      try copy(version, to: folder + "/r")
      try body(try RecordStore(path: folder + "/r"))
    }
  }

  private static func copy(_ version: String, to path: String) throws {
    let fixture = try #require(
      Bundle.module.url(
        forResource: "record-\(version)", withExtension: "sqlite", subdirectory: "Fixtures"))
    try FileManager.default.copyItem(atPath: fixture.path, toPath: path)
  }

  /// Tables with their columns, and indices.
  private static func schema(of path: String) throws -> Set<String> {
    try DatabaseQueue(path: path).read { database in
      let names = try String.fetchAll(
        database, sql: "SELECT type || ' ' || name FROM sqlite_master")
      let columns = try String.fetchAll(
        database,
        sql: """
          SELECT m.name || '.' || c.name || ' ' || c.type || c."notnull" || c.pk
          FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'
          """)
      return Set(names + columns)
    }
  }

  private static func folder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = NSTemporaryDirectory() + "hw-record-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
  }
}
