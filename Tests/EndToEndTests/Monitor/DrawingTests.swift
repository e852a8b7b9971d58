import Testing
import TestHarness

/// What the terminal shows is what the monitor takes it to show: only what changes is sent.
@Suite(.fewAtATime) struct DrawingTests {
  @Test("to draw all of it anew changes nothing, whatever was drawn before")
  func drawnAnew() async throws {
    try await Workspace.use(config: "[monitor]\nkeep-ended = \"1h\"\n") { workspace in
      for title in ["日本語のバックアップ", "e\u{301}te\u{301} 👨‍👩‍👧 family", "גיבוי 7 نَسْخ", "plain"] {
        try await workspace.run(
          "headway run --title '\(title) ran' -- sh -c 'printf \"\\033[31mred 日本\\033[0m\"; exit 3'"
        )
        try await workspace.run("headway submit --title '\(title)' --at +5h -- true")
      }
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway", columns: 100, rows: 30)
      try await monitor.wait(for: "4 failed")
      try await expectSameAnew(monitor, workspace)
      // What is waited for is there only once the keys have done what they do.
      let steps: [(keys: [String], text: String)] = [
        (["?"], "? back"), (["?"], "Enter details"), (["j", "j"], "▌ ◌ 6"),
        (["Enter"], "directory"), (["G"], "▌ ✗ 1"), (["g"], "▌ ◌ 2"),
        (["/", "p", "l", "a", "i", "n"], "/plain"), (["Enter"], "Esc all tasks"),
        (["Escape"], "family"), (["h"], "ended hidden"), (["G", "l"], "The task hasn't started"),
        (["q"], "Enter details"), (["h", "G", "l"], "red 日本"), (["q"], "Enter details"),
      ]
      for (keys, text) in steps {
        for key in keys { try await monitor.send(key) }
        try await monitor.wait(for: text)
        try await expectSameAnew(monitor, workspace)
      }
      for (columns, rows) in [(40, 10), (20, 5), (7, 3), (120, 40), (61, 17)] {
        try await scribble(on: monitor, workspace)
        try await monitor.resize(columns: columns, rows: rows)
        try await monitor.wait("the new size") { !$0.contains("####") }
        try await expectSameAnew(monitor, workspace)
      }
    }
  }

  /// What another program has written there meanwhile goes with it.
  private func expectSameAnew(
    _ monitor: Pane, _ workspace: Workspace, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws {
    var before = ""
    try await eventually("nothing more is drawn", file: file, line: line) {
      let now = try await monitor.screen()
      defer { before = now }
      return now == before
    }
    try await scribble(on: monitor, workspace)
    try await monitor.send("C-l")
    try await eventually("the same, drawn anew, as\n\(before)", file: file, line: line) {
      try await monitor.screen() == before
    }
  }

  private func scribble(on monitor: Pane, _ workspace: Workspace) async throws {
    try await workspace.run("printf '\\033[1;1H####' >\(monitor.terminal)")
    try await monitor.wait(for: "####")
  }
}
