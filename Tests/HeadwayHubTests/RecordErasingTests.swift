import Foundation
import HeadwayHubCore
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestSupport
import Testing

@testable import HeadwayHub

/// What was cleaned is in no file any more.
@Suite struct RecordErasingTests {
  @Test("the title, the environment and the log of a task that was cleaned are gone from all files")
  func cleaned() async throws {
    try await withHub(starting: false) { bed in
      let store = try RecordStore(path: bed.paths.record)
      try store.save(
        [try RecordBed.task(1, "SECRET-TITLE"), try RecordBed.task(2, "other")],
        [
          .numbered(1): RecordBed.payload("TOKEN=SECRET-ENVIRONMENT"),
          .numbered(2): RecordBed.payload("TOKEN=KEPT"),
        ])
      store.close()
      try FileManager.default.createDirectory(
        atPath: bed.paths.logDirectory, withIntermediateDirectories: true)
      try Data("SECRET-OUTPUT".utf8).write(
        to: URL(filePath: bed.paths.log(ofKey: TaskKey.numbered(1), launch: 1)))
      try await bed.start()
      let client = try bed.command()
      #expect(try Self.secrets(bed) == ["SECRET-TITLE", "SECRET-ENVIRONMENT", "SECRET-OUTPUT"])
      #expect(try client.clean([.key(.numbered(1))]) == 1)
      #expect(try Self.secrets(bed).isEmpty)
      let all = try Data.ofAllFiles(in: bed.directory)
      #expect(all.range(of: Data("TOKEN=KEPT".utf8)) != nil)
    }
  }

  @Test("of many that come and go nothing is left, whatever their size")
  func many() throws {
    try RecordBed.use { bed in
      let store = try bed.open()
      var random = SystemRandomNumberGenerator()
      var live: [Int] = []
      var gone: [Int] = []
      for round in 0..<25 {
        let numbers = (1...8).map { round * 8 + $0 }
        var payloads: [TaskKey: LaunchPayload] = [:]
        var records: [TaskRecord] = []
        for number in numbers {
          let count = [1, 10, 60, 300].randomElement(using: &random) ?? 1
          let text = String(repeating: Self.secret(number), count: count)
          payloads[.numbered(UInt64(number))] = RecordBed.payload("T=" + text)
          // In any order: pages of the indices are split.
          var record = try RecordBed.task(number, Self.secret(number))
          let place = Int.random(in: 100...999, using: &random)
          record.description.identifier = SanitisedText("\(place).\(Self.secret(number))")
          record.description.command = [SanitisedText(Self.secret(number))]
          record.description.directory = SanitisedText("/\(place)")
          records.append(record)
        }
        try store.save(records, payloads)
        live = (live + numbers).shuffled(using: &random)
        // Rows that grow: pages of the table are split too.
        let growing = try live.prefix(6).map { number in
          var record = try RecordBed.task(number, Self.secret(number))
          let count = Int.random(in: 1...40, using: &random)
          record.subtitle = SanitisedText(String(repeating: Self.secret(number), count: count))
          return record
        }
        try store.save(growing)
        let leaving = live.suffix(Int.random(in: 0...10, using: &random))
        live.removeLast(leaving.count)
        try store.save([], forgetting: leaving.map { .numbered(UInt64($0)) })
        gone += leaving
        try store.erase(thoroughly: true)
        let bytes = try bed.bytes()
        let left = gone.filter { bytes.range(of: Data(Self.secret($0).utf8)) != nil }
        #expect(left.isEmpty, "round \(round)")
      }
    }
  }

  @Test("what leaves by the settings is gone from the log a moment later")
  func retained() async throws {
    var settings = HubEngineSettings()
    settings.retention.time = .seconds(86_400)
    settings.core.keepEnded = .seconds(60)
    try await withHub(settings, starting: false) { bed in
      let store = try RecordStore(path: bed.paths.record)
      try store.save(
        [try RecordBed.task(1, "SECRET-TITLE")],
        [.numbered(1): RecordBed.payload("TOKEN=SECRET-ENVIRONMENT")])
      store.close()
      try await bed.start()
      try eventually("it is in no file") { try Self.secrets(bed).isEmpty }
    }
  }

  private static func secrets(_ bed: HubBed) throws -> [String] {
    let all = try Data.ofAllFiles(in: bed.directory)
    return ["SECRET-TITLE", "SECRET-ENVIRONMENT", "SECRET-OUTPUT"]
      .filter { all.range(of: Data($0.utf8)) != nil }
  }

  private static func secret(_ number: Int) -> String { "SECRET\(number)!" }
}
