import TestHarness
import TestProcesses
import Testing

/// The longest wait of `headway run --queue`.
@Suite struct LimitedWaitTests {
  @Test("run --queue gives up after a time, or starts without a slot then")
  func limitedWait() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n") { workspace in
      try await workspace.run(
        "headway submit --title blocker -- sh -c 'until [ -e go ]; do sleep .05; done'")
      let given = try await workspace.run(
        "headway run --queue --give-up-after 0.4s --title given -- touch started")
      #expect(given.code == 75 && given.errorText.contains("no turn within"), "\(given.errorText)")
      try await workspace.task("given") { $0.end == "cancelled/user" }
      #expect(try await workspace.run("ls started").code != 0)
      let anyway = try await workspace.run(
        "headway run --queue --start-anyway-after 0.4s -- sh -c 'echo ran; exit 4'")
      #expect(anyway.code == 4 && anyway.text == "ran\n", "\(anyway.errorText)")
      let wrong = try await workspace.run("headway run --give-up-after 5s -- true")
      #expect(wrong.code == 64 && wrong.errorText.contains("add --queue"))
      try await workspace.run("touch go")
    }
  }
}
