import Testing
import TestHarness
import TestProcesses

/// Terminals of East Asia: characters that take two columns there, and the cursor at which an input
/// method draws.
@Suite(.fewAtATime) struct EastAsianTerminalTests {
  /// A monitor in GNU Screen, a terminal that can be told to draw ambiguous characters in two columns.
  private func monitor(_ workspace: Workspace, width: String) async throws -> Pane {
    try workspace.write("cjkwidth \(width)\ndefutf8 on\nstartup_message off\n", to: "screenrc")
    try await workspace.run("mkdir -m 700 -p screens")
    return try await TmuxServer(workspace).pane(
      "SCREENDIR=$PWD/screens LC_ALL=C.UTF-8 exec screen -U -c ../screenrc headway")
  }

  @Test(
    "marks that a terminal draws in two columns aren't used there, whoever tells of it",
    arguments: [
      ("auto", "on", "►", "▶"), ("auto", "off", "▶", "►"), ("narrow", "on", "▶", "►"),
      ("wide", "off", "►", "▶"),
    ])
  func marks(choice: String, width: String, mark: String, other: String) async throws {
    try await Workspace.use(config: "[monitor]\nambiguous = \"\(choice)\"\n") { workspace in
      _ = try workspace.start("exec headway run --title 'α 日本' -- sleep 300")
      try await workspace.task("α 日本") { $0.state == "running" }
      let pane = try await monitor(workspace, width: width)
      let screen = try await pane.wait(for: mark)
      #expect(screen.contains("日本") && !screen.contains(other), "\(screen)")
    }
  }

  @Test("the cursor is at the caret while a person types, also behind wide characters")
  func caret() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start("exec headway run --title Seen -- sleep 300")
      let pane = try await TmuxServer(workspace).pane("exec headway")
      try await pane.wait(for: "Seen")
      #expect(try await pane.value("#{cursor_flag}") == "0")
      try await pane.send("/", "日本x")
      try await pane.wait(for: "/日本x")
      try await eventually("the caret") {
        try await pane.value("#{cursor_x} #{cursor_flag}") == "6 1"
      }
      let height = try await pane.value("#{pane_height}")
      let row = try await pane.value("#{cursor_y}")
      #expect(Int(row) == Int(height).map { $0 - 1 })
      try await pane.send("Escape")
      try await eventually("no caret") { try await pane.value("#{cursor_flag}") == "0" }
    }
  }
}
