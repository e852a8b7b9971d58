import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestSupport
import TestProcesses
import TestHarness

extension FaultRow {
  /// Beyond the matrix: what the user's own programs pile up has a bound, and none of it is lost in
  /// silence.
  static let quotas = FaultRow(
    number: 33, fault: "too many slow hooks; 10,000 tasks of a process; silent attachers",
    unit: "tasks of one process", fullCount: 10_000, shortCount: 3000
  ) { scene in
    let hookCount = scene.isShort ? 300 : 3000
    try scene.writeConfig(
      "[tell]\non-finish = 'echo $HEADWAY_TASK_NUMBER >>\(scene.folder)/work/ran; sleep 0.01'\n")
    let hub = try await scene.startHub()
    try scene.runHooks(hookCount)
    try scene.detach(scene.count, from: hub)
    try await scene.attachBesideSilence()
    try await scene.dropHooks(of: hub)
  }
}

extension FaultScene {
  /// Each hook of many runs, however long it waits.
  fileprivate func runHooks(_ count: Int) throws {
    let start = SystemClocks.awake
    try endTasks(count, series: 1)
    try eventually("every hook", within: .seconds(120)) {
      Ledger.lines("ran").count >= count ? () : nil
    }
    note("\(count) hooks in \((SystemClocks.awake - start).shown)")
    let numbers = Ledger.lines("ran").compactMap { Int($0) }
    check(Set(numbers).count == count && numbers.count == count, "\(numbers.count) hooks ran")
  }

  /// Tasks that begin and end at once.
  private func endTasks(_ count: Int, series: UInt64) throws {
    let client = try RawClient(paths)
    var ended = 0
    for number in 1...count {
      let key = TaskKey(high: series, low: UInt64(number))
      client.send(#"{"type":"begin","key":"\#(key)","title":"short"}"#)
      client.send(#"{"type":"end","task":"\#(key)","reason":"completed"}"#)
      guard number.isMultiple(of: 100) || number == count else { continue }
      // The hub reads nothing from who doesn't read its answers.
      try timeUntil("the ends so far") {
        for case .ended in try client.arrived() { ended += 1 }
        return ended >= number
      }
    }
  }

  /// The tasks of a process cost the hub a descriptor together, and are lost with it.
  fileprivate func detach(_ count: Int, from hub: HubProcess) throws {
    let before = ProcessTable.descriptorCount(hub.pid)
    let holder = try Program([
      ProcessEnvironment.executablePath ?? "", "holder", "--tasks", "\(count)", "--ledger", "held",
    ])
    try eventually("tasks without a connection", within: .seconds(60)) {
      Ledger.lines("held").isEmpty ? nil : ()
    }
    let watcher = try Watcher(paths)
    func heldCount(_ state: TaskState) -> Int {
      watcher.tasks.values.count { $0.title.string == "held" && $0.state == state }
    }
    try watcher.timeUntil(
      "all of them", within: .seconds(60), isWhole: { _ in heldCount(.running) == count })
    let grown = ProcessTable.descriptorCount(hub.pid) - before
    check(grown <= 5, "\(count) tasks of one process cost \(grown) descriptors")
    note("\(count) tasks of one process: descriptors + \(grown)")
    holder.kill()
    let time = try watcher.timeUntil(
      "the end of all", within: .seconds(60), isWhole: { _ in heldCount(.ended) == count })
    measure("\(count) lost within", time, bar: .seconds(isShort ? 3 : 6))
  }

  /// Connections that say nothing to a supervisor don't keep others from attaching.
  fileprivate func attachBesideSilence() async throws {
    let shell = try TerminalProgram([
      "headway", "run", "--title", "watched", "--", "sh", "-c", "echo ready; read line; exit 7",
    ])
    try shell.wait(for: "ready")
    let number = try await task("watched") { $0.state == "running" }.number
    for count in [16, 64] {
      let silent = try (0..<count).map { _ in try silentAttachment() }
      let attached = try TerminalProgram(["headway", "attach", "\(number)"])
      let time = try attached.wait(for: "[attached to \(number); Ctrl-\\ d detaches]\r\nready")
      measure("attached beside \(count) silent connections within", time, bar: .seconds(1))
      attached.type("\u{1C}d")
      check(try attached.end() == 0, "detach failed")
      withExtendedLifetime(silent) {}
    }
    shell.type("\r")
    check(try shell.end() == 7, "the attached command left otherwise")
  }

  private func silentAttachment() throws -> OwnedDescriptor {
    let folder = "\(paths.runtimeDirectory)/attach"
    return try eventually("a place in the backlog") {
      guard let name = directoryEntries(folder).first(where: { $0.hasSuffix(".sock") }) else {
        return nil
      }
      return (try? SocketPlace(directory: folder, name: name).connect()).map(OwnedDescriptor.init)
    }
  }

  /// More hooks than the hub keeps: the log, the doctor and `hub status` say how many are dropped.
  fileprivate func dropHooks(of hub: HubProcess) async throws {
    try writeConfig(
      "[tell]\non-finish = 'until [ -e \(folder)/work/go ]; do sleep 0.1; done'\n")
    check(try await run("headway hub reload").code == 0, "the config isn't read again")
    let memory = ProcessTable.residentKibibytes(hub.pid)
    try endTasks(24_000, series: 2)
    let status = try await run("headway hub status")
    check(status.text.contains("were dropped because too many waited"), "status: \(status.text)")
    let doctor = try await run("headway doctor")
    check(doctor.text.contains("were dropped because too many waited"), "doctor: \(doctor.text)")
    let lines = hubLog.split(separator: "\n").count { $0.contains("too many commands of [tell]") }
    check(lines == 1, "\(lines) lines in the log")
    let grown = ProcessTable.residentKibibytes(hub.pid) - memory
    measure("24,000 ended tasks and their hooks: memory +", kibibytes: grown, bar: 98_304)
    try touch("go")
  }
}
