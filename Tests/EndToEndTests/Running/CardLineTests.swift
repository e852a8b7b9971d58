import TestHarness
import TestProcesses
import Testing

/// The line below a card's title says what a person needs to know.
@Suite(.fewAtATime) struct CardLineTests {
  @Test("a task that waits for input shows its prompt, and its last line again once it goes on")
  func prompt() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let job = try await tmux.pane(
        #"headway run --title Ask -- bash -c 'echo starting; read -p "Overwrite it? [y/N] " a; sleep 300'"#
      )
      let asking = try await workspace.task("Ask", within: .seconds(30)) {
        $0.waitingForInput == "input"
      }
      #expect(asking.subtitle == "Overwrite it? [y/N]")
      try await eventually("a need") {
        try await workspace.run("headway status").text.hasPrefix("1 needs you")
      }
      try await job.send("y", "Enter")
      try await workspace.task("Ask", within: .seconds(30)) {
        $0.waitingForInput == nil && $0.subtitle != "Overwrite it? [y/N]"
      }
    }
  }

  @Test("an editor in front of its user needs nobody; one whose terminal is gone does")
  func editor() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let pane = try await tmux.pane("headway run --title Edit -- vi notes")
      let viewer = try await pane.viewer()
      defer { viewer.kill() }
      try await workspace.task("Edit") { $0.waitingForInput == "input" }
      try await eventually("no need") {
        try await !workspace.run("headway status").text.contains("needs you")
      }
      try await pane.close()
      try await eventually("a need") {
        try await workspace.run("headway status").text.contains("1 needs you")
      }
    }
  }

  @Test("a failed card shows the line that looks like its error")
  func error() async throws {
    try await Workspace.use { workspace in
      let script = "echo building; echo main.c:3: error: unknown type; echo stopping; exit 2"
      _ = try await workspace.run("headway run --title Build -- sh -c '\(script)'")
      let pane = try await TmuxServer(workspace).pane("exec headway")
      let screen = try await pane.wait(for: #/Build .*failed with exit code 2/#)
      #expect(screen.contains("main.c:3: error: unknown type"), "\(screen)")
    }
  }

  @Test("i in the monitor types a line to the task that asks")
  func typing() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      _ = try await tmux.pane(
        #"headway run --title Ask -- bash -c 'read -p "Name? " a; echo $a >name'"#)
      try await workspace.task("Ask", within: .seconds(30)) { $0.waitingForInput == "input" }
      let monitor = try await tmux.pane("exec headway")
      try await monitor.wait(for: "Name?")
      try await monitor.send("i")
      try await monitor.type("Ada")
      try await eventually("the name") { workspace.read("name") == "Ada\n" }
    }
  }
}
