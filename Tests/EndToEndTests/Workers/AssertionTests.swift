import Glibc
import Testing
import TestHarness
import TestProcesses

/// What programs assert that they must finish, with a real hub.
@Suite(.fewAtATime) struct AssertionTests {
  @Test("a cancel waits for what is asserted, and the card says for what")
  func cancelWaits() async throws {
    try await Self.run { workspace, program in
      let number = try await workspace.task("Export") { $0.state == "running" }.number
      try await workspace.run("headway cancel \(number)")
      try await workspace.task("Export") {
        $0.state == "cancelling" && $0.assertion == "Finish export"
      }
      let list = try await workspace.run("headway list")
      #expect(list.text.contains("cancelling, waits for Finish export"))
      #expect(program.outputText == "begun\n")
      try program.goOn()
      try await workspace.task("Export") { $0.end == "cancelled/user" }
      #expect(program.outputText == "begun\nfinished\ncancelled by user\n")
    }
  }

  @Test("a forced cancel waits for nothing")
  func force() async throws {
    try await Self.run { workspace, program in
      let number = try await workspace.task("Export") { $0.state == "running" }.number
      try await workspace.run("headway cancel --force \(number)")
      #expect(try await program.outcome().status == .signal(SIGKILL))
    }
  }

  @Test("under headway run the whole command waits")
  func supervised() async throws {
    try await Workspace.use { workspace in
      let lines = try LinePipe(named: "reports", in: workspace)
      let run = try workspace.start(
        "exec headway run --title Whole -- \(Binaries.helper("reports")) assertion <\(lines.path)")
      try await workspace.task("Export") { $0.assertion == "Finish export" }
      let number = try await workspace.task("Whole").number
      try await workspace.run("headway cancel \(number)")
      try await workspace.task("Whole") {
        $0.state == "cancelling" && $0.assertion == "Finish export"
      }
      try lines.write("")
      #expect(try await run.outcome().text.contains("finished\ncancelled by user"))
      try await workspace.task("Export", all: true) { $0.end == "cancelled/user" }
      try await workspace.task("Whole", all: true) { $0.end == "cancelled/user" }
    }
  }

  @Test("hub stop waits, and says so; asked again, it doesn't")
  func hubStop() async throws {
    try await Self.run { workspace, program in
      let hub = try await HubProcess(workspace)
      let stop = try workspace.start("exec headway hub stop")
      try await eventually("a word of it") {
        stop.errorText.contains("waits for programs to finish their work, at most 30s")
      }
      #expect(hub.isAlive)
      let again = try await workspace.run("exec headway hub stop")
      #expect(again.text == "stopped\n" && !hub.isAlive)
      #expect(try await stop.outcome().text == "stopped\n")
      try program.goOn()
    }
  }

  @Test("the hub leaves as soon as it is finished")
  func hubLeaves() async throws {
    try await Self.run { workspace, program in
      let hub = try await HubProcess(workspace)
      hub.send(SIGTERM)
      try await eventually("that it waits") {
        try await workspace.run("grep -c 'waiting for programs to finish' \(workspace.hubLog)").code
          == 0
      }
      #expect(hub.isAlive)
      try program.goOn()
      try await eventually("the end of the hub") { !hub.isAlive }
      #expect(program.outputText.hasPrefix("begun\nfinished\n"))
    }
  }

  @Test("in the background there are 30 s; the way back to the foreground restores them")
  func foreground() async throws {
    try await Workspace.use { workspace in
      let lines = try LinePipe(named: "uploads", in: workspace)
      let pane = try await TmuxServer(workspace).pane(columns: 100)
      try await pane.type("\(Binaries.helper("uploads")) <\(lines.path) >out &")
      func expect(_ words: [String]) async throws {
        try await eventually(words.joined(separator: ", ")) {
          workspace.read("out") == words.map { $0 + "\n" }.joined()
        }
      }
      try lines.write("begin")
      try await expect(["begun"])
      try lines.write("time")
      try await eventually("a limit") {
        workspace.read("out").contains(/background 2[0-9] s\n$/)
      }
      try await pane.type("fg")
      try await eventually("that it is active") { workspace.read("out").hasSuffix("active\n") }
      try lines.write("time")
      try await eventually("no limit") {
        workspace.read("out").hasSuffix("active unlimited\n")
      }
      try lines.write("activity")
      try await eventually("an activity") {
        workspace.read("out").hasSuffix("activity false\n")
      }
      try lines.write("end")
      try await eventually("the end") { workspace.read("out").hasSuffix("ended\n") }
    }
  }

