import Glibc
import Testing
import TestHarness
import TestProcesses

/// `headway submit --key`, and a hub that answers too late.
@Suite(.fewAtATime) struct SubmitKeyTests {
  private static let key = "5f0c9a7e21d34b6f8a90c1d2e3f40516"
  private static let again = "headway submit --key \(key) -- sh -c 'echo run >>runs'"

  @Test("what a stopped hub was sent may be queued: the key says so, and queues it once")
  func stopped() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      hub.send(SIGSTOP)
      try await eventually("a stopped hub") { ProcessTable.stat(hub.pid)?.state == "T" }
      let late = try await workspace.run("headway submit -- sh -c 'echo run >>runs'")
      #expect(late.code == 69 && late.text.isEmpty)
      let pattern =
        #/headway: the hub didn't answer within 5 s, and the task may be queued; ask again with: headway submit --key ([0-9a-f]{32}) -- …\n/#
      let key = try #require(late.errorText.wholeMatch(of: pattern)?.1, "\(late.errorText)")
      hub.send(SIGCONT)
      let asked = try await workspace.run(
        "headway submit --key \(key) -- sh -c 'echo run >>runs'; headway wait 1")
      #expect(asked.text == "1\n" && asked.code == 0, "\(asked.errorText)")
      #expect(try await workspace.list(all: true).count == 1)
      #expect(workspace.read("runs") == "run\n")
    }
  }

  @Test("the same key is the same task: live, ended, out of the list, under another hub")
  func sameKey() async throws {
    let config = "[monitor]\nkeep-ended = \"0s\"\n"
    try await Workspace.use(config: config) { workspace in
      #expect(try await workspace.run(Self.again).text == "1\n")
      try await workspace.run("headway wait 1")
      try await eventually("an empty list") { try await workspace.list().isEmpty }
      #expect(try await workspace.run(Self.again).text == "1\n")
      try await HubProcess(workspace).kill9()
      let next = try await workspace.run(Self.again)
      #expect(next.text == "1\n" && next.code == 0, "\(next.errorText)")
      #expect(try await workspace.run("headway submit -- true; headway wait 2").text == "2\n")
      #expect(try await workspace.list(all: true).map(\.key).first == Self.key)
      #expect(workspace.read("runs") == "run\n")
    }
  }

  @Test("the key of a cleaned task is refused, and what is no key is misuse")
  func refused() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("\(Self.again); headway wait 1; headway clean 1")
      let cleaned = try await workspace.run(Self.again)
      #expect(cleaned.code == 1 && cleaned.text.isEmpty)
      #expect(cleaned.errorText.contains("was cleaned, so nothing"), "\(cleaned.errorText)")
      #expect(workspace.read("runs") == "run\n")
      let wrong = try await workspace.run("headway submit --key 7 -- true")
      #expect(wrong.code == 64 && wrong.errorText.contains("must be 32 hexadecimal digits"))
    }
  }
}
