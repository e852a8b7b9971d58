import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// Groups that commands make, change, pause and remove.
@Suite("headway group") struct GroupTests {
  private static let oneSlot = "[queue]\nslots = 1\n[group.nightly]\nslots = 1\n"

  @Test("a group is made, listed, changed and removed without the config; kill -9 loses nothing")
  func commands() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let made = try await workspace.run(
        """
        headway group add ml --slots 0 --pause-on-failure && headway group add photos \
          && headway submit --group ml --title first -- true
        """)
      #expect(made.code == 0 && made.text == "1\n", "\(made.errorText)")
      #expect(
        made.errorText
          == "headway: task 1 waits for the paused group ml; to give it slots: headway group slots "
          + "ml 1\n")
      for hub in workspace.processes("headwayd") { kill(hub, SIGKILL) }
      let listed = try await workspace.run("headway group list")
      let rows = listed.text.split(separator: "\n").map {
        $0.split(separator: " ").map(String.init)
      }
      #expect(
        rows == [
          ["GROUP", "SLOTS", "RUNNING", "QUEUED", "STATE"],
          ["default", "1", "(config)", "0", "0"],
          [
            "ml", "0", "(command)", "0", "1", "paused:", "it", "has", "no", "slots;", "pauses",
            "on",
            "failure",
          ],
          ["nightly", "1", "(config)", "0", "0"],
          ["photos", "shared", "0", "0"],
        ], "\(listed.text) \(listed.errorText)")
      let refused = try await workspace.run("headway group remove ml")
      #expect(refused.code == 1 && refused.errorText.contains("1 task waits in group ml: 1;"))
      let slots = try await workspace.run("headway group slots ml unlimited && headway wait 1")
      #expect(slots.code == 0, "\(slots.errorText)")
      let removed = try await workspace.run(
        "headway group remove ml && headway group remove photos; headway group list --json")
      let groups = try #require(
        JSONSerialization.jsonObject(with: Data(removed.text.utf8)) as? [[String: Any]])
      #expect(groups.map { $0["name"] as? String } == ["default", "nightly"])
      #expect(groups.map { $0["slots"] as? Int } == [1, 1])
      let wrong = try await workspace.run("headway group slots nigthly 2")
      #expect(wrong.code == 64 && wrong.errorText.contains("(nightly?)"), "\(wrong.errorText)")
    }
  }

  @Test("pause --group holds what is submitted later, over kill -9, until resume --group")
  func pauseGroup() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      try await workspace.run("headway submit --group nightly --title running -- sleep 300")
      try await workspace.task("running") { $0.state == "running" }
      let paused = try await workspace.run("headway pause --group nightly")
      #expect(
        paused.errorText
          == """
          headway: group nightly stays paused for new tasks; to go on: headway resume --group \
          nightly\n
          """)
      try await workspace.task("running") { $0.state == "paused" }
      for hub in workspace.processes("headwayd") { kill(hub, SIGKILL) }
      let submitted = try await workspace.run(
        "headway submit --group nightly --title later -- true; "
          + "headway submit --title other -- true")
      #expect(
        submitted.errorText
          == """
          headway: task 2 waits for the paused group nightly; to go on: headway resume --group \
          nightly\n
          """)
      try await workspace.task("other", all: true) { $0.end == "completed" }
      #expect(try await workspace.task("later").blockedOn == "the paused group nightly")
      try await workspace.run("headway cancel 1; headway wait 1; headway resume --group nightly")
      try await workspace.task("later", all: true) { $0.end == "completed" }
    }
  }

  @Test("pause --all --wait starts nothing and stops nothing; start and resume --all go on")
  func pauseAll() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      try await workspace.run(
        "headway submit --title running -- sh -c 'until [ -e go ]; do sleep .05; done'")
      try await workspace.task("running") { $0.state == "running" }
      let paused = try await workspace.run("headway pause --all --wait")
      #expect(paused.code == 0 && paused.errorText.contains("new ones, stay paused"))
      let now = try await workspace.run("headway submit --now -- true")
      #expect(now.code == 75 && now.errorText.contains("would wait for the paused queue"))
      try await workspace.run(
        "headway submit --title a -- true; headway submit --group nightly --title b -- true")
      try await workspace.run("touch go; headway wait 1; headway start 2; headway wait 2")
      #expect(try await workspace.task("b").blockedOn == "the paused group nightly")
      let later = try await workspace.run(
        """
        headway group add own --slots 1; headway submit --group own --title own -- true
        headway hub stop; headway list >/dev/null
        """)
      #expect(later.code == 0, "\(later.errorText)")
      #expect(try await workspace.task("own").blockedOn == "the paused group own")
      try await workspace.run("headway resume --all; headway wait 3 4")
      #expect(try await workspace.task("b", all: true).end == "completed")
      let alone = try await workspace.run("headway pause --wait 3")
      #expect(alone.code == 64 && alone.errorText.contains("give --group or --all"))
    }
  }

  @Test("a task that fails pauses its group, and the next one says which task it was")
  func failure() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway group add ml --slots 1 --pause-on-failure
        headway submit --group ml --hold -- false
        headway submit --group ml --title next -- true
        headway wait 2; headway resume 1; headway wait 1
        headway submit --group ml --title last -- true
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "1\n2\n3\n", "\(outcome.errorText)")
      #expect(
        try await workspace.task("last").blockedOn == "the paused group ml (task 1 failed)")
      let listed = try await workspace.run("headway group list")
      #expect(listed.text.contains("paused: task 1 failed; pauses on failure"))
      #expect(try await workspace.run("headway resume --group ml; headway wait 3").code == 0)
    }
  }

  @Test("what the config says counts again after a reload, and the list says where slots are from")
  func reload() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway group slots nightly 3; headway group list | grep nightly
        headway hub reload >/dev/null; headway group list | grep nightly
        """
      let outcome = try await workspace.run(script)
      let words = outcome.text.split(separator: "\n").map {
        $0.split(separator: " ").prefix(3).joined(separator: " ")
      }
      #expect(words == ["nightly 3 (command)", "nightly 1 (config)"], "\(outcome.errorText)")
    }
  }

  @Test("submit --create makes the group for good")
  func create() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway submit --create --group mine true && headway wait 1 && headway clean 1 >/dev/null
        headway submit --group mine true && headway submit --create --group mine true
        headway wait --all; headway group list
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text.hasPrefix("1\n2\n3\n"), "\(outcome.errorText)")
      #expect(outcome.text.contains("\nmine     shared"), "\(outcome.text)")
    }
  }
}
