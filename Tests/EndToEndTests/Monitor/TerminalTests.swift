import Glibc
import Testing
import TestHarness
import TestProcesses

/// Rows 19 to 21: sizes, signals, and terminals that are none.
@Suite(.fewAtATime) struct TerminalTests {
  private static let modes = "stty -g"

  /// A shell with a monitor in front, and what `stty -g` said before.
  private func monitor(
    _ workspace: Workspace, _ command: String = "headway"
  ) async throws -> (pane: Pane, modes: String, pid: pid_t) {
    let pane = try await TmuxServer(workspace).pane()
    try await pane.wait(for: "$")
    try await pane.type("stty -g >before; echo main screen; exec 9>&-; \(command)")
    try await pane.wait(for: "No tasks.")
    let pid = try await eventually("the monitor") {
      workspace.processes().first { ProcessTable.arguments($0) == ["headway"] }
    }
    return (pane, workspace.read("before"), pid)
  }

  private func expectRestored(_ pane: Pane, _ workspace: Workspace, _ modes: String) async throws {
    try await eventually("the main screen") { try await pane.value("#{alternate_on}") == "0" }
    try await pane.type("stty -g >after; echo back; touch done")
    try await eventually("the shell") { workspace.exists("done") }
    #expect(workspace.read("after") == modes)
    #expect(try await pane.value("#{cursor_flag}") == "1")
    let screen = try await pane.screen()
    #expect(screen.contains("main screen") && !screen.contains("No tasks."), "\(screen)")
    try await workspace.run("rm done")
  }

  @Test(
    "a signal that ends the monitor leaves the terminal as it was",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT, SIGBUS])
  func signals(number: Int32) async throws {
    try await Workspace.use { workspace in
      let (pane, modes, pid) = try await monitor(
        workspace, "ulimit -c 0; headway; echo s=$? >status")
      kill(pid, number)
      try await expectRestored(pane, workspace, modes)
      #expect(workspace.read("status") == "s=\(128 + number)\n" || number == SIGINT)
    }
  }

  @Test("Ctrl-Z and fg, TSTP and CONT from outside")
  func suspends() async throws {
    try await Workspace.use { workspace in
      let (pane, modes, pid) = try await monitor(workspace)
      try await pane.send("C-z")
      try await pane.wait(for: "Stopped")
      try await expectRestored(pane, workspace, modes)
      try await pane.type("fg")
      try await pane.wait(for: "No tasks.")
      #expect(try await pane.value("#{alternate_on}") == "1")
      kill(pid, SIGTSTP)
      try await pane.wait(for: "Stopped")
      try await expectRestored(pane, workspace, modes)
      try await pane.type("fg")
      try await pane.wait(for: "No tasks.")
      kill(pid, SIGSTOP)
      try await pane.wait(for: "Stopped")
      try await pane.type("fg")
      try await pane.wait(for: "No tasks.")
      try await pane.send("q")
      try await expectRestored(pane, workspace, modes)
    }
  }

  @Test("started in the background it waits, and comes with fg")
  func startedInBackground() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type("stty -g >before; echo main screen; headway &")
      try await pane.type("until jobs | grep Stopped; do sleep 0.05; done")
      try await pane.wait(for: #/\n.*Stopped .*headway/#)
      #expect(try await pane.value("#{alternate_on}") == "0")
      try await expectRestored(pane, workspace, workspace.read("before"))
      try await pane.type("fg")
      try await pane.wait(for: "No tasks.")
      try await pane.send("q")
      try await expectRestored(pane, workspace, workspace.read("before"))
    }
  }

  @Test("a storm of sizes, down to 1×1, on the monitor and on a command")
  func resizeStorm() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let job = try await tmux.pane()
      try await job.type(
        "headway run --title Storm -- bash -c 'trap \"stty size >size\" WINCH; stty size >size; "
          + "while :; do sleep 0.05; done'")
      let monitor = try await tmux.pane("exec headway")
      try await monitor.wait(for: "Storm")
      for (columns, rows) in [(1, 1), (2, 1), (1, 40), (300, 2), (19, 4), (20, 5), (7, 7), (3, 90)]
      {
        for pane in [monitor, job] { try await pane.resize(columns: columns, rows: rows) }
      }
      for round in 1...30 {
        for pane in [monitor, job] {
          try await pane.resize(columns: 1 + round * 7 % 90, rows: 1 + round * 5 % 40)
        }
      }
      for pane in [monitor, job] { try await pane.resize(columns: 77, rows: 22) }
      let screen = try await monitor.wait(for: #/Storm .*running/#)
      #expect(screen.contains("Headway  1 running"))
      try await eventually("the last size") { workspace.read("size") == "22 77\n" }
      #expect(try await workspace.list().map(\.state) == ["running"])
    }
  }

  @Test(
    "TERM=dumb and no TERM: plain lines; an unknown one: a screen",
    arguments: ["dumb", "", "bogus-1"])
  func terminalTypes(name: String) async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type("stty -g >before; TERM=\(name) headway")
      _ = try workspace.start("headway run --title Seen -- sleep 300")
      try await pane.wait(for: "Seen")
      #expect(try await pane.value("#{alternate_on}") == (name == "bogus-1" ? "1" : "0"))
      try await pane.send("C-c")
      try await pane.type("stty -g >after; touch done")
      try await eventually("the shell") { workspace.exists("done") }
      #expect(workspace.read("after") == workspace.read("before"))
    }
  }

  @Test("LC_ALL=C: nothing but ASCII", arguments: ["headway", "headway watch --compact"])
  func ascii(command: String) async throws {
    try await Workspace.use(environment: ["LC_ALL": "C"]) { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type(command)
      _ = try workspace.start("headway run --title Töst --total 9 -- sleep 300")
      let screen = try await pane.wait(for: #/1 running/#)
      #expect(screen.allSatisfy { $0.isASCII }, "\(screen)")
    }
  }

  @Test("not a terminal: lists and lines, and a reader that leaves ends them quietly")
  func noTerminal() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start("headway run --title Seen -- sleep 300")
      try await workspace.task("Seen") { $0.state == "running" }
      let outcome = try await workspace.run(
        "headway | cat; headway list | head -1; headway watch | head -1; TERM= headway list")
      #expect(outcome.text.contains("Seen") && !outcome.text.contains("\u{1B}"))
      #expect(outcome.errorText == "")
      try await eventually("no watcher") { workspace.processes("headway watch").isEmpty }
    }
  }
}
