import Glibc
import HeadwaySystem
import HeadwayWire
import TestHarness

/// A record cut off, or with a bit flipped, at every 512 bytes: the hub serves, and new tasks are
/// kept; what can't be read is set aside, not removed.
struct DamagedRecords {
  private let scene: FaultScene
  private let whole: [UInt8]

  init(_ scene: FaultScene) async throws {
    self.scene = scene
    let hub = try await scene.startHub()
    for index in 0..<40 {
      let client = try RawClient(scene.paths)
      client.send(
        #"{"type":"begin","key":"\#(String(repeating: "\(10 + index)", count: 16))","#
          + #""title":"task \#(index) \#(String(repeating: "x", count: 150))","request":1}"#)
      _ = try client.begunNumber()
    }
    try await hub.kill9()
    // Opening and closing it moves the log's pages into the file.
    try await scene.run("sqlite3 \(scene.paths.record) 'PRAGMA wal_checkpoint(TRUNCATE)'")
    whole = try DurableFile.read(scene.paths.record, byteLimit: 1 << 24) ?? []
    if whole.count < 8192 { throw HarnessError("a record of \(whole.count) bytes") }
  }

  func perform() async throws {
    let offsets = Array(stride(from: 0, to: whole.count, by: 512))
    let all = offsets.map { ($0, true) } + offsets.map { ($0, false) }
    let step = max(1, all.count / scene.count)
    var setAside = 0
    let chosen = stride(from: 0, to: all.count, by: step).map { all[$0] }
    for (offset, isCut) in chosen {
      setAside += try await serve(
        damaged(at: offset, isCut: isCut), "\(isCut ? "cut" : "bit") at \(offset)")
    }
    scene.note("\(chosen.count) damaged records served, \(setAside) set aside")
  }

  private func damaged(at offset: Int, isCut: Bool) -> [UInt8] {
    if isCut { return Array(whole[..<offset]) }
    var bytes = whole
    let place = min(offset + offset / 512 % 512, bytes.count - 1)
    bytes[place] ^= 1 << UInt8(offset / 512 % 8)
    return bytes
  }

  /// 1 where the record was set aside.
  private func serve(_ record: [UInt8], _ what: String) async throws -> Int {
    scene.resetState()
    try PrivateDirectory.ensure(scene.paths.stateDirectory)
    try DurableFile.write(record, to: scene.paths.record)
    let start = try await scene.run("headway hub start")
    scene.check(start.code == 0, "\(what): no hub starts: \(start.errorText)")
    let list = try await scene.run("headway list --all --json")
    scene.check(list.code == 0, "\(what): list: \(list.errorText)")
    try checkNewTask(what)
    let aside = directoryEntries(scene.paths.stateDirectory).filter { $0.contains("damaged") }
    let isSaid = scene.hubLog.contains("set aside")
    scene.check(
      aside.isEmpty != isSaid, "\(what): set aside \(aside), but the log: \(scene.hubLog)")
    return aside.isEmpty ? 0 : 1
  }

  private func checkNewTask(_ what: String) throws {
    let client = try RawClient(scene.paths)
    let key = String(repeating: "f", count: 32)
    client.send(#"{"type":"begin","key":"\#(key)","title":"new","request":1}"#)
    client.send(#"{"type":"end","task":"\#(key)","reason":"completed","request":2}"#)
    let isEnded = try? client.first("an end", within: .seconds(4)) { message -> Bool? in
      if case .ended(let ended) = message { ended.request == 2 } else { nil }
    }
    scene.check(isEnded == true, "\(what): a new task isn't kept: \(scene.hubLog.suffix(300))")
  }
}
