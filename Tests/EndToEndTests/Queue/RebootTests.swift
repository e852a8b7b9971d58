import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// A power cut, imitated: everything is killed at once, the runtime directory is gone, and what the
/// record has is of another boot.
@Suite("A reboot, imitated", .fewAtATime)
struct RebootTests {
  private static let jobs = """
    headway run --title done -- true
    headway submit --title ran -- sleep 300
    headway submit --title waits -- sh -c 'echo >>went'
    """

  @Test("what ran is lost, what has ended is known, what waited is held until a person's word")
  func held() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n") { workspace in
      try await workspace.run(Self.jobs)
      try await workspace.task("ran") { $0.state == "running" }
      try await workspace.reboot()
      try await workspace.task("ran") { $0.end == "lost" }
      let waits = try await workspace.task("waits")
      #expect(waits.state == "queued" && waits.blockedOn == "your word after the restart")
      #expect(try await workspace.task("done", all: true).end == "completed")
      let line = try await workspace.run("headway list | grep waits").text
      #expect(line.contains("on hold since the restart (headway resume "), "\(line)")
      #expect(!workspace.exists("went"))
      let outcome = try await workspace.run(
        "headway resume \(waits.number) && headway wait \(waits.number)")
      #expect(outcome.code == 0, "\(outcome.errorText)")
      #expect(workspace.read("went") == "\n")
      #expect(try await workspace.run("headway submit true").text == "4\n", "numbers go on")
    }
  }

  @Test("with hold-after-reboot = false what waited goes on by itself, and runs once")
  func goesOn() async throws {
    let config = "[queue]\nslots = 1\nhold-after-reboot = false\n"
    try await Workspace.use(config: config) { workspace in
      try await workspace.run(Self.jobs)
      try await workspace.task("ran") { $0.state == "running" }
      try await workspace.reboot()
      try await workspace.task("waits") { $0.end == "completed" }
      #expect(try await workspace.task("ran").end == "lost")
      #expect(workspace.read("went") == "\n")
    }
  }
}

extension Workspace {
  /// Stopped first: nobody is to see another die, and tell of that.
  fileprivate func reboot() async throws {
    try await eventually("the end of everything") {
      let all = processes()
      for process in all { kill(process, SIGSTOP) }
      for process in all + processes() { kill(process, SIGKILL) }
      return all.isEmpty
    }
    try FileManager.default.removeItem(atPath: "\(folder)/run")
    let record = "\(folder)/state/headway/record.sqlite"
    let outcome = try await run(
      """
      python3 - '\(record)' <<'end'
      import sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as record:
          record.execute("UPDATE task SET bootID = 'the one before'")
      end
      """)
    #expect(outcome.code == 0, "\(outcome.errorText)")
  }
}
