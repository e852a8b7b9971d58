import Glibc
import HeadwayModel
import HeadwaySystem
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 24: nothing else notices.
  static let tmuxHung = FaultRow(
    number: 24, fault: "tmux server hung, then gone", unit: "s hung", fullCount: 30, shortCount: 1
  ) { scene in
    let hub = try await scene.startHub()
    let tmux = try TmuxServer(scene.workspace)
    let monitor = try await tmux.pane("exec headway")
    try await tmux.tmux("set-option", "-g", "status", "on")
    try await tmux.tmux(
      "set-option", "-g", "status-right", "#(headway status --follow --format tmux)")
    let job =
      "headway run --title inside --id run.inside -- sh -c 'until [ -e go ]; do echo x; sleep .05; done; exit 7'"
    _ = try await tmux.pane(job)
    try await monitor.wait("the job on the monitor") { $0.contains("inside") }
    let crowd = try Program([
      ProcessEnvironment.executablePath ?? "", "crowd", "--workers", "20", "--ledger",
      "ledger.crowd", "--seed", "\(scene.seed)", "--life", "2000",
    ])
    let server = try await tmux.pid()
    kill(server, SIGSTOP)
    let served = try await scene.watchService(for: .seconds(scene.count))
    kill(server, SIGCONT)
    try await monitor.wait("the monitor goes on") { $0.contains("inside") }
    kill(server, SIGKILL)
    try await scene.checkAfterEnd(of: hub)
    try touch("stop")
    await scene.check(crowd.end(within: .seconds(20)) == 0, "the workers didn't finish")
    scene.measure("others served within", served.worst, bar: .milliseconds(500))
    try await LedgerAudit(scene).perform()
  }
}

extension FaultScene {
  fileprivate func watchService(for time: Duration) async throws -> Samples {
    var samples = Samples()
    let deadline = SystemClocks.awake + time
    while SystemClocks.awake < deadline {
      for words in [["headway", "list"], ["headway", "run", "--id", "run.outside", "--", "true"]] {
        let outcome = try await Program(words).outcome()
        check(outcome.code == 0, "\(words): \(outcome.errorText)")
        samples.add(outcome.took)
      }
      pass(.milliseconds(100))
    }
    return samples
  }

  /// The job goes on, who looked on is gone, and the hub has nothing of it.
  fileprivate func checkAfterEnd(of hub: HubProcess) async throws {
    try await task("inside") { $0.state == "running" && $0.foreground == false }
    try timeUntil("an end to status --follow") { ProcessTable.ours("headway status").isEmpty }
    try timeUntil("an end to the monitor") {
      !ProcessTable.ours("headway").contains { ProcessTable.arguments($0) == ["headway"] }
    }
    try touch("go")
    let ended = try await task("inside") { $0.state == "ended" }
    if ended.end != "failed" || ended.exitCode != 7 { lose("the job is \(ended)") }
    check(HubProcess.answering(paths)?.pid == hub.pid, "the hub is another")
  }
}
