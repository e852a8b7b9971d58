import Testing
import TestHarness
import TestProcesses

/// `headway pause` and `resume`, and the monitor's space key.
@Suite(.fewAtATime) struct PauseTests {
  /// Not bash: of a SIGINT it thinks nothing where what it waited for has just ended well (wait and
  /// cooperative exit), as it may have by the time that both go on.
  private static let ticker = "sh -c 'while :; do echo >>ticks; sleep .05; done'"

  @Test("a paused command stands still, across a hub that is killed, until it is resumed")
  func survivesHub() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start("exec headway run --title J -- \(Self.ticker)")
      try await workspace.task("J") { $0.state == "running" && $0.pausable == true }
      try await eventually("ticks") { workspace.exists("ticks") }
      #expect(try await workspace.run("headway pause 1").code == 0)
      try await workspace.task("J") { $0.state == "paused" }
      try await HubProcess(workspace).kill9()
      let ticks = try await Self.standingTicks(workspace)
      try await workspace.task("J") { $0.state == "paused" && $0.pausable == true }
      #expect(workspace.read("ticks") == ticks)
      #expect(try await workspace.run("headway resume 1").code == 0)
      try await workspace.task("J") { $0.state == "running" }
      try await eventually("more ticks") { workspace.read("ticks") != ticks }
      #expect(try await workspace.run("headway cancel 1").code == 0)
      try await workspace.task("J") { $0.end == "cancelled/user" }
    }
  }

  /// Once they have stood still for a while.
  private static func standingTicks(_ workspace: Workspace) async throws -> String {
    var last = ""
    try await eventually("no more ticks") {
      defer { last = workspace.read("ticks") }
      try await Task.sleep(for: .milliseconds(200))
      return last == workspace.read("ticks")
    }
    return last
  }

  @Test("a paused task is cancelled at once")
  func cancels() async throws {
    try await Workspace.use { workspace in
      let program = try workspace.start("exec headway run --title J -- sleep 300")
      try await workspace.task("J") { $0.state == "running" && $0.pausable == true }
      #expect(try await workspace.run("headway pause 1 && headway cancel 1").code == 0)
      let outcome = try await program.outcome()
      #expect(outcome.took < .seconds(10))
      #expect(try await workspace.task("J") { $0.state == "ended" }.end == "cancelled/user")
    }
  }

  @Test("what can't be paused is refused, in one line")
  func refuses() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway run --title J -- true")
      let ended = try await workspace.run("headway pause 1")
      #expect(ended.code == 1 && ended.errorText.contains("task 1 has already ended"))
      let unknown = try await workspace.run("headway resume 9")
      #expect(unknown.code == 1 && unknown.errorText.contains("there is no task 9"))
    }
  }

  @Test("space in the monitor; Ctrl-C at the paused task's own terminal")
  func atTerminals() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let job = try await tmux.pane()
      try await job.wait(for: "$")
      try await job.type("headway run --title J -- \(Self.ticker)")
      try await workspace.task("J") { $0.state == "running" && $0.pausable == true }
      let monitor = try await tmux.pane("exec headway")
      try await monitor.wait(for: "Space pause")
      try await monitor.send("Space")
      try await monitor.wait(for: "Space resume")
      try await workspace.task("J") { $0.state == "paused" }
      try await monitor.send("Space")
      try await monitor.wait(for: "Space pause")
      try await monitor.send("Space")
      try await workspace.task("J") { $0.state == "paused" }
      #expect(try await !job.screen().contains("Stopped"))
      try await job.send("C-c")
      try await workspace.task("J") { $0.end == "cancelled/terminal" }
      try await job.type("echo status $?")
      try await job.wait(for: "status 130")
    }
  }
}
