import Glibc
import Testing
import TestHarness
import TestProcesses

/// Progress of what says nothing, under `run` and without it.
@Suite(.fewAtATime) struct AdoptTests {
  @Test("a silent command's card shows how far its file is read")
  func silent() async throws {
    try await Workspace.use { workspace in
      let job = try workspace.start(
        "head -c 48M /dev/zero >big; headway run --title R -- "
          + "python3 -c 'import sys, time\nwhile sys.stdin.buffer.read(1 << 17): time.sleep(.02)' <big"
      )
      let task = try await workspace.task("R") { $0.fraction ?? 0 > 0.1 }
      #expect(task.total == 48 << 20 && task.unit == "B" && task.phase == "big")
      try await workspace.task("R") { $0.fraction ?? 0 > (task.fraction ?? 1) }
      #expect(try await job.outcome().code == 0)
    }
  }

  @Test("a process that runs is adopted with its progress, and cancelled by its card")
  func adopts() async throws {
    try await Workspace.use { workspace in
      let other = try workspace.start(
        "head -c 48M /dev/zero >big; "
          + "exec python3 -c 'import sys, time\nwhile sys.stdin.buffer.read(1 << 16): time.sleep(.02)' <big"
      )
      let adopter = try workspace.start("exec headway adopt --title A \(other.pid)")
      let task = try await workspace.task("A") { $0.fraction ?? 0 > 0 }
      #expect(task.phase == "big")
      try await workspace.run("headway cancel \(task.number)")
      #expect(try await other.outcome().status == .signal(SIGTERM))
      _ = try await adopter.outcome()
      #expect(adopter.outputText.hasPrefix("watching process \(other.pid) as task"))
      try await workspace.task("A") { $0.end == "cancelled/user" }
    }
  }

  @Test("the end of the watch ends no process, and is no failure")
  func releases() async throws {
    try await Workspace.use { workspace in
      let other = try workspace.start("exec sleep 100")
      let adopter = try workspace.start("exec headway adopt --title A \(other.pid)")
      try await workspace.task("A") { $0.state == "running" }
      adopter.send(SIGINT)
      #expect(try await adopter.outcome().code == 130)
      try await workspace.task("A") { $0.end == "cancelled/unwatched" }
      #expect(try await workspace.run("headway list").text.contains("no longer watched"))
      #expect(try await workspace.run("headway status").text.isEmpty, "nothing has failed")
      #expect(kill(other.pid, 0) == 0)
      other.send(SIGKILL)
      _ = try await other.outcome()
    }
  }

  @Test("what can't be adopted is said in a line")
  func refused() async throws {
    try await Workspace.use { workspace in
      let none = try await workspace.run("headway adopt 4194304")
      #expect(none.code == 1)
      #expect(none.errorText == "headway: there is no process 4194304; see: ps x\n")
      let words = try await workspace.run("headway adopt rsync")
      #expect(words.code == 64)
      #expect(try await workspace.list().isEmpty)
    }
  }
}
