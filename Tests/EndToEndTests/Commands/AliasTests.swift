import Testing
import TestHarness

/// The commands that users of pueue and tsp type.
@Suite("Commands of pueue and tsp", .fewAtATime) struct AliasTests {
  @Test("add, ps, log and kill run the commands with the same meaning, and say nothing to a script")
  func same() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        headway add --title one -- echo out; headway wait 1; headway log 1; headway ps
        headway add -- sleep 300; headway kill 2; headway wait 2; echo "status $?"
        """)
      #expect(outcome.errorText.isEmpty, "\(outcome.errorText)")
      let lines = outcome.text.split(whereSeparator: \.isNewline)
      #expect(lines.prefix(2) == ["1", "out"], "\(outcome.text)")
      #expect(outcome.text.contains(#/1 +completed[^\n]* one\n/#), "\(outcome.text)")
      #expect(outcome.text.contains("status 143") || outcome.text.contains("status 130"))
    }
  }

  @Test("at a terminal one line says what the command is called here")
  func line() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type("clear; headway add -- true; echo status $?")
      try await pane.wait(for: "headway: add is called submit here\n1\nstatus 0")
      try await pane.type("clear; headway ps; echo status $?")
      try await pane.wait(for: "headway: ps is called list here\nN ")
    }
  }

  @Test(
    "rm is misuse, and one line names the right commands",
    arguments: [("rm 7", "headway clean 7"), ("rm --all", "headway cancel 7")])
  func other(command: String, advice: String) async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("headway \(command)")
      #expect(outcome.code == 64 && outcome.text.isEmpty)
      #expect(outcome.errorText.contains(#/^headway: there is no command [^\n]*\n$/#))
      #expect(outcome.errorText.contains(advice), "\(outcome.errorText)")
    }
  }

  @Test("a mistake behind such a name is said of the command here")
  func mistake() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("headway log; headway help add")
      #expect(outcome.errorText.contains("see: headway help logs\n"), "\(outcome.errorText)")
      #expect(outcome.text.contains("headway submit"))
    }
  }
}
