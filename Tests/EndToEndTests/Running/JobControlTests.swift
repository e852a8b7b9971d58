import Testing
import TestHarness
import TestProcesses

/// `headway run` under a real shell with job control, at a real terminal.
@Suite(.fewAtATime) struct JobControlTests {
  /// A shell in a pane, ready to be typed at.
  private func shell(_ workspace: Workspace) async throws -> Pane {
    let pane = try await TmuxServer(workspace).pane()
    try await pane.wait(for: "$")
    return pane
  }

  @Test("Ctrl-C: status 130, cancelled at its terminal")
  func interrupts() async throws {
    try await Workspace.use { workspace in
      let pane = try await shell(workspace)
      try await pane.type("headway run --title J -- sleep 300")
      try await workspace.task("J") { $0.state == "running" }
      try await eventually("sleep") { !workspace.processes("sleep 300").isEmpty }
      try await pane.send("C-c")
      let task = try await workspace.task("J") { $0.state == "ended" }
      #expect(task.end == "cancelled/terminal" && task.signal == 2)
      try await pane.type("echo status $?")
      try await pane.wait(for: "status 130")
    }
  }

  @Test("a command that handles Ctrl-C itself goes on, and ends as it likes")
  func handlesInterrupt() async throws {
    try await Workspace.use { workspace in
      let pane = try await shell(workspace)
      try await pane.type(
        "headway run --title J -- bash -c 'trap \"echo caught; exit 5\" INT; echo rea''dy; "
          + "while :; do sleep .05; done'; echo status $?")
      try await pane.wait(for: "ready")
      try await pane.send("C-c")
      try await pane.wait(for: "caught")
      let task = try await workspace.task("J") { $0.state == "ended" }
      #expect(task.end == "failed" && task.exitCode == 5)
    }
  }

  @Test("Ctrl-\\ quits with status 131")
  func quits() async throws {
    try await Workspace.use { workspace in
      let pane = try await shell(workspace)
      try await pane.type("ulimit -c 0; headway run --title J -- sleep 300; echo status $?")
      try await eventually("sleep") { !workspace.processes("sleep 300").isEmpty }
      try await pane.send("C-\\")
      try await pane.wait(for: "status 131")
      let task = try await workspace.task("J") { $0.state == "ended" }
      #expect(task.end == "failed" && task.signal == 3)
    }
  }

  @Test("Ctrl-Z stops it, the list says paused, fg resumes it")
  func stopsAndResumes() async throws {
    try await Workspace.use { workspace in
      let pane = try await shell(workspace)
      try await pane.type(
        "headway run --title J -- bash -c 'while :; do echo >>ticks; sleep .05; done'")
      try await eventually("ticks") { workspace.exists("ticks") }
      try await workspace.task("J") { $0.state == "running" }
      try await pane.send("C-z")
      try await pane.wait(for: "Stopped")
      try await workspace.task("J") { $0.state == "paused" }
      let ticks = workspace.read("ticks")
      try await pane.type("echo shell is free")
      try await pane.wait(for: "\nshell is free")
      #expect(workspace.read("ticks") == ticks)
      try await pane.type("fg")
      try await workspace.task("J") { $0.state == "running" }
      try await eventually("more ticks") { workspace.read("ticks") != ticks }
      try await pane.send("C-c")
      try await workspace.task("J") { $0.end == "cancelled/terminal" }
      try await pane.type("stty -a | grep -o ' -*icanon'; echo echoed")
      try await pane.wait(for: #/\n icanon/#)
    }
  }

  @Test("bg goes on without the terminal; its output still comes; fg and Ctrl-C end it")
  func background() async throws {
    try await Workspace.use { workspace in
      let pane = try await shell(workspace)
      try await pane.type(
        "headway run --title J -- bash -c 'until [ -e go ]; do sleep .05; done; echo la''te; "
          + "sleep 300'")
      try await workspace.task("J") { $0.state == "running" }
      try await pane.send("C-z")
      try await pane.wait(for: "Stopped")
      try await pane.type("bg")
      try await workspace.task("J") { $0.state == "running" }
      try await pane.type("echo typed; touch go")
      try await pane.wait(for: #/\ntyped/#)
      try await pane.wait(for: #/late/#)
      try await pane.type("fg")
      try await eventually("sleep") { !workspace.processes("sleep 300").isEmpty }
      try await pane.wait(for: #/headway run .*\n?.*\n*$/#)
      try await eventually("the end") {
        try await pane.send("C-c")
        return try await workspace.list().first?.end == "cancelled/terminal"
      }
    }
  }

  @Test("a stopped task can be cancelled")
  func cancelsStopped() async throws {
    try await Workspace.use { workspace in
      let pane = try await shell(workspace)
      try await pane.type("headway run --title J -- sleep 300")
      try await workspace.task("J") { $0.state == "running" }
      try await pane.send("C-z")
      try await pane.wait(for: "Stopped")
      #expect(try await workspace.run("headway cancel 1").code == 0)
      let task = try await workspace.task("J") { $0.state == "ended" }
      #expect(task.end == "cancelled/user")
      try await eventually("no sleep") { workspace.processes("sleep 300").isEmpty }
    }
  }

  @Test("vim edits, stops, comes back, and writes")
  func vim() async throws {
    try await Workspace.use { workspace in
      let pane = try await shell(workspace)
      try await pane.type("headway run --title V -- vim.tiny -u NONE text; echo status $?")
      try await pane.wait(for: "[New")
      #expect(try await pane.value("#{alternate_on}") == "1")
      try await pane.send("i")
      try await pane.send("-l", "some text")
      try await pane.wait(for: "some text")
      try await pane.send("Escape", "C-z")
      try await pane.wait(for: "Stopped")
      #expect(try await pane.value("#{alternate_on}") == "0")
      try await pane.type("fg")
      try await pane.wait(for: "some text\n~")
      #expect(try await pane.value("#{alternate_on}") == "1")
      try await pane.type(":wq")
      try await eventually("the file") { workspace.read("text") == "some text\n" }
      let task = try await workspace.task("V") { $0.state == "ended" }
      #expect(task.end == "completed")
      try await pane.type("echo still here; stty -a | grep -o ' -*icanon'")
      try await pane.wait(for: #/\n icanon/#)
    }
  }

  @Test("a change of size reaches the command")
  func resizes() async throws {
    try await Workspace.use { workspace in
      let pane = try await shell(workspace)
      try await pane.type(
        "headway run -- bash -c 'trap \"stty size\" WINCH; stty size; while :; do sleep .05; done'")
      try await pane.wait(for: "24 80")
      try await pane.resize(columns: 101, rows: 31)
      try await pane.wait(for: "31 101")
    }
  }
}
