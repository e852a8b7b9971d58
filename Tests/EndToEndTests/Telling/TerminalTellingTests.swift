import Testing
import TestHarness

/// The monitor's own terminal tells its user, in real terminals of tmux.
@Suite(.fewAtATime) struct TerminalTellingTests {
  private static let hostile = "100% #(touch ran) ; \\e]52;c;aGk=\\a;x"

  /// A monitor, and what it writes to its terminal from now on.
  private func monitor(
    _ workspace: Workspace, _ tmux: TmuxServer, _ command: String = "exec headway"
  ) async throws -> Pane {
    let pane = try await tmux.pane(command)
    try await pane.wait(for: "No tasks.")
    try await tmux.tmux("pipe-pane", "-t", pane.id, "cat >\(workspace.work)/written")
    return pane
  }

  private func written(_ what: String, in workspace: Workspace) async throws -> String {
    try await eventually(what) {
      let text = workspace.read("written").replacing("\u{1B}", with: "^[")
        .replacing("\u{7}", with: "^G")
      return text.contains(what) ? text : nil
    }
  }

  @Test("an end becomes a notification of the terminal, and its title is only text there")
  func notification() async throws {
    let config = "[tell]\nterminal = true\nterminal-form = 'osc777'\nafter = '0s'\n"
    try await Workspace.use(config: config, environment: ["TITLE": Self.hostile]) { workspace in
      let pane = try await monitor(workspace, TmuxServer(workspace), "exec env -u TMUX headway")
      _ = try await workspace.run("headway run --title \"$TITLE\" -- false")
      let title = Self.hostile.replacing(";", with: ",")
      let text = try await written("]777;notify;\(title);failed with exit code 1", in: workspace)
      #expect(text.contains("after 0 s^[\\") && !text.contains("^G"))
      _ = try await workspace.run("headway run --sensitive --title Secret -- true")
      _ = try await written("]777;notify;Task 2;completed", in: workspace)
      try await pane.wait(for: "Secret")
      #expect(!workspace.exists("ran"))
    }
  }

  @Test("tmux is asked for its way through: without one it is a bell")
  func inTmux() async throws {
    let config = "[tell]\nterminal-form = 'osc9'\n"
    try await Workspace.use(config: config) { workspace in
      let tmux = try TmuxServer(workspace)
      _ = try await monitor(workspace, tmux)
      _ = try await workspace.run("headway run --title Unasked -- true")
      _ = try await workspace.run("headway run --notify --title First -- true")
      let bell = try await written("^G", in: workspace)
      #expect(!bell.contains("]9;Headway"))
      try await tmux.tmux("set-option", "-g", "allow-passthrough", "on")
      _ = try await workspace.run("headway run --notify --title Second -- true")
      _ = try await written(
        "^[Ptmux;^[^[]9;Headway: Second: completed after 0 s^[^[\\^[\\", in: workspace)
    }
  }

  @Test("a server of tmux that hangs holds up the monitor for a moment, and nobody else")
  func hungTmux() async throws {
    let config = "[tell]\nterminal-form = 'osc9'\ntmux = false\n"
    try await Workspace.use(config: config) { workspace in
      let tmux = try TmuxServer(workspace)
      try workspace.write("#!/bin/sh\nexec sleep 300\n", to: "scratch/tmux")
      _ = try await workspace.run("chmod +x ../scratch/tmux")
      let pane = try await monitor(
        workspace, tmux, "exec env PATH=\(workspace.folder)/scratch:$PATH headway")
      _ = try await workspace.run("headway run --notify --title First -- true")
      _ = try await written("^G", in: workspace)
      try await pane.send("?")
      try await pane.wait(for: "help")
      #expect(workspace.processes("sleep 300").isEmpty)
    }
  }
}
