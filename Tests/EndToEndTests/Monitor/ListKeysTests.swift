import Testing
import TestHarness
import TestProcesses

/// The keys that choose what is listed, and those for several tasks at once.
@Suite(.fewAtATime) struct ListKeysTests {
  @Test("filter, mark, cancel and take it back; then cancel both and restart one")
  func several() async throws {
    try await Workspace.use(config: "[queue]\nslots = 3\n") { workspace in
      let tmux = try TmuxServer(workspace)
      for title in ["Train one", "Train two", "Copy"] {
        try await workspace.run("headway submit --title '\(title)' -- sleep 300")
        try await workspace.task(title) { $0.state == "running" }
      }
      let monitor = try await tmux.pane("exec headway", columns: 100)
      try await monitor.wait(for: "Copy")
      try await monitor.send("/", "T", "r", "a", "i", "n")
      try await monitor.wait("only those") { $0.contains("Train two") && !$0.contains("Copy") }
      try await monitor.send("Enter", "m", "m", "c")
      try await monitor.wait(for: "Cancel 2 tasks?")
      try await monitor.send("y")
      try await monitor.wait(for: "Cancelling 2 tasks in 2 s. u: undo")
      try await monitor.send("u")
      try await monitor.wait(for: "2 tasks: not cancelled")
      try await monitor.send("Escape")
      try await monitor.wait(for: "Copy")
      try await monitor.send("g", "m", "m", "c")
      try await monitor.wait(for: "Cancel 2 tasks?")
      try await monitor.send("y")
      try await workspace.task("Train one") { $0.end == "cancelled/user" }
      try await workspace.task("Train two") { $0.end == "cancelled/user" }
      #expect(try await workspace.task("Copy").state == "running")
      try await monitor.wait(for: #/Train one .*cancelled by you/#)
      try await monitor.send("G", "r")
      try await eventually("another attempt") {
        try await workspace.list().contains { $0.attempt == 2 && $0.state == "running" }
      }
    }
  }

  @Test("a cancel that was confirmed is sent when the pane is closed before it was due")
  func closed() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      _ = try await tmux.pane()
      try await workspace.run("headway submit --title Copy -- sleep 300")
      try await workspace.task("Copy") { $0.state == "running" }
      let monitor = try await tmux.pane("exec headway")
      try await monitor.wait(for: "Copy")
      try await monitor.send("c", "y")
      try await monitor.wait(for: "Cancelling 1 'Copy' in 2 s")
      try await monitor.close()
      try await workspace.task("Copy") { $0.end == "cancelled/user" }
    }
  }
}
