import Glibc
import HeadwayCore
import HeadwaySystem

extension FaultRow {
  /// Row 22: no false stall, sane times and ETA.
  static let clockJumps = FaultRow(
    number: 22, fault: "suspend 2 h; wall clock a day off", unit: "rounds of 4", fullCount: 5,
    shortCount: 1
  ) { scene in
    try scene.writeConfig("[stall]\nsilent-after = \"1s\"\n")
    for round in 0..<scene.count {
      for shift in [-86_400, 86_400] {
        try scene.report(fromClockOffBy: .seconds(shift), round)
        try scene.restart(withRecordOffBy: .seconds(shift), round)
      }
    }
    scene.finding.untried.append(
      "suspend: nothing here can stop this machine's CLOCK_MONOTONIC and wake it up; the hub's own "
        + "wall clock: moving the machine's would move everybody's")
  }
}

extension FaultScene {
  func writeConfig(_ text: String) throws {
    try PrivateDirectory.ensure("\(folder)/config/headway")
    try DurableFile.write(Array(text.utf8), to: "\(folder)/config/headway/config.toml")
  }

  /// A worker whose clock isn't the hub's: what it says of its start and its end.
  fileprivate func report(fromClockOffBy shift: Duration, _ round: Int) throws {
    _ = try startHub()
    let client = try RawClient(paths)
    let key = TaskKey(high: UInt64(round), low: UInt64(bitPattern: shift.components.seconds))
    let wall = WallTime(
      millisecondsSinceEpoch: (SystemClocks.sinceEpoch + shift).wholeMilliseconds)
    let title = "off by \(shift.components.seconds) \(round)"
    client.send(
      #"{"type":"begin","key":"\#(key)","title":"\#(title)","startedAt":"\#(wall)","#
        + #""completed":0,"total":1000,"request":1}"#)
    _ = try client.begunNumber()
    try beat(client, key)
    checkSane(try task(title), mayBeOld: shift < .zero)
    client.send(#"{"type":"end","task":"\#(key)","reason":"completed","endedAt":"\#(wall)"}"#)
    let ended = try task(title) { $0.state == "ended" }
    check(ended.elapsed.map { $0 >= 0 } ?? true, "\(title) took \(ended.elapsed ?? 0) s")
  }

  /// Two and a half seconds of signs of life: longer than the patience.
  private func beat(_ client: RawClient, _ key: TaskKey) throws {
    for step in 1...25 {
      client.send(#"{"type":"update","task":"\#(key)","completed":\#(step * 10)}"#)
      pass(.milliseconds(100))
    }
  }

  /// As if the clock had jumped between two hubs: the record is of another day.
  fileprivate func restart(withRecordOffBy shift: Duration, _ round: Int) throws {
    guard let hub = HubProcess.answering(paths) else { throw FaultError("no hub") }
    let worker = try LoneWorker(index: round * 2 + (shift < .zero ? 0 : 1) + 2200)
    let key = try worker.awaitBegin()
    try hub.kill9()
    let milliseconds = shift.wholeMilliseconds
    try run(
      "sqlite3 \(paths.record) 'UPDATE task SET startedAt = startedAt + \(milliseconds), "
        + "endedAt = endedAt + \(milliseconds)'")
    _ = try startHub()
    let watcher = try Watcher(paths)
    try watcher.timeUntil("the worker is back") { ($0.tasks[key]?.progress.completed ?? 0) > 0 }
    let deadline = SystemClocks.awake + .milliseconds(2500)
    while SystemClocks.awake < deadline {
      watcher.step(until: deadline)
      check(watcher.tasks[key]?.stalled == nil, "a false stall after a jump of \(shift)")
    }
    for listed in try list() where listed.key == key.description {
      check(listed.state == "running", "after a jump of \(shift) it is \(listed.end)")
      checkSane(listed, mayBeOld: shift < .zero)
    }
    worker.program.kill()
  }

  private func checkSane(_ task: ListedTask, mayBeOld: Bool) {
    check(task.stalled == nil, "\(task.title) is stalled: \(task.stalled ?? "")")
    let elapsed = task.elapsed ?? 0
    check(elapsed >= 0 && (mayBeOld || elapsed < 60), "\(task.title) runs for \(elapsed) s")
    check(task.eta.map { $0 >= 0 && $0 < 3600 } ?? true, "\(task.title): ETA \(task.eta ?? 0) s")
  }
}
