import FoundationEssentials
import Glibc
import HeadwaySystem
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 14: the hub goes on in memory, says so once, and writes again when it can; a damaged record
  /// is set aside.
  static let diskTroubles = FaultRow(
    number: 14, fault: "no space; I/O error; truncated, bit-flipped every 512 bytes; read-only",
    unit: "damages at most", fullCount: 400, shortCount: 12, limit: .seconds(900), mounts: true
  ) { scene in
    try await scene.attempt { try await scene.fillDisk() }
    try await scene.attempt { try await scene.failToSync() }
    try await scene.attempt { try await scene.startReadOnly() }
    try await DamagedRecords(scene).perform()
  }
}

extension FaultScene {
  /// A small file system for the record, filled to the last byte while workers report.
  fileprivate func fillDisk() async throws {
    let state = try mountState(isReadOnly: false)
    defer { unmountState() }
    let hub = try await startHub()
    let before = try await endTask("before")
    let held = try await holdTask()
    try await run("head -c 4000000 /dev/zero >\(state)/filler")
    let client = try RawClient(paths)
    client.send(Self.begin("full", 1))
    try timeUntil("a warning") { hubLog.contains("can't be written") }
    try await timeUntil("the task in memory") { try await list().contains { $0.title == "full" } }
    check(HubProcess.answering(paths)?.pid == hub.pid, "the hub fell over")
    let job = try await run("headway run --title onfull -- sh -c 'echo out; exit 3'")
    check(job.code == 3 && job.text == "out\n", "run on a full disk: \(job)")
    try await submitToFullDisk()
    try await changeOnFullDisk(held)
    pass(.milliseconds(1500))
    let warnings = hubLog.split(separator: "\n").count { $0.contains("can't be written") }
    check(warnings == 1, "\(warnings) warnings of one trouble")
    unlink("\(state)/filler")
    let begun = try client.begunNumber()
    check(begun != nil, "the begin isn't acknowledged once there is space")
    try await timeUntil("all of it written") {
      try await RecordFile(self).rows.map(\.state).count == 4
    }
    let after = try await run("headway submit --title after -- true")
    check(after.code == 0, "submit once there is space: \(after)")
    if !(try await RecordFile(self).rows.contains { $0.number == before }) {
      lose("an end from before")
    }
    note("after a full disk all is written")
    try await run("head -c 4000000 /dev/zero >\(state)/filler")
    try await hub.kill9()
    _ = try await startHub()
    check(
      try await list().contains { $0.number == before }, "started on a full disk it knows nothing")
  }

  /// Each is refused in a line, and leaves nothing: no number, no card, nothing that ran.
  private func submitToFullDisk() async throws {
    for _ in 0..<5 {
      let submit = try await run("headway submit --title refused -- touch \(folder)/ran")
      check(submit.code != 0 && submit.text.isEmpty, "submit on a full disk: \(submit)")
      check(submit.took < .seconds(2), "submit says so after \(submit.took.shown)")
      check(
        submit.errorText.contains("can't be written")
          && submit.errorText.split(separator: "\n").count == 1,
        "submit on a full disk says: \(submit.errorText)")
    }
    let queued = try await run("headway run --queue --title refused -- touch \(folder)/ran")
    check(queued.code != 0, "run --queue on a full disk: \(queued)")
    check(!(try await list().contains { $0.title == "refused" }), "a card of what was refused")
    check(try await run("headway wait refused", within: .seconds(5)).code != 0, "wait waits for it")
    check(access("\(folder)/ran", F_OK) != 0, "what was refused ran")
    note("submits to a full disk are refused in a line")
  }

  /// A task that waits for a person's word; its number.
  private func holdTask() async throws -> Int {
    let held = try await run(
      "n=$(headway submit --at 2126-01-01 --title held -- true) && headway pause $n")
    check(held.code == 0, "a task to hold: \(held)")
    return try await task("held") { $0.state == "queued" }.number
  }

