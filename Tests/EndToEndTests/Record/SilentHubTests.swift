import Glibc
import Testing
import TestHarness
import TestProcesses

/// Every command gives up on a hub that is stopped.
@Suite(.fewAtATime) struct SilentHubTests {
  private static let commands = [
    "list", "list --all", "history", "history --json --limit 3", "clean --all", "clean 1",
    "clean --failed", "clean --dry-run", "cancel 1", "cancel 1 2", "pause 1", "resume 1",
    "answer 1 stop", "wait 1", "wait --all", "logs 1", "restart 1", "priority 1 5", "switch 1 2",
    "edit 1 --title x", "edit 1 -- true", "wake news", "send 1 text",
    "update --task 1 --percent 4", "debug launch a.b", "debug expire a.b", "submit -- true",
    "run --queue -- true", "hub status", "hub start", "hub reload", "hub stop", "status",
  ]

  @Test("with status 69 and one line that says so, within seconds")
  func stopped() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      hub.send(SIGSTOP)
      try await eventually("a stopped hub") { ProcessTable.stat(hub.pid)?.state == "T" }
      let running = try Self.commands.map { command in
        (command, try workspace.start("exec headway \(command) </dev/null"))
      }
      for (command, program) in running {
        let outcome = try await program.outcome(within: .seconds(20))
        #expect(outcome.code == 69, "\(command): \(outcome.errorText)")
        let said = command == "status" ? outcome.text : outcome.errorText
        #expect(said.contains("answer"), "\(command): \(said)")
        #expect(said.split(separator: "\n").count == 1, "\(command): \(said)")
      }
      hub.send(SIGCONT)
    }
  }
}
