import Glibc
import TestHarness
import TestProcesses
import Testing

/// `headway ack`, and x in the monitor: an end that a person has seen.
@Suite("headway ack", .fewAtATime) struct AckTests {
  @Test(
    "an acknowledged end is neither listed nor counted, also by the next hub; the record has it")
  func lasts() async throws {
    try await Workspace.use { workspace in
      _ = try await workspace.run("headway run --title Bad -- sh -c 'echo out; exit 3'")
      try await workspace.task("Bad") { $0.state == "ended" }
      #expect(try await workspace.run("headway status").text == "1 failed\n")
      #expect(try await workspace.run("headway ack last").code == 0)
      #expect(try await workspace.list().isEmpty)
      #expect(try await workspace.run("headway status").code == 1)
      try await HubProcess(workspace).kill9()
      #expect(try await workspace.list().isEmpty)
      #expect(try await workspace.list(all: true).map(\.title) == ["Bad"])
      #expect(try await workspace.run("headway logs 1").text.contains("out"))
      #expect(try await workspace.run("headway history").text.contains("Bad"))
    }
  }

  @Test("a live task is refused in a line, the others that are named are acknowledged")
  func live() async throws {
    try await Workspace.use { workspace in
      _ = try await workspace.run("headway run --title Done -- true")
      let job = try workspace.start("exec headway run --title Live -- sleep 300")
      let live = try await workspace.task("Live") { $0.state == "running" }
      let outcome = try await workspace.run("headway ack \(live.number) 1")
      #expect(outcome.code == 1 && outcome.errorText.contains("task \(live.number) hasn't ended"))
      #expect(try await workspace.list().map(\.title) == ["Live"])
      job.send(SIGTERM)
    }
  }

  @Test("x in the monitor does the same, after u can no longer undo it")
  func monitor() async throws {
    try await Workspace.use { workspace in
      _ = try await workspace.run("headway run --title Bad -- false")
      let pane = try await TmuxServer(workspace).pane("exec headway")
      try await pane.wait(for: #/Bad .*failed/#)
      try await pane.send("x")
      try await pane.wait(for: "Dismissed 1 task. u: undo")
      try await pane.send("u")
      try await pane.wait(for: #/Bad .*failed/#)
      try await pane.send("x", "q")
      try await eventually("the acknowledgement") { try await workspace.list().isEmpty }
    }
  }
}
