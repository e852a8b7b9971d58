import Foundation
import HeadwayCore
import HeadwayLink
import HeadwaySystem
import HeadwayWire
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
      var live: [Int] = []
      var gone: [Int] = []
      for round in 0..<40 {
        let numbers = (1...5).map { round * 5 + $0 }
        var payloads: [TaskKey: LaunchPayload] = [:]
        for number in numbers {
          let count = [1, 10, 60, 150, 300, 900][number % 6]
          let text = String(repeating: Self.secret(number), count: count)
          payloads[.numbered(UInt64(number))] = RecordBed.payload("T=" + text)
        }
        try store.save(
          try numbers.map { try RecordBed.task($0, Self.secret($0)) }, payloads)
        live += numbers
        let leaving = live.filter { ($0 * 7 + round) % 5 == 0 }
        live.removeAll { leaving.contains($0) }
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
