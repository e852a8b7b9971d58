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

  @Test(
    "what a peer's user types says what to do, in one line",
    arguments: [
      ("group slots default -1", "must be a number, 0 (starts nothing) to 1024, or unlimited"),
      ("edit 99", "there is no task 99"),
      ("priority 1 first", "first is no priority; give a number from -1000 to 1000"),
      ("status -g g", "headway list --group g"),
      ("list -g fotos", "there is no group fotos (photos?)"),
      ("submit -g fotos -- true", "there is no group fotos (photos?)"),
    ])
  func words(command: String, advice: String) async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "headway group add photos; headway submit true >/dev/null; headway \(command) </dev/null")
      #expect(outcome.code != 0 && outcome.text.isEmpty)
      #expect(outcome.errorText.contains(#/^headway: [^\n]*\n$/#), "\(outcome.errorText)")
      #expect(outcome.errorText.contains(advice), "\(outcome.errorText)")
    }
  }

  @Test("list --group lists the tasks of a group; follow and help tsp are understood")
  func group() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        headway group add photos; headway submit -g photos --title in -- echo out >/dev/null
        headway submit --title outside -- true >/dev/null; headway follow 1; headway wait --all
        headway list -g photos --columns title; headway list --group default --columns title
        headway help tsp | head -1
        """)
      #expect(
        outcome.text.split(separator: "\n") == [
          "out", "TITLE", "in", "TITLE", "outside",
          "TASK-SPOOLER: each option of tsp, and its command here",
        ], "\(outcome.text)\(outcome.errorText)")
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
