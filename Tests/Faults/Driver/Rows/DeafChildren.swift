import Glibc
import HeadwayModel
import HeadwaySystem
import TestSupport
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 17: KILL after the grace, and not before; a stopped child is continued first.
  static let deafChildren = FaultRow(
    number: 17, fault: "child ignores TERM; stopped child", unit: "of each", fullCount: 20,
    shortCount: 1
  ) { scene in
    _ = try await scene.startHub()
    var grace = Samples()
    for index in 0..<scene.count {
      grace.add(try await scene.cancelDeaf(index))
      try await scene.cancelStopped(index)
      try await scene.cancelSubmitted(index)
    }
    scene.note("killed within \(grace.worst.shown) of a cancel with 1 s of grace")
    scene.check(grace.worst < .seconds(2), "killed only after \(grace.worst.shown)")
  }
}

extension FaultScene {
  fileprivate func cancelDeaf(_ index: Int) async throws -> Duration {
    let title = "deaf \(index)"
    let job = try Program([
      "headway", "run", "--title", title, "--grace", "1s", "--", "bash", "-c",
      "trap 'echo asked' TERM; echo ready; while :; do sleep 0.02; done",
    ])
    try timeUntil("ready") { job.outputText == "ready\n" }
    let number = try await task(title) { $0.state == "running" }.number
    let start = SystemClocks.awake
    try await run("headway cancel \(number)")
    let outcome = try await job.outcome()
    let time = SystemClocks.awake - start
    check(time >= .seconds(1), "killed after \(time.shown), before its grace was over")
    check(outcome.status.shellCode == 137, "run left with \(outcome.status)")
    check(outcome.text == "ready\nasked\n", "it wasn't asked first: \(outcome.text)")
    let ended = try await task(title) { $0.state == "ended" }
    if ended.end != "cancelled/user" || ended.signal != 9 { lose("\(title) is \(ended)") }
    return time
  }

  /// Deaf and stopped at once, without a `run` that could tell.
  fileprivate func cancelSubmitted(_ index: Int) async throws {
    let title = "submitted \(index)"
    let script = "trap 'echo asked' TERM; echo $$; while :; do sleep 0.02; done"
    try await run(
      "headway submit --title '\(title)' --grace 1s -- bash -c \"$SCRIPT\"",
      environment: ["SCRIPT": script])
    let number = try await task(title) { $0.state == "running" }.number
    let child = try await eventually("its pid") {
      try await output(of: number).first.flatMap { Int32($0) }
    }
    kill(child, SIGSTOP)
    try timeUntil("stopped") { ProcessStat(process: child)?.state == UInt8(ascii: "T") }
    try await run("headway cancel \(number)")
    let ended = try await task(title) { $0.state == "ended" }
    if ended.end != "cancelled/user" || ended.signal != 9 { lose("\(title) is \(ended)") }
    let lines = try await output(of: number)
    check(lines.last == "asked", "it wasn't asked first: \(lines)")
    check(!ProcessTable.isAlive(child), "\(child) is alive")
  }

  private func output(of number: Int) async throws -> [String] {
    try await run("headway logs \(number)").text.split(whereSeparator: \.isNewline).map(String.init)
  }

  fileprivate func cancelStopped(_ index: Int) async throws {
    let title = "stopped \(index)"
    let job = try Program([
      "headway", "run", "--title", title, "--grace", "1m", "--", "bash", "-c",
      "trap 'echo bye; exit 6' TERM; echo $$; while :; do sleep 0.02; done",
    ])
    let child = try eventually("its pid") { Int32(job.outputText.dropLast()) }
    let number = try await task(title) { $0.state == "running" }.number
    kill(child, SIGSTOP)
    try timeUntil("stopped") { ProcessStat(process: child)?.state == UInt8(ascii: "T") }
    try await run("headway cancel \(number)")
    let outcome = try await job.outcome()
    check(outcome.code == 6 && outcome.text.hasSuffix("bye\n"), "it didn't hear: \(outcome)")
    let ended = try await task(title) { $0.state == "ended" }
    if ended.end != "cancelled/user" || ended.exitCode != 6 { lose("\(title) is \(ended)") }
  }
}
