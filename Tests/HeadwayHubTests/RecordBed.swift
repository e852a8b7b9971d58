import Foundation
import HeadwayHubCore
import HeadwayModel
import HeadwayWire
import Logging
import Testing

@testable import HeadwayHub

/// A record in a folder of its own, with no hub.
struct RecordBed {
  let folder: String

  var path: String { folder + "/record.sqlite" }
  var markPath: String { folder + "/record.mark" }
  var log: String { path + "-wal" }

  static let start = WallTime(millisecondsSinceEpoch: 1_700_000_000_000)
  static let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  init() throws {
    folder = NSTemporaryDirectory() + "hw-bed-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private init(folder: String) { self.folder = folder }

  static func use<Result>(_ body: (RecordBed) throws -> Result) throws -> Result {
    let bed = try RecordBed()
    defer { bed.remove() }
    return try body(bed)
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// As a hub opens it.
  func open() throws -> RecordStore {
    try RecordStore.open(path: path, markPath: markPath, logger: Self.silence)
  }

  /// What a hub that is killed now leaves behind, elsewhere.
  func copy() throws -> RecordBed {
    let copy = folder + "-" + UUID().uuidString
    try FileManager.default.copyItem(atPath: folder, toPath: copy)
    try? FileManager.default.removeItem(atPath: copy + "/record.sqlite-shm")
    return RecordBed(folder: copy)
  }

  func byteCount(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int ?? 0
  }

  /// All bytes of all files of the folder.
  func bytes() throws -> Data {
    try Data.ofAllFiles(in: folder)
  }

  /// The numbers of all tasks in the file alone, without its log.
  func numbersInFileAlone() throws -> [Int] {
    try RecordBed.use { other in
      try FileManager.default.copyItem(atPath: path, toPath: other.path)
      return try RecordStore(path: other.path).loadAll().map(\.number.value)
    }
  }

  static func task(_ number: Int, _ title: String = "Export") throws -> TaskRecord {
    var record = TaskRecord(
      number: try #require(TaskNumber(number)),
      description: TaskDescription(key: .numbered(UInt64(number)), title: SanitisedText(title)),
      state: .ended, process: ProcessIdentity(pid: 1, startTime: 1, bootID: "boot"),
      startedAt: start)
    record.ending = TaskEnding(reason: .completed)
    record.endedAt = start.advanced(by: .seconds(number))
    return record
  }

  static func payload(_ environment: String) -> LaunchPayload {
    LaunchPayload(
      command: [Array("make".utf8)], environment: [Array(environment.utf8)],
      directory: Array("/".utf8), umask: 0o22)
  }
}

extension Data {
  static func ofAllFiles(in folder: String) throws -> Data {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return names.reduce(into: Data()) { all, name in
      all += FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
    }
  }
}
