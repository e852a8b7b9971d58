import TestHarness
import TestProcesses
import Testing

@Suite("Commands right after a submission")
struct StartingTaskTests {
  @Test(
    "a task that is just starting can be paused, and takes text",
    arguments: [
      """
      n=$(headway submit -- sleep 300) && headway pause $n && headway wait --state paused $n
      echo $?; headway cancel --force $n
      """,
      """
      n=$(headway submit -- sh -c 'read x; echo got $x') && headway send $n hi && headway wait $n
      echo $?
      """,
    ])
  func starting(_ story: String) async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("for i in 1 2 3 4 5 6 7 8; do\n\(story)\ndone")
      #expect(outcome.text == String(repeating: "0\n", count: 8), "\(outcome.errorText)")
    }
  }

  @Test("following a log ends when nobody reads it any more")
  func readerGone() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        n=$(headway submit -- sh -c 'echo ready; sleep 300')
        headway logs --follow $n | grep -q ready; echo $?
        headway list --filter state:running --exit-status >/dev/null; echo $?
        """)
      #expect(outcome.text == "0\n0\n", "\(outcome.errorText)")
    }
  }

  @Test("waiting for a group without tasks is done at once; an unknown group is refused")
  func emptyGroup() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        headway group add ml; headway wait --group ml; echo $?
        headway wait --group nope; echo $?
        """)
      #expect(outcome.text == "0\n64\n")
      #expect(outcome.errorText.contains("there is no group nope; see: headway group list"))
    }
  }

  @Test("last names the newest task for edit and switch too")
  func last() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        headway submit --hold -- true; headway submit --hold -- true
        headway edit last --title new && headway switch last 1; echo $?
        headway list --filter title:new --exit-status >/dev/null; echo $?
        """)
      #expect(outcome.text.hasSuffix("\n0\n0\n"), "\(outcome.text) \(outcome.errorText)")
    }
  }
}
