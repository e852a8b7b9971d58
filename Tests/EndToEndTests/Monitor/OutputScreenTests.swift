import Testing
import TestHarness
import TestProcesses

/// What a task writes, read in the monitor; and the mouse.
@Suite(.fewAtATime) struct OutputScreenTests {
  @Test("read, searched, copied, and followed to its end")
  func reads() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      try await workspace.run(
        "headway submit --title Build -- sh -c 'seq -f \"line %g\" 500; sleep 300'")
      let monitor = try await tmux.pane("exec headway", columns: 100)
      try await monitor.wait(for: "Build")
      try await monitor.send("Enter")
      try await monitor.wait(for: #/output +line 496/#)
      try await monitor.send("l")
      try await monitor.wait("its end") { $0.contains("▌ line 500") && $0.contains("following") }
      try await monitor.send("g", "/")
      try await monitor.send("-l", "ne 123")
      try await monitor.wait(for: "▌ line 123")
      try await monitor.send("Enter", "v", "j", "y")
      try await monitor.wait(for: "Copied 2 lines")
      try await eventually("tmux has them") {
        try await tmux.tmux("show-buffer").text == "line 123\nline 124"
      }
      try await monitor.send("q")
      try await monitor.wait(for: "close")
    }
  }

  @Test("a task that goes on is followed, also in its next attempt")
  func follows() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let script = """
        echo >>runs; n=$(wc -l <runs); while [ ! -e stop ]; do echo attempt $n; sleep .05; done
        """
      try await workspace.run("headway submit --title Count -- sh -c '\(script)'")
      let monitor = try await tmux.pane("exec headway")
      try await monitor.wait(for: "Count")
      try await monitor.send("l")
      try await monitor.wait("some of it") { $0.components("attempt 1") > 1 }
      try await monitor.wait("more of it") { $0.components("attempt 1") > 5 }
      try await workspace.run("touch stop")
      try await workspace.task("Count") { $0.state == "ended" }
      try await workspace.run("rm stop; headway restart 1")
      try await monitor.wait("the next attempt's alone") {
        $0.contains("attempt 2") && !$0.contains("attempt 1")
      }
    }
  }

  @Test("a click selects, opens, and presses the buttons of a card; the terminal is let be then")
  func mouse() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      for title in ["One", "Two"] {
        try await workspace.run("headway submit --title \(title) -- sleep 300")
        try await workspace.task(title) { $0.state == "running" }
      }
      let monitor = try await tmux.pane()
      try await monitor.type("headway; printf over")
      try await monitor.wait(for: "▶ 2  Two")
      #expect(try await monitor.value("#{mouse_standard_flag}#{mouse_sgr_flag}") == "11")
      let row = try await monitor.row(of: "▶ 2  Two")
      try await monitor.click(row: row, column: 8)
      try await monitor.wait(for: "▌ ▶ 2  Two")
      try await monitor.click(row: row, column: 8)
      // The hub's answer about resources adds a line above the buttons.
      try await monitor.wait(for: #/uses +\d/#)
      let open = try await monitor.wait(for: "[c] cancel")
      #expect(open.contains("command    sleep 300"))
      let line = try #require(open.split(separator: "\n").first { $0.contains("[c] cancel") })
      let column = line.distance(
        from: line.startIndex, to: try #require(line.firstRange(of: "[c]")).lowerBound)
      try await monitor.click(row: try await monitor.row(of: "[c] cancel"), column: column + 1)
      try await monitor.wait(for: "Cancel 2 'Two'?")
      try await monitor.send("n", "q")
      try await monitor.wait(for: "over")
      #expect(try await monitor.value("#{mouse_any_flag}") == "0")
    }
  }

  @Test("a theme, a look and a key of the config are what is drawn and pressed")
  func config() async throws {
    let config = """
      [monitor]
      theme = "dark"
      mouse = false
      [style]
      title = "underline #ff0000"
      [keys]
      quit = "Q"
      """
    try await Workspace.use(config: config) { workspace in
      let tmux = try TmuxServer(workspace)
      try await workspace.run("headway submit --title Look -- sleep 300")
      try await workspace.run("headway submit --title Other -- sleep 300")
      let monitor = try await tmux.pane()
      try await monitor.type("headway; printf 'o%s' ver")
      let screen = try await monitor.wait(for: "Other")
      #expect(screen.contains("Q quit") && !screen.contains("q quit"))
      #expect(try await monitor.value("#{mouse_any_flag}") == "0")
      let drawn = try await tmux.tmux("capture-pane", "-p", "-e", "-t", monitor.id).text
      #expect(
        drawn.contains(#/\e\[4m\e\[38;5;196m(Look|Other)|\e\[4;38;5;196m(Look|Other)/#), "\(drawn)")
      try await monitor.send("Q")
      try await monitor.wait(for: "over")
    }
  }
}

extension String {
  /// How often it has `text`.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}

extension Pane {
  /// The first row that shows `text`, from 0 on.
  fileprivate func row(of text: String) async throws -> Int {
    let rows = try await screen().split(separator: "\n", omittingEmptySubsequences: false)
    return try #require(rows.firstIndex { $0.contains(text) })
  }

  /// As a terminal reports it (xterm's control sequences, mode 1006).
  fileprivate func click(row: Int, column: Int) async throws {
    try await send("-l", "\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
  }
}
