import Foundation
import Testing
import TestHarness
import TestProcesses

/// `headway tmux`.
@Suite(.fewAtATime) struct TmuxTests {
  @Test("setup prints one line, and adds it once, through links, keeping what was there")
  func setup() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway tmux setup >line; wc -l <line
        headway tmux setup --write | head -n 1
        cmp line ~/.config/tmux/tmux.conf && rm ~/.config/tmux/tmux.conf
        mkdir dotfiles; printf 'set -g mouse on' >dotfiles/tmux; chmod 600 dotfiles/tmux
        ln -s "$PWD/dotfiles/tmux" ~/.tmux.conf
        headway tmux setup --write | head -n 1; headway tmux setup --write
        readlink ~/.tmux.conf; cat dotfiles/tmux.before-headway; echo; stat -c %a dotfiles/tmux
        (echo 'set -g mouse on'; cat line) | cmp - dotfiles/tmux && echo same
        """
      let outcome = try await workspace.run(
        script, environment: ["XDG_CONFIG_HOME": "", "TMUX": ""])
      let home = "\(workspace.folder)/home"
      #expect(
        outcome.text == """
          1
          wrote \(home)/.config/tmux/tmux.conf
          wrote \(home)/.tmux.conf
          unchanged \(home)/.tmux.conf
          \(workspace.work)/dotfiles/tmux
          set -g mouse on
          600
          same

