import Glibc
import Testing
import TestHarness
import TestProcesses

/// `OSC 9;4` of the monitor, in a terminal that says it shows it.
@Suite(.fewAtATime) struct MonitorProgressTests {
  private func monitor(_ workspace: Workspace) async throws -> Pane {
    let tmux = try TmuxServer(workspace)
    let pane = try await tmux.pane("exec env -u TMUX TERM=xterm-256color TERM_PROGRAM=WezTerm bash")
    try await tmux.tmux("pipe-pane", "-t", pane.id, "cat >\(workspace.work)/written")
    try await pane.type("ulimit -c 0; headway")
    try await pane.wait(for: "No tasks.")
    return pane
  }

  /// What was said last, once it is `state;percent`.
  private func last(_ said: String, in workspace: Workspace) async throws {
    try await eventually("the progress \(said)") {
      workspace.read("written").matches(of: #/\]9;4;(\d;\d+)\x1B/#).last.map { String($0.1) }
        == said
    }
  }

  private func monitorPID(_ workspace: Workspace) async throws -> pid_t {
    try await eventually("the monitor") {
      workspace.processes().first { ProcessTable.arguments($0) == ["headway"] }
    }
  }

  @Test("all tasks together, a failure, and nothing when the monitor stops, goes on and goes")
  func moves() async throws {
    try await Workspace.use { workspace in
      let pane = try await monitor(workspace)
      #expect(!workspace.read("written").contains("]9;4"))
      let script = "headway update --total 10 --completed 4; read -r _ <go; exit 3"
      _ = try await workspace.run("mkfifo go")
      let job = try workspace.start("exec headway run -- sh -c '\(script)'")
      try await last("1;40", in: workspace)
      try await pane.send("C-z")
      try await last("0;0", in: workspace)
      try await pane.type("fg")
      try await last("1;40", in: workspace)
      _ = try await workspace.run("echo >go")
      _ = try await job.outcome()
      try await last("2;100", in: workspace)
      try await pane.send("q")
      try await last("0;0", in: workspace)
    }
  }

  /// The terminal of tmux doesn't know the protocol: the test types its answer.
  @Test("a terminal that answers is told all tasks together and each one, and nothing once it goes")
  func status() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let pane = try await tmux.pane("exec env -u TMUX TERM=xterm-256color bash")
      try await tmux.tmux("pipe-pane", "-t", pane.id, "cat >\(workspace.work)/written")
      try await pane.type("headway")
      func told(_ what: String) async throws {
        try await eventually("the status \(what)") { workspace.read("written").contains(what) }
      }
      try await told("\u{1B}]7501;?\u{1B}\\")
      let script = """
        headway update --total 10 --completed 4 --subtitle reading; read -r _ <go
        headway update --state blocked --kind permission --message "May I?"; read -r _ <go
        """
      _ = try await workspace.run("mkfifo go")
      let job = try workspace.start("exec headway run --title Job -- sh -c '\(script)'")
      try await pane.wait(for: #/Job/#)
      #expect(!workspace.read("written").contains("7501;state"))
      let answer = "\u{1B}]7501;?\u{1B}\\".utf8.map { String($0, radix: 16) }
      try await tmux.tmux(["send-keys", "-t", pane.id, "-H"] + answer)
      try await told("\u{1B}]7501;state=working:app=headway:progress=40\u{1B}\\")
      try await told("7501;state=working:id=n1:progress=40:title=Sm9i\u{1B}")
      _ = try await workspace.run("echo >go")
      try await told("7501;state=blocked:kind=permission:id=n1:progress=40:title=Sm9i:msg=TWF5IEk/")
      try await told("7501;state=blocked:app=headway:progress=40:msg=")
      _ = try await workspace.run("echo >go")
      _ = try await job.outcome()
      try await told("7501;state=done:app=headway")
      try await told("7501;state=clear:id=n1")
      try await pane.send("q")
      try await told("7501;state=clear\u{1B}")
    }
  }

  /// The tmux of Debian 12 passes nothing on from a pane that nobody sees, and has no `all`. A
  /// program in its place says `all`; everything else is the real tmux.
  @Test(
    "through a tmux that always passes sequences on, the terminal around it is told, and not asked",
    arguments: [
      ("all 1 xterm-ghostty ghostty 1.3.0", true), ("on 1 xterm-ghostty ghostty 1.3.0", false),
      ("all 1 xterm-256color ", false),
    ])
  func throughTmux(passage: String, isTold: Bool) async throws {
    try await Workspace.use { workspace in
      try workspace.write(
        """
        #!/bin/sh
        case "$*" in *allow-passthrough*) echo '\(passage)' ;; *) exec /usr/bin/tmux "$@" ;; esac

        """, to: "work/tmux")
      chmod("\(workspace.work)/tmux", 0o700)
      let tmux = try TmuxServer(workspace)
      let pane = try await tmux.pane("PATH=\(workspace.work):$PATH exec bash")
      try await tmux.tmux("pipe-pane", "-t", pane.id, "cat >\(workspace.work)/written")
      try workspace.write(
        "for n in 1 2 3 4 5 6; do printf '\\r%d%%' ${n}0; sleep 0.4; done\n", to: "work/job.sh")
      try await pane.type("headway run --title Job sh job.sh; headway")
      try await eventually("the monitor") { try await pane.value("#{alternate_on}") == "1" }
      let written = workspace.read("written")
      let told = "\u{1B}Ptmux;\u{1B}\u{1B}]7501;state=working:app=headway:progress="
      #expect(written.contains(told) == isTold)
      #expect(written.contains("\u{1B}\u{1B}]7501;state=clear\u{1B}\u{1B}\\") == isTold)
      #expect(!isTold || !written.contains("\u{1B}]7501;?\u{1B}\\"))
      #expect(!written.contains("\u{1B}]7501;state") || isTold)
      try await eventually("the monitor's word") {
        !isTold || workspace.read("written").contains("]7501;state=done:app=headway")
      }
      try await pane.send("q")
      try await eventually("the main screen") { try await pane.value("#{alternate_on}") == "0" }
    }
  }

  @Test(
    "it is taken back where a signal or a crash ends the monitor", arguments: [SIGTERM, SIGSEGV])
  func dies(signal: Int32) async throws {
    try await Workspace.use { workspace in
      let pane = try await monitor(workspace)
      _ = try workspace.start("exec headway run -- sleep 300")
      try await last("3;0", in: workspace)
      kill(try await monitorPID(workspace), signal)
      try await last("0;0", in: workspace)
      try await eventually("the main screen") { try await pane.value("#{alternate_on}") == "0" }
    }
  }

  @Test("not where it is switched off")
  func off() async throws {
    try await Workspace.use(config: "[monitor]\nterminal-progress = false\n") { workspace in
      let pane = try await monitor(workspace)
      _ = try workspace.start("exec headway run --title Seen -- sleep 300")
      try await pane.wait(for: #/Seen .*running/#)
      try await pane.send("q")
      try await eventually("the main screen") { try await pane.value("#{alternate_on}") == "0" }
      #expect(!workspace.read("written").contains("]9;4"))
    }
  }
}
