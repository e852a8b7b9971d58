import Testing
import TestHarness
import TestProcesses

/// `headway watch --filter`.
@Suite(.fewAtATime) struct WatchFilterTests {
  @Test("the monitor opens with it, and Esc shows the rest")
  func monitor() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start("exec headway run --title Seen -- sleep 300")
      _ = try workspace.start("exec headway run --title Other -- sleep 300")
      try await workspace.task("Other") { $0.state == "running" }
      let pane = try await TmuxServer(workspace).pane("exec headway watch --filter 'title:Seen'")
      let screen = try await pane.wait(for: #/Seen .*running/#)
      #expect(screen.contains("title:Seen") && !screen.contains("Other"))
      try await pane.send("Escape")
      try await pane.wait(for: #/Other .*running/#)
    }
  }

  @Test("plain lines are of what matches; a query that isn't understood is refused in a line")
  func plain() async throws {
    try await Workspace.use { workspace in
      let watch = try workspace.start("exec headway watch --plain --filter '-title:Other'")
      // A task that ended before the watch was connected gets no line.
      _ = try workspace.start(
        "exec headway run --title Seen -- sh -c 'until [ -e go ]; do sleep 0.05; done; false'")
      try await eventually("the watch") { watch.outputText.contains("Seen: running") }
      _ = try await workspace.run("headway run --title Other -- false")
      try workspace.write("", to: "work/go")
      try await eventually("the end") { watch.outputText.contains("Seen: failed") }
      #expect(!watch.outputText.contains("Other"))
      let refused = try await workspace.run("headway watch --filter 'state:nothing'")
      #expect(refused.code == 64 && refused.errorText.contains("state:nothing"), "\(refused)")
    }
  }
}
