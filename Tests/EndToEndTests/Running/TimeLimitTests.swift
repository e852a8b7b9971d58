import Glibc
import TestHarness
import TestProcesses
import Testing

@Suite("--timeout")
struct TimeLimitTests {
  private static let stubborn = "trap 'exit 0' TERM; echo on; while :; do sleep 0.05; done"

  @Test("a queued command ends at its limit, even if it then claims success, and is tried again")
  func queued() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit --title t --timeout 300ms --retry 1 -- sh -c "\(Self.stubborn)"
        headway wait 1
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "1\n" && outcome.code == 124, "\(outcome.errorText)")
      let task = try await workspace.task("t")
      #expect(task.end == "expired/timeLimit" && task.attempt == 2 && task.timeLimit == 0.3)
      let shown = try await workspace.run("headway show 1")
      #expect(shown.text.contains("stopped: it reached its time limit"))
    }
  }

  @Test("a command that ignores SIGTERM is killed after the grace, with all that it started")
  func killed() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway run --timeout 2s --grace 200ms -- \
          sh -c "trap '' TERM; sleep 310 & echo \\$! >pid; while :; do sleep 0.05; done"
        echo $?; kill -0 $(cat pid) 2>/dev/null || echo gone
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "137\ngone\n", "\(outcome.errorText)")
    }
  }

  @Test("the limit holds without a hub, and leaves its mark in the spool for the next one")
  func withoutHub() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway hub start
        headway run --title t --timeout 4s -- sh -c "headway hub stop; \(Self.stubborn)"; echo $?
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text.contains("124\n"), "\(outcome)")
      try await workspace.task("t") { $0.end == "expired/timeLimit" }
    }
  }

  @Test("the card's countdown is in the list, and stands while the task is paused")
  func paused() async throws {
    try await Workspace.use { workspace in
      _ = try await workspace.run("headway submit --timeout 30s -- sleep 300")
      let running = try await workspace.task("sleep 300") { $0.timeLeft != nil }
      // A slow machine looks late.
      #expect((0...30).contains(running.timeLeft ?? -1) && running.timeLimit == 30)
      _ = try await workspace.run("headway pause 1")
      let paused = try await workspace.task("sleep 300") { $0.state == "paused" }
      #expect(paused.timeLeft == nil && paused.timeLimit == 30)
      _ = try await workspace.run("headway resume 1")
      _ = try await workspace.task("sleep 300") { $0.timeLeft != nil }
      _ = try await workspace.run("headway cancel 1; headway wait 1")
    }
  }

  @Test("a limit of nothing is refused")
  func nothing() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("headway submit --timeout 0 -- true")
      #expect(outcome.code == 64 && outcome.errorText.contains("--timeout must be longer than 0s"))
    }
  }
}