          """, "\(outcome.errorText)")
    }
  }

  @Test("setup leaves alone what isn't a file")
  func setupElsewhere() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "mkfifo ~/.tmux.conf; headway tmux setup --write; echo $?; test -p ~/.tmux.conf && ls -a ~",
        environment: ["XDG_CONFIG_HOME": "", "TMUX": ""])
      #expect(outcome.text.hasPrefix("70\n") && outcome.text.contains(".tmux.conf\n"))
      #expect(!outcome.text.contains("before-headway"))
      #expect(outcome.errorText.contains("isn't a regular file, so nothing was written"))
    }
  }

  @Test("the file that the running server reads is the one; read again, it says nothing twice")
  func setupWithin() async throws {
    try await Workspace.use { workspace in
      let server = try TmuxServer(workspace)
      let pane = try await server.pane()
      let config = "\(workspace.folder)/tmux/tmux.conf"
      try await pane.type("headway tmux setup --write; tmux source-file \(config)")
      try await pane.wait(for: "wrote \(config)")
      func status() async throws -> String {
        try await server.tmux("show-options", "-gv", "status-right").line
      }
      try await eventually("the status") {
        try await status().hasSuffix("' #(headway status --follow --format tmux)".dropFirst())
      }
      let room = try await server.tmux("show-options", "-gv", "status-right-length").line
      #expect(room == "80")
      let once = try await status()
      try await server.tmux("source-file", config)
      #expect(try await status() == once)
    }
  }

  @Test("a pane of three lines with the tasks, one for each window")
  func pane() async throws {
    try await Workspace.use { workspace in
      let server = try TmuxServer(workspace)
      let pane = try await server.pane()
      try await pane.wait(for: "$")
      _ = try workspace.start("exec headway run --title Job -- sleep 300")
      try await workspace.task("Job") { $0.state == "running" }
      try await pane.type("headway tmux pane && headway tmux pane && echo twice")
      try await pane.wait(for: "\ntwice\n")
      let panes = try await server.tmux(
        "list-panes", "-t", pane.id, "-F", "#{pane_height} #{pane_id}")
      let lines = panes.text.split(separator: "\n").map {
        $0.split(separator: " ").map(String.init)
      }
      #expect(lines.map(\.first) == ["20", "3"])
      let small = Pane(server: server, id: try #require(lines.last?.last), terminal: "")
      try await small.wait(for: "Job")
    }
  }

  @Test("as a setting one process pushes the status to a server, and ends with it")
  func push() async throws {
    try await Workspace.use(config: "[tmux]\npush = true\n") { workspace in
      let outer = try await TmuxServer(workspace).pane(columns: 100, rows: 10)
      try await workspace.run(
        "(echo 'set -g status-right end'; headway tmux setup) >../tmux/inner.conf")
      try await outer.wait(for: "$")
      try await outer.type("TMUX= tmux -L inner-push -f ../tmux/inner.conf new 'bash --norc'")
      try await outer.wait(for: "end\n")
      _ = try workspace.start("exec headway run --title '#(touch pwned)' -- sleep 300")
      try await outer.wait(for: "end 1 running\n")
      try await outer.type("tmux source-file ../tmux/inner.conf; headway tmux push; echo again $?")
      try await outer.wait(for: "again 0")
      try await workspace.run("headway cancel --force 1")
      try await outer.wait(for: "end\n")
      #expect(workspace.processes("headway tmux push").count == 1)
      try await workspace.run("TMUX= tmux -L inner-push kill-server")
      try await eventually("nobody pushes") { workspace.processes("headway tmux push").isEmpty }
      #expect(!workspace.exists("pwned"))
    }
  }

  @Test("as a setting the pane opens when a job goes on without its terminal")
  func paneOnceLeft() async throws {
    try await Workspace.use(config: "[tmux]\npane = true\n") { workspace in
      let server = try TmuxServer(workspace)
      let (left, stays) = (try await server.pane(), try await server.pane())
      try await stays.wait(for: "$")
      try await left.type("headway run --title Job -- sleep 300")
      try await workspace.task("Job") { $0.state == "running" }
      try await left.close()
      let small = try await eventually("a small pane") {
        let panes = try await server.tmux("list-panes", "-a", "-F", "#{@headway_pane} #{pane_id}")
        return panes.text.split(separator: "\n").first { $0.hasPrefix("1 ") }?.dropFirst(2)
      }
      try await Pane(server: server, id: String(small), terminal: "").wait(for: "Job")
    }
  }

  @Test("where it can't open, the card says why")
  func paneNowhere() async throws {
    try await Workspace.use(config: "[tmux]\npane = true\n") { workspace in
      let server = try TmuxServer(workspace)
      let (left, _) = (try await server.pane(), try await server.pane(rows: 2))
      try await left.type("headway run --title Job -- sleep 300")
      try await workspace.task("Job") { $0.state == "running" }
      try await left.close()
      try await workspace.task("Job") { $0.subtitle == "headway: tmux: no space for new pane" }
    }
  }

  @Test("the monitor over the panes of a tmux, until q")
  func popup() async throws {
    try await Workspace.use { workspace in
      let outer = try await TmuxServer(workspace).pane(columns: 100, rows: 30)
      _ = try workspace.start("exec headway run --title Job -- sleep 300")
      try await workspace.task("Job") { $0.state == "running" }
      try await outer.wait(for: "$")
      try await outer.type("TMUX= tmux -L inner-$$ -f ../tmux/tmux.conf new 'bash --norc'")
      try await outer.wait(for: "bash-5")
      try await outer.type("headway tmux popup; echo popup $?")
      try await outer.wait(for: "1 running")
      try await outer.send("q")
      try await outer.wait(for: "popup 0")
    }
  }

  @Test("without tmux around it, it says so", arguments: ["popup", "pane"])
  func outside(command: String) async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("headway tmux \(command)", environment: ["TMUX": ""])
      #expect(outcome.code == 64)
      #expect(
        outcome.errorText.contains(#/^headway: a (popup|pane) needs tmux;[^\n]*\n$/#))
    }
  }

  @Test("what tmux refuses is said in its words")
  func refused() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "headway tmux pane", environment: ["TMUX": "/nowhere/tmux,1,0"])
      #expect(outcome.code == 70 && outcome.errorText.hasPrefix("headway: tmux: "))
    }
  }
}