  /// Each is refused in a line, and changes nothing.
  private func changeOnFullDisk(_ held: Int) async throws {
    let changes = [
      "priority \(held) 5", "edit \(held) --title other", "edit \(held) -- false",
      "resume \(held)", "cancel \(held)",
    ]
    for change in changes {
      let outcome = try await run("headway \(change)")
      check(outcome.code != 0, "\(change) on a full disk: \(outcome)")
      check(outcome.took < .seconds(3), "\(change) says so after \(outcome.took.shown)")
      check(
        outcome.errorText.contains("so nothing was changed")
          && outcome.errorText.split(separator: "\n").count == 1,
        "\(change) on a full disk says: \(outcome.errorText)")
    }
    let task = try await task("held") { $0.number == held }
    check(task.state == "queued" && task.blockedOn == "your word", "changed all the same: \(task)")
    note("changes of what waits are refused on a full disk")
  }

  /// fdatasync(2) of the hub's fails with EIO for a while (strace(1)).
  fileprivate func failToSync() async throws {
    let hub = try await startHub()
    _ = try await endTask("before I/O errors")
    let trace = try Program([
      "strace", "-f", "-p", "\(hub.pid)", "-o", "/dev/null", "-e",
      "inject=fsync,fdatasync:error=EIO",
    ])
    pass(.milliseconds(300))
    if trace.hasEnded { throw Obstacle("I/O errors: \(trace.errorText.prefix(60))") }
    let client = try RawClient(paths)
    client.send(Self.begin("unsynced", 2))
    try timeUntil("a warning") { hubLog.contains("disk I/O error") }
    check(HubProcess.answering(paths)?.pid == hub.pid, "the hub fell over")
    trace.send(SIGINT)
    _ = await trace.end(within: .seconds(5))
    check(try client.begunNumber() != nil, "not acknowledged once the disk is well")
    try await hub.kill9()
    let after = try await startHub()
    if !(try await RecordFile(self).rows.contains { $0.number == 2 }) {
      lose("a begin after I/O errors")
    }
    check(try await RecordFile.integrity(self) == "ok", "the record isn't whole after I/O errors")
    note("after I/O errors all is written")
    try await after.kill9()
    resetState()
  }

  /// What can't be written at the start is said, in a line; commands run.
  fileprivate func startReadOnly() async throws {
    _ = try mountState(isReadOnly: true)
    defer { unmountState() }
    let start = try await run("headway hub start", within: .seconds(20))
    check(start.code != 0, "a hub serves from a read-only disk")
    check(start.errorText.contains("Read-only file system"), "hub start says: \(start.errorText)")
    check(start.took < .seconds(1), "it says so after \(start.took.shown)")
    let job = try await run("headway run -- sh -c 'echo out; exit 3'")
    check(job.code == 3 && job.text == "out\n", "run on a read-only disk: \(job)")
    check(HubProcess.all.isEmpty, "hubs in a loop: \(HubProcess.all)")
  }

  /// A file system of two megabytes for the record.
  private func mountState(isReadOnly: Bool) throws -> String {
    let state = "\(folder)/state"
    let flags = isReadOnly ? UInt(MS_RDONLY) : 0
    guard mount("none", state, "tmpfs", flags, "size=2m,mode=700") == 0 else {
      throw Obstacle(
        "a full or read-only disk: no user namespace, and only root mounts one (\(SystemError("mount")))"
      )
    }
    return state
  }

  private func unmountState() {
    for process in HubProcess.all { kill(process, SIGKILL) }
    umount2("\(folder)/state", CInt(MNT_DETACH))
  }

  func resetState() {
    for process in HubProcess.all { kill(process, SIGKILL) }
    _ = try? timeUntil("no hub") { HubProcess.all.isEmpty }
    try? FileManager.default.removeItem(atPath: paths.stateDirectory)
  }

  private static func begin(_ title: String, _ request: Int) -> String {
    #"{"type":"begin","key":"\#(String(repeating: "1\(request)", count: 16))","title":"\#(title)","#
      + #""request":\#(request)}"#
  }

  /// A task that has come and gone; its number.
  func endTask(_ title: String) async throws -> Int {
    let job = try await run("headway run --title '\(title)' -- true")
    check(job.code == 0, "run: \(job)")
    return try await task(title) { $0.state == "ended" }.number
  }
}
