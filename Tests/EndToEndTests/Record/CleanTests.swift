import Foundation
import Testing

/// `headway clean`, and `[record]`.
@Suite(.fewAtATime) struct CleanTests {
  private static func logs(_ workspace: Workspace) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: workspace.logs).count) ?? 0
  }

  @Test("what was cancelled just before is over for it")
  func cleanAtOnce() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        for i in 1 2 3 4 5; do
          number=$(headway submit --at +1h -- true); headway cancel $number; headway clean
        done
        """)
      let line = "1 task cleaned\n"
      #expect(outcome.text == String(repeating: line, count: 5), "\(outcome.errorText)")
    }
  }

  @Test("ended tasks go with their logs; live ones stay; no number is given twice")
  func clean() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway run -- echo one; headway run -- sh -c 'echo two; exit 3'; headway run -- echo three
        headway clean --successful; headway clean 2; headway clean
        """
      let outcome = try await workspace.run(script)
      #expect(
        outcome.text.hasSuffix("three\n2 tasks cleaned\n1 task cleaned\nnothing to clean\n"),
        "\(outcome.text) \(outcome.errorText)")
      #expect(try await workspace.list(all: true).isEmpty && Self.logs(workspace) == 0)
      try await HubProcess(workspace).kill9()
      _ = try workspace.start("exec headway run --title live -- sleep 300")
      let live = try await workspace.task("live") { $0.state == "running" }
      #expect(live.number == 4)
      let refused = try await workspace.run("headway clean 4")
      #expect(refused.code == 1 && refused.errorText.contains("headway cancel 4"))
      #expect(try await workspace.run("headway clean --filter live").text == "nothing to clean\n")
      #expect(try await workspace.list().map(\.number) == [4] && Self.logs(workspace) == 1)
    }
  }

  @Test("the logs of every attempt go")
  func attempts() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "headway submit -- sh -c 'exit 3'; headway wait 1; headway restart 1; headway wait 1")
      #expect(Self.logs(workspace) == 2)
      let outcome = try await workspace.run("headway clean --failed")
      #expect(outcome.text == "1 task cleaned\n" && Self.logs(workspace) == 0)
    }
  }

  @Test("misuse is said in one line")
  func misuse() async throws {
    try await Workspace.use { workspace in
      let cases: [(String, Int32)] = [
        ("clean 7", 1), ("clean 7 --failed", 64), ("clean --failed --successful", 64),
        ("clean --filter colour:red", 64),
      ]
      for (command, status) in cases {
        let outcome = try await workspace.run("headway \(command)")
        #expect(outcome.code == status, "\(command)")
        #expect(outcome.errorText.contains(#/^headway: [^\n]*\n$/#), "\(outcome.errorText)")
      }
    }
  }

  @Test("the record keeps as much as the config says")
  func retention() async throws {
    let config = "[record]\nkeep-tasks = 2\n[monitor]\nkeep-ended = \"0s\"\n"
    try await Workspace.use(config: config) { workspace in
      try await workspace.run("for i in 1 2 3 4 5; do headway run -- echo $i; done")
      try await eventually("two are left") {
        let tasks = try await workspace.list(all: true)
        return tasks.map(\.title) == ["echo 4", "echo 5"] && Self.logs(workspace) == 2
      }
    }
  }
}
