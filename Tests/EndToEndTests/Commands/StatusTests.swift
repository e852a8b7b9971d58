import Foundation
import Testing
import TestHarness
import TestProcesses

/// The line for status bars.
@Suite(.fewAtATime) struct StatusTests {
  private static let formats = [
    "plain", "tmux", "json", "waybar", "i3bar", "i3status-rs",
    "{running}/{needs} {percent} {title}",
  ]

  @Test("without a hub: nothing, status 1, and none is started")
  func noHub() async throws {
    try await Workspace.use { workspace in
      for options in ["", "--format tmux", "--format=json"] {
        let outcome = try await workspace.run("headway status \(options)")
        #expect(outcome.code == 1 && outcome.text == "" && outcome.errorText == "")
      }
      #expect(HubProcess.all(workspace).isEmpty)
      try await workspace.run("headway hub start")
      #expect(try await workspace.run("headway status").code == 1)
    }
  }

  @Test("the quick road and the parser's print the same in every format")
  func bothRoads() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start("headway run --title 'A & <b>' --total 50 -- sleep 300")
      try await workspace.task("A & <b>") { $0.state == "running" }
      try await workspace.run("headway update --task 1 --completed 20")
      try await workspace.run("headway run --title Bad -- false")
      try await workspace.task("Bad") { $0.state == "ended" }
      for format in Self.formats {
        let quick = try await workspace.run("headway status --format '\(format)'")
        let parsed = try await workspace.run("headway status --format='\(format)'")
        #expect(quick.text == parsed.text && quick.code == 0 && parsed.code == 0, "\(format)")
        #expect(quick.text.hasSuffix("\n") && quick.text.contains("1"), "\(format)")
        guard quick.text.hasPrefix("{") else { continue }
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: quick.output) }
      }
      #expect(try await workspace.run("headway status").text == "1 failed · 1 running 40%\n")
    }
  }

  @Test("a wrong format is one line and status 64")
  func wrongFormat() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("headway status --format nonsense")
      #expect(outcome.code == 64 && outcome.text == "")
      #expect(outcome.errorText.contains(#/^headway: [^\n]*nonsense[^\n]*\n$/#))
    }
  }

  @Test("a hub that hangs is said at once")
  func hung() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      hub.send(SIGSTOP)
      try await eventually("a stopped hub") { ProcessTable.stat(hub.pid)?.state == "T" }
      for options in ["", "--format tmux", "--format json"] {
        let outcome = try await workspace.run("exec headway status \(options)")
        #expect(outcome.code == 69)
        #expect(outcome.text.contains("hub not answering"), "\(outcome.text)")
        #expect(outcome.took < .seconds(2), "\(outcome.took)")
      }
      let waiting = try await workspace.run("exec headway wait 1")
      #expect(waiting.code == 69 && waiting.errorText.contains("headway: "))
      let monitor = try await TmuxServer(workspace).pane("exec headway")
      try await monitor.wait(for: "connecting")
      hub.send(SIGCONT)
      try await monitor.wait(for: "headway run")
    }
  }

  @Test("a hub that hangs while it is watched is said, and taken back")
  func hungWhileWatched() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start("headway run --title J -- sleep 300")
      try await workspace.task("J") { $0.state == "running" }
      let server = try TmuxServer(workspace)
      let monitor = try await server.pane("exec headway")
      let plain = try await server.pane("exec headway watch --plain")
      let status = try await server.pane("exec headway status --follow")
      try await monitor.wait(for: "1  J")
      try await plain.wait(for: "1 J: running")
      try await status.wait(for: "1 running")
      let hub = try await HubProcess(workspace)
      hub.send(SIGSTOP)
      for pane in [monitor, plain, status] { try await pane.wait(for: "hub not answering") }
      hub.send(SIGCONT)
      try await monitor.wait("cards as before") {
        $0.contains("1  J") && !$0.contains("not answering")
      }
      try await plain.wait(for: "connected again")
      try await status.wait(for: "answering\n1 running")
      _ = try workspace.start("headway run --title K -- sleep 300")
      try await status.wait(for: "1 running\n2 running")
    }
  }

  @Test("--follow wakes when a hub appears, prints changes once, and outlives hubs")
  func follows() async throws {
    try await Workspace.use { workspace in
      let follower = try workspace.start("exec headway status --follow")
      try await eventually("its sleep") { ProcessTable.stat(follower.pid)?.state == "S" }
      #expect(HubProcess.all(workspace).isEmpty)
      let job = try workspace.start("exec headway run --title J --total 10 -- sleep 300")
      try await eventually("the first line") { follower.outputText.contains("1 running") }
      try await workspace.run("headway update --task 1 --completed 5")
      try await eventually("half") { follower.outputText.hasSuffix("1 running 50%\n") }
      try await HubProcess(workspace).kill9()
      try await eventually("the next hub") {
        follower.outputText.hasSuffix("50%\n\n1 running 50%\n")
      }
      job.send(SIGTERM)
      _ = try await job.outcome()
      try await eventually("the end") { follower.outputText.hasSuffix("1 failed\n") }
      let lines = follower.outputText.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 || $0.isEmpty })
    }
  }

  @Test(
    "where every line is an object nothing is one, without text",
    arguments: [("i3bar", "full_text"), ("i3status-rs", "text"), ("json", "text")])
  func followsNothing(format: String, field: String) async throws {
    try await Workspace.use { workspace in
      let follower = try workspace.start("exec headway status --follow --format \(format)")
      func last() throws -> String? {
        let line = follower.outputText.split(separator: "\n").last.map { Data($0.utf8) }
        let object = try line.map { try JSONSerialization.jsonObject(with: $0) }
        return (object as? [String: Any])?[field] as? String
      }
      try await eventually("nothing") { try last() == "" }
      let job = try workspace.start("exec headway run -- sleep 300")
      try await eventually("a task") { try last() == "1 running" }
      try await workspace.run("headway cancel 1")
      _ = try await job.outcome()
      try await eventually("nothing again") { try last() == "" }
      #expect(!follower.outputText.contains("\n\n"))
    }
  }

  @Test("--follow ends quietly with its reader")
  func followReaderLeaves() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start("headway run --title J -- sleep 300")
      try await workspace.task("J") { $0.state == "running" }
      let outcome = try await workspace.run("headway status --follow | head -1")
      #expect(outcome.text == "1 running\n" && outcome.errorText == "")
      try await eventually("no follower") { workspace.processes("headway status --follow").isEmpty }
    }
  }

  /// A tmux within a pane of another, with this command in its status line; and its server's name.
  private func tmux(
    _ workspace: Workspace, showing command: String
  ) async throws -> (outer: TmuxServer, pane: Pane, server: String) {
    let outer = try TmuxServer(workspace)
    let pane = try await outer.pane(columns: 80, rows: 10)
    try await pane.wait(for: "$")
    try workspace.write(
      """
      set-option -g status on
      set-option -g status-interval 1
      set-option -g status-right-length 60
      set-option -g status-right '#[fg=red][#(\(command))]'
      """, to: "tmux/inner.conf")
    let server = "\(outer.name)-inner"
    try await pane.type("TMUX= tmux -L \(server) -f ../tmux/inner.conf new 'sleep 300'")
    try await pane.wait(for: "[0] 0:")
    return (outer, pane, server)
  }

  @Test("--follow ends with the tmux server that reads it, also while there is no hub")
  func followTmuxLeaves() async throws {
    try await Workspace.use { workspace in
      let (_, _, server) = try await tmux(workspace, showing: "exec headway status --follow")
      try await eventually("a follower") { !workspace.processes("headway status").isEmpty }
      try await workspace.run("TMUX= tmux -L \(server) kill-server")
      try await eventually("no follower") { workspace.processes("headway status").isEmpty }
      #expect(HubProcess.all(workspace).isEmpty)
    }
  }

  @Test("in tmux's own status line")
  func tmuxStatusLine() async throws {
    try await Workspace.use { workspace in
      let (outer, pane, _) = try await tmux(
        workspace, showing: "headway status --follow --format tmux")
      try await pane.wait("an empty status, not an unready one") { $0.contains(" []") }
      _ = try workspace.start("headway run --title '#(touch pwned) ; x' -- sleep 300")
      try await pane.wait(for: "[1 running]")
      _ = try workspace.start("headway run --title Two --stall-after 1s -- sleep 300")
      try await pane.wait(for: "[1 needs you · 2 running]")
      #expect(!workspace.exists("pwned"))
      let drawn = try await outer.tmux("capture-pane", "-p", "-e", "-t", pane.id).text
      #expect(drawn.contains(#/needs you\x1B[^\]]*\x1B\[31m[^\]]*\]/#), "red, as before it")
    }
  }
}
