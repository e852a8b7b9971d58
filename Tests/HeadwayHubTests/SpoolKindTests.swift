import Foundation
import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestSupport
import Testing

@testable import HeadwayHub

/// Things that are no files in the spool and in the place of the record.
@Suite struct SpoolKindTests {
  @Test("a FIFO, a folder and a link in the spool block no hub, and are set aside")
  func oddThings() async throws {
    try await withHub(starting: false) { bed in
      let spool = bed.paths.spoolDirectory
      #expect(mkfifo("\(spool)/\(TaskKey.numbered(1))", 0o600) == 0)
      #expect(mkdir("\(spool)/\(TaskKey.numbered(2))", 0o700) == 0)
      #expect(symlink("/dev/zero", "\(spool)/\(TaskKey.numbered(3))") == 0)
      try Self.spool(.a, bed)
      try await bed.start()
      let client = try bed.command()
      #expect(try client.list(all: false).map(\.key) == [.a])
      try eventually("all are set aside") {
        bed.names(in: spool) == (1...3).map { "\(TaskKey.numbered(UInt64($0))).bad" }.sorted()
      }
      #expect(mkfifo("\(spool)/\(TaskKey.numbered(4))", 0o600) == 0)
      try eventually("one that comes later too") {
        bed.names(in: spool).contains("\(TaskKey.numbered(4)).bad")
      }
      #expect(try client.list(all: false).count == 1)
    }
  }

  @Test("files that nobody finished are removed once they are old; young ones and others stay")
  func leftovers() async throws {
    try await withHub(starting: false) { bed in
      let spool = bed.paths.spoolDirectory
      let names = (1...3).map { "\(TaskKey.numbered(UInt64($0))).new" } + ["mine.new"]
      for name in names.dropFirst() {
        try Data("x".utf8).write(to: URL(filePath: "\(spool)/\(name)"))
      }
      #expect(mkfifo("\(spool)/\(names[0])", 0o600) == 0)
      for name in [names[0], names[1], names[3]] {
        let old = timeval(tv_sec: time(nil) - 3600, tv_usec: 0)
        #expect(utimes("\(spool)/\(name)", [old, old]) == 0)
      }
      try await bed.start()
      #expect(bed.names(in: spool) == [names[0], names[2], names[3]].sorted())
    }
  }

  @Test("an end is spooled where a FIFO has the name of its file")
  func fifoInTheWay() throws {
    let bed = try HubBed(settings: HubEngineSettings())
    defer { try? FileManager.default.removeItem(atPath: bed.directory) }
    let path = EndSpool.path(of: .a, in: bed.paths)
    #expect(mkfifo(path + ".new", 0o600) == 0 && mkfifo(path, 0o600) == 0)
    try Self.spool(.a, bed)
    #expect(bed.names(in: bed.paths.spoolDirectory) == [TaskKey.a.description])
    #expect((RegularFile(of: path)?.byteCount ?? 0) > 0)
  }

  @Test(
    "a FIFO in the place of a part of the record is refused in a line", arguments: ["", "-wal"])
  func record(suffix: String) throws {
    try RecordBed.use { bed in
      #expect(mkfifo(bed.path + suffix, 0o600) == 0)
      let error = #expect(throws: NoRegularFile.self) { try bed.open() }
      let words = try #require(error).description
      #expect(words.contains("remove it"))
    }
  }

  @Test("a FIFO in the place of the hub's log is not waited for")
  func hubLog() throws {
    try RecordBed.use { bed in
      #expect(mkfifo(bed.folder + "/hub.log", 0o600) == 0)
      #expect(HubPreparation.openLog(at: bed.folder + "/hub.log") == -1)
    }
  }

  private static func spool(_ key: TaskKey, _ bed: HubBed) throws {
    let task = TaskDescription(key: key, title: "Export")
    try EndSpool.write(
      BeginMessage(task, WorkerReport()),
      EndMessage(task: .key(key), TaskEnding(reason: .completed)), in: bed.paths)
  }
}
