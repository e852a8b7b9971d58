import FoundationEssentials
import Glibc
import HeadwayModel
import HeadwaySystem
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 28: a clean stop leaves nothing in the record's log, and one that is lost, cut or garbled while
  /// no hub runs is noticed and said.
  static let lostLog = FaultRow(
    number: 28, fault: "a lost, cut or garbled WAL", unit: "passes", fullCount: 20, shortCount: 2
  ) { scene in
    let stops = 10
    try await scene.stopCleanly(times: stops)
    for pass in 0..<scene.count {
      for damage in LogDamage.allCases { try await scene.restart(after: damage, pass: pass) }
    }
    try await scene.cleanSecrets()
    try await scene.refuseNewerRecord()
    scene.finding.extent = "\(stops) stops, \(LogDamage.allCases.count) damages a pass"
  }
}

/// What becomes of `record.sqlite-wal` after the hub was killed.
private enum LogDamage: String, CaseIterable {
  case none, removed, emptied, cut, header, middle

  /// The last acknowledged end may be gone; all that was ever written, where that is nil.
  var mayLoseAll: Bool { [.removed, .emptied, .header].contains(self) }

  func perform(on path: String, dice: inout Dice) throws {
    var bytes = try DurableFile.read(path, byteLimit: 1 << 26) ?? []
    switch self {
    case .none: return
    case .removed:
      unlink(path)
      return
    case .emptied: bytes = []
    case .cut: bytes.removeLast(min(bytes.count, 1 + dice.below(4000)))
    case .header: bytes[8 + dice.below(24)] ^= 0xFF
    case .middle: bytes[bytes.count - 1 - dice.below(4000)] ^= 0xFF
    }
    try DurableFile.write(bytes, to: path)
  }
}

extension FaultScene {
  private var log: String { paths.record + "-wal" }

  /// With a task that goes on, a history under way, and a thousand tasks at last.
  fileprivate func stopCleanly(times: Int) async throws {
    resetState()
    var (expected, whole) = (0, 0)
    for round in 1...times {
      _ = try await startHub()
      let client = try RawClient(paths)
      let count = round == times ? 1000 : 20
      for index in 0..<count { client.send(Self.begin(round, index, request: nil)) }
      client.send(Self.begin(round, count, request: 1))
      _ = try client.begunNumber()
      expected += count + 1
      client.send(#"{"type":"update","task":"\#(Self.key(round, count))","completed":3,"total":9}"#)
      let reader = try RawClient(paths)
      for request in 0..<20 {
        reader.send(#"{"type":"history","byEnd":true,"request":\#(request)}"#)
      }
      let stop = try await run("headway hub stop")
      check(stop.code == 0, "stop \(round): \(stop.errorText)")
      check((RegularFile(of: log)?.byteCount ?? 0) == 0, "stop \(round) leaves a log")
      let alone = "\(folder)/scratch/alone.sqlite"
      let copy = try await run(
        "cp \(paths.record) \(alone) && sqlite3 \(alone) 'SELECT count(*) FROM task'; rm -f \(alone)*"
      )
      if copy.text == "\(expected)\n" {
        whole += 1
      } else {
        lose("after stop \(round) the file has \(copy.text)\(copy.errorText)")
      }
    }
    check(!hubLog.contains("may be lost"), "a loss after clean stops: \(hubLog)")
    note("\(whole) of \(times) stops leave the file whole")
  }

  fileprivate func restart(after damage: LogDamage, pass: Int) async throws {
    resetState()
    let hub = try await startHub()
    let client = try RawClient(paths)
    for index in 0..<5 {
      client.send(Self.begin(pass, index, request: index))
      _ = try client.begunNumber()
    }
    try await hub.kill9()
    var dice = Dice(seed: seed &+ UInt64(pass))
    try damage.perform(on: log, dice: &dice)
    let check = try await run("headwayd --check")
    _ = try await startHub()
    let status = try await run("headway hub status")
    let found = try await list(all: true).map(\.number)
    let isLost = found != Array(1...5)
    let what = "\(damage) in pass \(pass)"
    self.check((damage == .none) == !isLost, "\(what): the record has \(found)")
    if damage.mayLoseAll { self.check(found.isEmpty, "\(what): the record has \(found)") }
    for (place, text) in [("hub status", status.text), ("hub.log", hubLog)] {
      self.check(text.contains("may be lost") == isLost, "\(what): \(place) says \(text)")
    }
    self.check(check.code == (isLost ? 2 : 0), "\(what): --check says \(check)")
    let next = try RawClient(paths)
    next.send(Self.begin(pass, 99, request: 1))
    let number = try next.begunNumber()
    self.check(number == 6, "\(what): the next number is \(number ?? 0)")
  }

  /// A task's title, environment and output are in no file once the task is cleaned.
  fileprivate func cleanSecrets() async throws {
    resetState()
    let secrets = ["SECRET-TITLE", "SECRET-VALUE", "SECRET-OUTPUT"]
    let search = "grep -rlE '\(secrets.joined(separator: "|"))' \(paths.stateDirectory); true"
    _ = try await startHub()
    let submit = try await run(
      "headway submit --title SECRET-TITLE -- sh -c 'echo SECRET-OUT\"\"PUT'; headway wait 1",
      environment: ["TOKEN": "SECRET-VALUE"])
    check(submit.code == 0, "submit: \(submit)")
    check(!(try await run(search).text.isEmpty), "no secret is kept before the clean")
    let clean = try await run("headway clean 1")
    check(clean.code == 0, "clean: \(clean)")
    let left = try await run(search).text
    check(left.isEmpty, "after clean there are secrets in \(left)")
  }

  /// In a line, at once, with a status of its own, and nothing changed.
  fileprivate func refuseNewerRecord() async throws {
    resetState()
    _ = try await startHub()
    _ = try await endTask("kept")
    _ = try await run("headway hub stop")
    _ = try await run("sqlite3 \(paths.record) \"INSERT INTO grdb_migrations VALUES ('v999')\"")
    let hub = try await run("headwayd", within: .seconds(5))
    check(hub.code == 65, "a hub on a newer record: \(hub)")
    check(hub.errorText.contains("newer version of headway"), "it says: \(hub.errorText)")
    check(hub.errorText.split(separator: "\n").count == 1, "it says: \(hub.errorText)")
    let rows = try await RecordFile(self).rows.map(\.end)
    check(rows == ["completed"], "a newer record has \(rows)")
  }

  private static func key(_ round: Int, _ index: Int) -> String {
    let digits = String(round * 10_000 + index)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  private static func begin(_ round: Int, _ index: Int, request: Int?) -> String {
    let request = request.map { #","request":\#($0)"# } ?? ""
    return #"{"type":"begin","key":"\#(key(round, index))","title":"t\#(index)"\#(request)}"#
  }
}
