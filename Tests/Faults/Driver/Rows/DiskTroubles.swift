import FoundationEssentials
import Glibc
import HeadwaySystem
import TestProcesses

extension FaultRow {
  /// Row 14: the hub goes on in memory, says so once, and writes again when it can; a damaged record
  /// is set aside.
  static let diskTroubles = FaultRow(
    number: 14, fault: "no space; I/O error; truncated, bit-flipped every 512 bytes; read-only",
    unit: "damages at most", fullCount: 400, shortCount: 12, limit: .seconds(900), mounts: true
  ) { scene in
    try scene.attempt { try scene.fillDisk() }
    try scene.attempt { try scene.failToSync() }
    try scene.attempt { try scene.startReadOnly() }
    try DamagedRecords(scene).perform()
  }
}

extension FaultScene {
  /// A small file system for the record, filled to the last byte while workers report.
  fileprivate func fillDisk() throws {
    let state = try mountState(isReadOnly: false)
    defer { unmountState() }
    let hub = try startHub()
    let before = try endTask("before")
    let held = try holdTask()
    try run("head -c 4000000 /dev/zero >\(state)/filler")
    let client = try RawClient(paths)
    client.send(Self.begin("full", 1))
    try timeUntil("a warning") { hubLog.contains("can't be written") }
    try timeUntil("the task in memory") { try list().contains { $0.title == "full" } }
    check(HubProcess.answering(paths)?.process == hub.process, "the hub fell over")
    let job = try run("headway run --title onfull -- sh -c 'echo out; exit 3'")
    check(job.code == 3 && job.text == "out\n", "run on a full disk: \(job)")
    try submitToFullDisk()
    try changeOnFullDisk(held)
    pass(.milliseconds(1500))
    let warnings = hubLog.split(separator: "\n").count { $0.contains("can't be written") }
    check(warnings == 1, "\(warnings) warnings of one trouble")
    unlink("\(state)/filler")
    let begun = try client.begunNumber()
    check(begun != nil, "the begin isn't acknowledged once there is space")
    try timeUntil("all of it written") { try RecordFile(self).rows.map(\.state).count == 4 }
    let after = try run("headway submit --title after -- true")
    check(after.code == 0, "submit once there is space: \(after)")
    if !(try RecordFile(self).rows.contains { $0.number == before }) { lose("an end from before") }
    note("after a full disk all is written")
    try run("head -c 4000000 /dev/zero >\(state)/filler")
    try hub.kill9()
    _ = try startHub()
    check(try list().contains { $0.number == before }, "started on a full disk it knows nothing")
  }

  /// Each is refused in a line, and leaves nothing: no number, no card, nothing that ran.
  private func submitToFullDisk() throws {
    for _ in 0..<5 {
      let submit = try run("headway submit --title refused -- touch \(folder)/ran")
      check(submit.code != 0 && submit.text.isEmpty, "submit on a full disk: \(submit)")
      check(submit.took < .seconds(2), "submit says so after \(submit.took.shown)")
      check(
        submit.error.contains("can't be written") && submit.error.split(separator: "\n").count == 1,
        "submit on a full disk says: \(submit.error)")
    }
    let queued = try run("headway run --queue --title refused -- touch \(folder)/ran")
    check(queued.code != 0, "run --queue on a full disk: \(queued)")
    check(!(try list().contains { $0.title == "refused" }), "a card of what was refused")
    check(try run("headway wait refused", within: .seconds(5)).code != 0, "wait waits for it")
    check(access("\(folder)/ran", F_OK) != 0, "what was refused ran")
    note("submits to a full disk are refused in a line")
  }

  /// A task that waits for a person's word; its number.
  private func holdTask() throws -> Int {
    let held = try run(
      "n=$(headway submit --at 2126-01-01 --title held -- true) && headway pause $n")
    check(held.code == 0, "a task to hold: \(held)")
    return try task("held") { $0.state == "queued" }.number
  }

  /// Each is refused in a line, and changes nothing.
  private func changeOnFullDisk(_ held: Int) throws {
    let changes = [
      "priority \(held) 5", "edit \(held) --title other", "edit \(held) -- false",
      "resume \(held)", "cancel \(held)",
    ]
    for change in changes {
      let outcome = try run("headway \(change)")
      check(outcome.code != 0, "\(change) on a full disk: \(outcome)")
      check(outcome.took < .seconds(3), "\(change) says so after \(outcome.took.shown)")
      check(
        outcome.error.contains("all is as it was")
          && outcome.error.split(separator: "\n").count == 1,
        "\(change) on a full disk says: \(outcome.error)")
    }
    let task = try task("held") { $0.number == held }
    check(task.state == "queued" && task.blockedOn == "your word", "changed all the same: \(task)")
    note("changes of what waits are refused on a full disk")
  }

  /// fdatasync(2) of the hub's fails with EIO for a while (strace(1)).
  fileprivate func failToSync() throws {
    let hub = try startHub()
    _ = try endTask("before I/O errors")
    let trace = try Program([
      "strace", "-f", "-p", "\(hub.process)", "-o", "/dev/null", "-e",
      "inject=fsync,fdatasync:error=EIO",
    ])
    pass(.milliseconds(300))
    if trace.hasLeft { throw Obstacle("I/O errors: \(trace.errorText.prefix(60))") }
    let client = try RawClient(paths)
    client.send(Self.begin("unsynced", 2))
    try timeUntil("a warning") { hubLog.contains("disk I/O error") }
    check(HubProcess.answering(paths)?.process == hub.process, "the hub fell over")
    trace.send(SIGINT)
    _ = trace.end(within: .seconds(5))
    check(try client.begunNumber() != nil, "not acknowledged once the disk is well")
    try hub.kill9()
    let after = try startHub()
    if !(try RecordFile(self).rows.contains { $0.number == 2 }) { lose("a begin after I/O errors") }
    check(try RecordFile.integrity(self) == "ok", "the record isn't whole after I/O errors")
    note("after I/O errors all is written")
    try after.kill9()
    resetState()
  }

  /// What can't be written at the start is said, in a line; commands run.
  fileprivate func startReadOnly() throws {
    _ = try mountState(isReadOnly: true)
    defer { unmountState() }
    let start = try run("headway hub start", within: .seconds(20))
    check(start.code != 0, "a hub serves from a read-only disk")
    check(start.error.contains("Read-only file system"), "hub start says: \(start.error)")
    check(start.took < .seconds(1), "it says so after \(start.took.shown)")
    let job = try run("headway run -- sh -c 'echo out; exit 3'")
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
  func endTask(_ title: String) throws -> Int {
    let job = try run("headway run --title '\(title)' -- true")
    check(job.code == 0, "run: \(job)")
    return try task(title) { $0.state == "ended" }.number
  }
}
