import Glibc
import HeadwayModel
import HeadwaySystem
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 22: no false stall, sane times and ETA.
  static let clockJumps = FaultRow(
    number: 22, fault: "suspend 2 h; wall clock a day off", unit: "rounds of 4", fullCount: 5,
    shortCount: 1
  ) { scene in
    try scene.writeConfig("[stall]\nsilent-after = \"1s\"\n")
    _ = try await scene.startHub()
    for round in 0..<scene.count {
      try await scene.report(fromClocksOff: round)
      try await scene.restart(withRecordOff: round)
    }
    scene.finding.untried.append(
      "suspend: nothing here can stop this machine's CLOCK_MONOTONIC and wake it up; the hub's own "
        + "wall clock: moving the machine's would move everybody's")
  }
}

/// A task that says of itself what another clock shows.
private struct OffTask {
  let client: RawClient
  let key: TaskKey
  let title: String
  /// Its clock's time: a day ahead, or behind.
  let wall: WallTime
  let isPast: Bool

  init(_ scene: FaultScene, _ round: Int, isPast: Bool) throws {
    self.isPast = isPast
    let shift: Duration = .seconds(isPast ? -86_400 : 86_400)
    wall = WallTime(
      millisecondsSinceEpoch: (SystemClocks.sinceEpoch + shift).wholeMilliseconds)
    key = TaskKey(high: UInt64(round), low: isPast ? 1 : 2)
    title = "\(isPast ? "behind" : "ahead") \(round)"
    client = try RawClient(scene.paths)
    client.send(
      #"{"type":"begin","key":"\#(key)","title":"\#(title)","startedAt":"\#(wall)","#
        + #""completed":0,"total":1000,"request":1}"#)
    _ = try client.begunNumber()
  }

  func report(_ completed: Int) {
    client.send(#"{"type":"update","task":"\#(key)","completed":\#(completed)}"#)
  }

  func end() {
    client.send(#"{"type":"end","task":"\#(key)","reason":"completed","endedAt":"\#(wall)"}"#)
  }
}

extension FaultScene {
  func writeConfig(_ text: String) throws {
    try PrivateDirectory.ensure("\(folder)/config/headway")
    try DurableFile.write(Array(text.utf8), to: "\(folder)/config/headway/config.toml")
  }

  /// Workers whose clocks aren't the hub's, with signs of life for longer than the patience.
  fileprivate func report(fromClocksOff round: Int) async throws {
    let tasks = try [true, false].map { try OffTask(self, round, isPast: $0) }
    for step in 1...25 {
      for task in tasks { task.report(step * 10) }
      pass(.milliseconds(100))
    }
    for each in tasks {
      checkSane(try await task(each.title), mayBeOld: each.isPast)
      each.end()
      let ended = try await task(each.title) { $0.state == "ended" }
      check(ended.elapsed.map { $0 >= 0 } ?? true, "\(each.title) took \(ended.elapsed ?? 0) s")
    }
  }

  /// As if the clock had jumped between two hubs: half of the record is of the day before, half of
  /// the day to come.
  fileprivate func restart(withRecordOff round: Int) async throws {
    guard let hub = HubProcess.answering(paths) else { throw HarnessError("no hub") }
    let workers = try [0, 1].map { try LoneWorker(index: round * 2 + $0 + 2200) }
    let keys = try workers.map { try $0.awaitBegin() }
    try await hub.kill9()
    let day = 86_400_000
    try await run(
      "sqlite3 \(paths.record) \"UPDATE task SET startedAt = startedAt + \(day) WHERE "
        + "key = '\(keys[0])'; UPDATE task SET startedAt = startedAt - \(day) WHERE "
        + "key = '\(keys[1])'\"")
    _ = try await startHub()
    try watchForStalls(keys)
    for listed in try await list() where keys.map(\.description).contains(listed.key) {
      check(listed.state == "running", "after a jump it is \(listed.end)")
      checkSane(listed, mayBeOld: listed.key == keys[1].description)
    }
    for worker in workers { worker.program.kill() }
  }

  private func watchForStalls(_ keys: [TaskKey]) throws {
    let watcher = try Watcher(paths)
    try watcher.timeUntil("the workers are back") { watcher in
      keys.allSatisfy { (watcher.tasks[$0]?.progress.completed ?? 0) > 0 }
    }
    let deadline = SystemClocks.awake + .milliseconds(2500)
    while SystemClocks.awake < deadline {
      watcher.step(until: deadline)
      for key in keys { check(watcher.tasks[key]?.stall.kind == nil, "a false stall after a jump") }
    }
  }

  private func checkSane(_ task: ListedTask, mayBeOld: Bool) {
    check(task.stalled == nil, "\(task.title) is stalled: \(task.stalled ?? "")")
    let elapsed = task.elapsed ?? 0
    check(elapsed >= 0 && (mayBeOld || elapsed < 60), "\(task.title) runs for \(elapsed) s")
    check(task.eta.map { $0 >= 0 && $0 < 3600 } ?? true, "\(task.title): ETA \(task.eta ?? 0) s")
  }
}
