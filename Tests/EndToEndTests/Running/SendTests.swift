import Testing
import TestHarness
import TestProcesses

/// `headway send`.
@Suite(.fewAtATime) struct SendTests {
  @Test("a line reaches what reads the task's terminal, in the foreground and after it was left")
  func answers() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type(
        "headway run --title J -- bash -c 'read a; echo got $a; read b; echo $b >answer'")
      try await workspace.task("J") { $0.waitingForInput == "input" }
      #expect(try await workspace.run("headway send 1 'one two'").code == 0)
      try await pane.wait(for: "got one two")
      try await workspace.task("J") { $0.waitingForInput == "input" }
      try await pane.close()
      try await workspace.task("J") { $0.foreground == false }
      #expect(try await workspace.run("headway send --no-newline 1 'thr'").code == 0)
      #expect(try await workspace.run("headway send 1 'ee 世界'").code == 0)
      try await workspace.task("J") { $0.end == "completed" }
      #expect(workspace.read("answer") == "three 世界\n")
    }
  }

  /// `headway send` may be held up between its last byte and its leaving, and the task end on that byte.
  @Test("who is attached when the task ends learns how many of its keys were taken")
  func countsKeys() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type("headway run --title J -- bash -c 'read a; echo $a >answer'")
      let task = try await workspace.task("J") { $0.waitingForInput == "input" }
      let stays = """
        import socket
        client = socket.socket(socket.AF_UNIX)
        client.connect("\(workspace.attachments)/\(task.key).sock")
        client.sendall(b"\\x01\\x00\\x06HWAT\\x01\\x01" + b"\\x04\\x00\\x03ab\\r")
        stream = client.makefile("rb")
        while header := stream.read(3):
          payload = stream.read(int.from_bytes(header[1:], "big"))
          if header[0] in (7, 9): print(header[0], payload[:8].hex())
        """
      try workspace.write(stays, to: "work/stays.py")
      let outcome = try await workspace.run("python3 stays.py")
      #expect(outcome.text == "9 0000000000000003\n7 0100000000636f6d\n", "\(outcome.errorText)")
      #expect(workspace.read("answer") == "ab\n")
    }
  }

  @Test("several lines, more than a pipe holds")
  func long() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type("headway run --title J -- bash -c 'head -n 2000 >lines'")
      try await workspace.task("J") { $0.waitingForInput == "input" }
      let outcome = try await workspace.run(
        "headway send 1 \"$(seq -f 'a line with number %g' 2000)\"")
      #expect(outcome.code == 0, "\(outcome.errorText)")
      try await workspace.task("J") { $0.end == "completed" }
      let lines = workspace.read("lines").split(separator: "\n")
      #expect(lines.count == 2000 && lines.last == "a line with number 2000")
    }
  }

  @Test("a task without a terminal, an ended one, and none: one line each")
  func refuses() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start("exec headway run --title J -- sleep 300")
      try await workspace.task("J") { $0.state == "running" }
      let piped = try await workspace.run("headway send 1 x")
      #expect(piped.code == 1 && piped.errorText.contains("has no terminal of its own"))
      try await workspace.run("headway cancel 1 --force; headway wait 1")
      let ended = try await workspace.run("headway send 1 x")
      #expect(ended.code == 1 && ended.errorText.contains("task 1 has ended"))
      #expect(try await workspace.run("headway send 9 x").errorText.contains("no task 9"))
    }
  }
}
