import Glibc
import HeadwayModel
import HeadwaySystem
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 18: the job goes on in the background, can be come back to, and its end is known.
  static let terminalClosed = FaultRow(
    number: 18, fault: "terminal closed; connection to it dropped", unit: "terminals",
    fullCount: 40, shortCount: 3
  ) { scene in
    _ = try await scene.startHub()
    var samples = Samples()
    for index in 0..<scene.count { samples.add(try await scene.close(index)) }
    scene.measure("shown in the background within", samples.worst, bar: .seconds(1))
  }
}

extension FaultScene {
  /// By turns: the whole terminal goes, its shell is hung up on, and its shell is killed.
  fileprivate func close(_ index: Int) async throws -> Duration {
    let title = "left \(index)"
    let job =
      "headway run --title '\(title)' -- "
      + "sh -c 'until [ -e go\(index) ]; do echo line; sleep 0.02; done; exit 7'"
    var shell: TerminalProgram? = try TerminalProgram(["bash", "--norc", "-ic", job + "; true"])
    try shell?.wait(for: "line\r\nline")
    try await task(title) { $0.state == "running" && $0.foreground == true }
    switch index % 3 {
    case 0: break
    case 1: shell?.program.send(SIGHUP)
    default: shell?.program.send(SIGKILL)
    }
    shell = nil
    let start = SystemClocks.awake
    let task = try await task(title) { $0.foreground == false }
    let time = SystemClocks.awake - start
    if task.state != "running" { lose("\(title) is \(task.end)") }
    let attached = try TerminalProgram(["headway", "attach", "\(task.number)"])
    try attached.wait(for: "[attached to \(task.number); Ctrl-\\ d detaches]\r\nline\r\n")
    try attached.wait(for: "line\r\nline", from: attached.written.count)
    try touch("go\(index)")
    let status = try attached.end()
    if status != 7 { lose("attach to \(title) left with \(status.map(String.init) ?? "a signal")") }
    let ended = try await self.task(title) { $0.state == "ended" }
    if ended.end != "failed" || ended.exitCode != 7 { lose("\(title) is \(ended)") }
    return time
  }
}
