import TestHarness
import TestProcesses
import Testing

@Suite("headway submit --slots")
struct SeveralSlotsTests {
  private static let twoSlots = "[queue]\nslots = 2\n"

  @Test("a heavy task waits for both slots, holds light ones back, and keeps its slots over a hub")
  func heavy() async throws {
    try await Workspace.use(config: Self.twoSlots) { workspace in
      let script = """
        headway submit --title light -- sh -c 'until [ -e go ]; do sleep .05; done'
        headway submit --title heavy --slots 2 -- sh -c 'until [ -e on ]; do sleep .05; done'
        headway submit --title last -- touch last
        """
      #expect(try await workspace.run(script).text == "1\n2\n3\n")
      let heavy = try await workspace.task("heavy") { $0.blockedOn != nil }
      #expect(heavy.slots == 2 && heavy.blockedOn == "2 free slots")
      #expect(try await workspace.task("last").blockedOn == "task 2, which takes 2 slots")
      _ = try await workspace.run("headway hub stop; touch go; headway wait 1")
      _ = try await workspace.task("heavy") { $0.state == "running" }
      _ = try await workspace.run("headway hub stop")
      let last = try await workspace.task("last")
      #expect(last.state == "queued" && last.blockedOn == "a free slot")
      let shown = try await workspace.run("headway show 2; touch on; headway wait --all; ls last")
      #expect(shown.text.contains("slots       2\n") && shown.text.hasSuffix("last\n"))
    }
  }

  @Test("more slots than there are is refused in one line, and queues nothing")
  func refused() async throws {
    try await Workspace.use(config: Self.twoSlots) { workspace in
      let outcome = try await workspace.run("headway submit --slots 3 -- true")
      #expect(outcome.code == 77)
      #expect(outcome.errorText == "headway: the queue has only 2 slots; take at most 2\n")
      let alone = try await workspace.run("headway run --slots 2 -- true")
      #expect(alone.code == 64 && alone.errorText.contains("add --queue"))
      #expect(try await workspace.run("headway run --queue --slots 2 -- echo ran").text == "ran\n")
      #expect(try await workspace.run("headway list --json --all | grep -c number").text == "1\n")
    }
  }
}
