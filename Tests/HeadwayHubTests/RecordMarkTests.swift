import HeadwayHubCore
import Foundation
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import Testing

@testable import HeadwayHub

/// A log of the record that is lost, cut or garbled while no hub runs.
@Suite struct RecordMarkTests {
  @Test("a mark is read as it was written, and nothing else is one")
  func text() {
    var mark = RecordMark()
    mark.totals = RecordTotals(changes: 12, highestNumber: 7, changedAt: RecordBed.start)
    #expect(RecordMark(bytes: mark.bytes) == mark)
    mark.isOpen = false
    let long = String(repeating: "é", count: 400)
    mark.notice = RecordMark.Notice(text: SanitisedText("lost " + long), at: RecordBed.start)
    let bytes = mark.bytes
    #expect(bytes.count == RecordMark.byteCount)
    #expect(RecordMark(bytes: bytes)?.notice?.text.string.hasPrefix("lost é") == true)
    for index in bytes.indices where bytes[index] != 0x20 && index < bytes.count - 1 {
      var other = bytes
      other[index] ^= 1
      #expect(RecordMark(bytes: other) == nil, "byte \(index)")
    }
    #expect(RecordMark(bytes: []) == nil && RecordMark(bytes: Array(bytes.dropLast())) == nil)
  }

  @Test("a hub that is killed, and whose log is whole, has lost nothing")
  func whole() throws {
    try Self.killed { bed in
      let store = try bed.open()
      #expect(store.notice == nil)
      #expect(try store.loadAll().map(\.number.value) == [1, 2, 3, 4])
    }
  }

  @Test(
    "a log that is gone, cut or garbled is noticed and said; no number is given twice",
    arguments: ["gone", "cut", "emptied", "garbled", "garbled at its end"])
  func lost(damage: String) throws {
    try Self.killed { bed in
      try Self.spoil(bed.log, damage)
      let reading = RecordMarkFile.read(bed.markPath)
      #expect(RecordCheck(path: bed.path, mark: reading).finding == .incomplete)
      let store = try bed.open()
      let notice = try #require(store.notice)
      #expect(notice.contains("may be lost"), "\(notice)")
      #expect(notice.contains("numbers go on after 4"), "\(notice)")
      let isAll = !["cut", "garbled at its end"].contains(damage)
      #expect(notice.contains("everything (4 changes)") == isAll, "\(notice)")
      #expect(notice.contains("1 change after 20") == !isAll, "\(notice)")
      #expect(try store.load(endedAfter: RecordBed.start).highestNumber == 4)
      #expect(try store.loadAll().map(\.number.value) == (isAll ? [] : [1, 2, 3]))
      let check = RecordCheck(path: bed.path, mark: RecordMarkFile.read(bed.markPath))
      #expect(check.finding == .incomplete && check.words.contains("may be lost"), "\(check.words)")
      // Said again by the next hub, and not counted again.
      store.close()
      let later = try bed.open()
      #expect(later.notice == notice)
      try later.save([try RecordBed.task(5)])
      #expect(try later.totals().changes == 5)
    }
  }

  @Test("a record in whose place an older one was put is noticed")
  func replaced() throws {
    try RecordBed.use { bed in
      let store = try bed.open()
      try store.save([try RecordBed.task(1)])
      store.close()
      let backup = try Data(contentsOf: URL(filePath: bed.path))
      let later = try bed.open()
      try later.save([try RecordBed.task(2)])
      later.close()
      try backup.write(to: URL(filePath: bed.path))
      let last = try bed.open()
      #expect(last.notice?.contains("the file was replaced or damaged") == true)
      #expect(try last.load(endedAfter: RecordBed.start).highestNumber == 2)
    }
  }

  @Test("a mark that is gone, garbled or no file keeps nobody from the record")
  func noMark() throws {
    for spoil in [Self.remove, Self.garble, Self.makeFIFO] {
      try Self.killed { bed in
        try spoil(bed.markPath)
        let store = try bed.open()
        #expect(store.notice == nil)
        #expect(try store.loadAll().count == 4)
        guard case .mark(let mark) = RecordMarkFile.read(bed.markPath) else {
          Issue.record("no mark was made")
          return
        }
        #expect(mark.isOpen && mark.totals.highestNumber == 4)
      }
    }
  }

  @Test("hub status has the loss, and the next task a number of its own")
  func said() async throws {
    try await withHub(starting: false) { bed in
      try Self.killed { killed in
        for name in ["record.sqlite", "record.mark"] {
          try FileManager.default.copyItem(
            atPath: "\(killed.folder)/\(name)", toPath: "\(bed.paths.stateDirectory)/\(name)")
        }
      }
      try await bed.start()
      let client = try bed.command()
      let hello = try client.awaitHello()
      #expect(hello.recordNotice?.contains("4 changes") == true)
      #expect(try client.begin(.a).value == 5)
    }
  }

  /// Four tasks, of which the log alone has the last, or all; then the hub is killed.
  private static func killed(_ body: (RecordBed) throws -> Void) throws {
    try RecordBed.use { bed in
      let store = try bed.open()
      for number in 1...4 { try store.save([try RecordBed.task(number)]) }
      let killed = try bed.copy()
      defer { killed.remove() }
      store.close()
      try #require(killed.byteCount(killed.log) > 0)
      try body(killed)
    }
  }

  private static func spoil(_ log: String, _ damage: String) throws {
    var bytes = try Data(contentsOf: URL(filePath: log))
    switch damage {
    case "gone": return try remove(log)
    case "cut": bytes.removeLast(100)
    case "emptied": bytes.removeAll()
    case "garbled": for index in 8..<16 { bytes[index] ^= 0xFF }
    default: for index in bytes.indices.suffix(100) { bytes[index] ^= 0xFF }
    }
    try bytes.write(to: URL(filePath: log))
  }

  private static func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: path)
  }

  private static func garble(_ path: String) throws {
    try Data(repeating: 0x41, count: 512).write(to: URL(filePath: path))
  }

  private static func makeFIFO(_ path: String) throws {
    try remove(path)
    try #require(mkfifo(path, 0o600) == 0)
  }
}
