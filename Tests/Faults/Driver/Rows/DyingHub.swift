import Glibc
import HeadwayLink
import HeadwaySystem
import TestSupport
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 26: another program that dies takes the place of the hub. Nobody starts it again and again, and
  /// everybody says how it died.
  static let dyingHub = FaultRow(
    number: 26, fault: "a hub that dies at start", unit: "endings", fullCount: 3, shortCount: 1
  ) { scene in
    for ending in DyingHub.endings.prefix(scene.count) { try await scene.watch(ending) }
    try await scene.killListeningHubs()
  }
}

/// How the program ends that takes the hub's place.
private struct DyingHub {
  let script: String
  let words: String

  static let endings = [
    DyingHub(script: "exit 3", words: "with exit status 3"),
    DyingHub(script: "kill -SEGV $$", words: "of signal 11 (SIGSEGV)"),
    DyingHub(script: "kill -KILL $$", words: "of signal 9 (SIGKILL)"),
  ]

  /// Time in which starts are counted. At 0, 1, 3, 7 and 15 s: five, and one more for a hub killed once.
  static let time: Duration = .seconds(15)
}

extension FaultScene {
  fileprivate func watch(_ ending: DyingHub) async throws {
    let name = "starts\(HubProcess.all.count)-\(finding.checkCount)"
    try await makePrograms(ending.script, countingIn: name)
    let path = "PATH=\(folder)/bin:$PATH"
    let job = try Program.script("\(path) exec headway run --title J -- sleep 300")
    // The job starts the hub first: a start that was held back would be worth a line on its terminal.
    try timeUntil("the first start") { !Ledger.lines(name).isEmpty }
    let monitor = try Program.script("\(path) exec headway watch --plain")
    pass(DyingHub.time)
    let starts = Ledger.lines(name).count
    check((3...6).contains(starts), "\(starts) starts in \(DyingHub.time.shown)")
    note("\(ending.script): \(starts) starts in \(DyingHub.time.shown)")
    let list = try await run("\(path) exec headway list")
    check(list.code == 69 && list.errorText.contains(ending.words), "list: \(list.errorText)")
    measure("a command fails within", list.took, bar: .seconds(1))
    let doctor = try await run("\(path) exec headway doctor")
    check(doctor.code == 1 && doctor.text.contains(ending.words), "doctor: \(doctor.text)")
    let status = try await run("\(path) exec headway hub status")
    check(
      status.code == 69 && status.errorText.contains(ending.words),
      "hub status: \(status.errorText)")
    check(hubLog.contains(ending.words), "hub.log: \(hubLog.suffix(300))")
    check(
      monitor.outputText == "the hub dies at start, see: headway doctor\n",
      "the monitor: \(monitor.outputText)")
    check(job.errorText.isEmpty && !job.hasEnded, "the job: \(job.errorText)")
    monitor.kill()
    try await bringBack(job)
  }

  private func makePrograms(_ ending: String, countingIn name: String) async throws {
    let real =
      try await run("dirname $(command -v headway)").text.split(separator: "\n").first ?? ""
    try await run(
      """
      rm -rf ../bin; mkdir -m 700 ../bin; cp \(real)/headway ../bin/headway
      cat >../bin/headwayd <<'END'
      #!/bin/sh
      [ "$1" = --lock-descriptor ] || exit 0
      echo start >>\(folder)/work/\(name)
      \(ending)
      END
      chmod 700 ../bin/headwayd
      """)
  }

  /// A person starts the real hub: the job is back within a second, whatever its pause.
  private func bringBack(_ job: Program) async throws {
    let hub = try await eventually("a hub that a person starts") {
      let outcome = try await run("exec headway hub start")
      return outcome.code == 0 ? HubProcess.answering(paths) : nil
    }
    let back = try await timeUntil("the job's card") {
      try await list().contains { $0.title == "J" && $0.state == "running" }
    }
    measure("the job is back within", back, bar: .seconds(2))
    job.send(SIGTERM)
    _ = await job.end(within: .seconds(10))
    try await run("headway hub stop; rm -f ../run/*.starts")
    check(!ProcessTable.isAlive(hub.pid), "the hub doesn't stop")
  }

  /// A hub that listened and is killed is back at once, and what it died of is said.
  fileprivate func killListeningHubs() async throws {
    let job = try Program.script("exec headway run --title K -- sleep 300")
    try await task("K") { $0.state == "running" }
    for _ in 0..<3 {
      guard let hub = HubProcess.answering(paths) else { throw HarnessError("no hub answers") }
      try await hub.kill9()
      let time = try timeUntil("the next hub") { HubProcess.answering(paths) != nil }
      measure("a killed hub is back within", time, bar: .seconds(1))
    }
    check(hubLog.contains("ended unexpectedly"), "hub.log: \(hubLog.suffix(300))")
    job.kill()
  }
}