  @Test("under headway run a program is in the background once the terminal is closed")
  func closedTerminal() async throws {
    try await Workspace.use { workspace in
      let lines = try LinePipe(named: "uploads", in: workspace)
      let pane = try await TmuxServer(workspace).pane(columns: 100)
      try await pane.type(
        "headway run --title Whole -- sh -c '\(Binaries.helper("uploads")) <\(lines.path) >out'")
      try lines.write("upload")
      try await workspace.task("Upload") { $0.state == "running" }
      try lines.write("time")
      try await eventually("the foreground") { workspace.read("out").hasSuffix("unlimited\n") }
      try await pane.close()
      try await workspace.task("Whole") { $0.foreground == false }
      try await eventually("the background") {
        try lines.write("time")
        return workspace.read("out").contains("background 30 s")
      }
    }
  }

  @Test(
    "a program without a card learns that the terminal was closed, attached to, and closed again")
  func closedTerminalWithoutCard() async throws {
    try await Workspace.use { workspace in
      let lines = try LinePipe(named: "uploads", in: workspace)
      let tmux = try TmuxServer(workspace)
      let pane = try await tmux.pane(columns: 100)
      try await pane.type(
        "headway run --title Whole -- sh -c '\(Binaries.helper("uploads")) <\(lines.path) >out'")
      func expect(_ words: String, within limit: Duration = .seconds(30)) async throws {
        try await eventually(words, within: limit) {
          workspace.read("out").contains(words + "\n")
        }
      }
      func expectTime(_ words: Regex<Substring>) async throws {
        try await eventually("\(words)") {
          try lines.write("time")
          return workspace.read("out").split(separator: "\n").last?.contains(words) == true
        }
      }
      try lines.write("begin")
      try await expect("begun")
      try await expectTime(/active unlimited/)
      try await pane.close()
      try await expectTime(/background 2[0-9] s/)
      let other = try await tmux.pane(columns: 100)
      try await other.type("headway attach 1")
      try await other.wait(for: "[attached to 1")
      try await expectTime(/active unlimited/)
      try await expect("\nactive")
      try await other.close()
      try await expectTime(/background/)
      try await expect("hurry\nended", within: .seconds(60))
      #expect(try await workspace.list().count == 1)
    }
  }

  @Test("a cancel waits for a background task, and the program is told why it is to stop")
  func backgroundTask() async throws {
    try await Workspace.use { workspace in
      _ = try await HubProcess.start(workspace)
      let app = try LineDrivenProgram("uploads", in: workspace)
      try app.write("upload")
      try app.write("begin")
      let number = try await workspace.task("Upload") { $0.assertion == "Last page" }.number
      try await workspace.run("headway cancel \(number)")
      try await workspace.task("Upload") { $0.state == "cancelling" }
      try app.write("end")
      try await workspace.task("Upload") { $0.end == "cancelled/user" }
      #expect(app.outputText.hasSuffix("ended\nstopped: user\n"))
    }
  }

  @Test("what is never ended is told 5 s before its time is up, and leaked on the card")
  func leak() async throws {
    try await Workspace.use { workspace in
      _ = try await HubProcess.start(workspace)
      let program = try LineDrivenProgram("reports", "leak", in: workspace)
      try await workspace.task("Leak") { $0.assertion == "Never done" }
      let task = try await workspace.task("Leak", within: .seconds(60)) {
        $0.leakedAssertion == "Never done"
      }
      #expect(task.assertion == nil && program.outputText == "hurry\n")
      try program.goOn()
      #expect(try await program.outcome().text == "hurry\nfalse\n")
    }
  }

  /// Tests/Helpers/Reports with something that it must finish, once it asserts that.
  private static func run(
    _ body: (Workspace, LineDrivenProgram) async throws -> Void
  ) async throws {
    try await Workspace.use { workspace in
      _ = try await HubProcess.start(workspace)
      let program = try LineDrivenProgram("reports", "assertion", in: workspace)
      try await workspace.task("Export") { $0.assertion == "Finish export" }
      try await body(workspace, program)
    }
  }
}
