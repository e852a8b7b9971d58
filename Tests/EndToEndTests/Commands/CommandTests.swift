import Foundation
import Testing
import TestHarness
import TestProcesses

/// update, wait, list, cancel and the errors of all.
@Suite(.fewAtATime) struct CommandTests {
  private static let fields: Set = [
    "number", "key", "identifier", "title", "subtitle", "sensitive", "state", "endReason",
    "endDetail", "exitCode", "signal", "completed", "total", "unit", "estimated", "fraction",
    "phase", "rate", "eta", "elapsed", "queuedAt", "startedAt", "endedAt", "foreground", "stalled",
    "waitingForInput", "question", "pid", "command", "directory", "parent", "attempt", "group",
    "priority", "needs", "position", "blockedOn",
  ]

  @Test("list --json has every field of the contract, unknown ones null, in any JSON reader")
  func json() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway run --title 'A \"b\"' -- true")
      _ = try workspace.start(
        "headway run --title B --id org.b --unit files --total 4 -- sleep 300")
      try await workspace.task("B") { $0.state == "running" }
      let outcome = try await workspace.run("headway list --json")
      let objects = try #require(
        try JSONSerialization.jsonObject(with: outcome.output) as? [[String: Any]])
      #expect(objects.count == 2)
      for object in objects {
        #expect(Self.fields.subtracting(object.keys).isEmpty)
        for field in ["subtitle", "eta", "question", "blockedOn"] {
          #expect(object[field] is NSNull, "\(field)")
        }
      }
      #expect(objects[0]["title"] as? String == "A \"b\"")
      #expect(objects[0]["command"] as? [String] == ["true"])
      #expect(objects[1]["directory"] as? String == workspace.work)
      #expect(objects[1]["endedAt"] is NSNull && objects[1]["total"] as? Int == 4)
      let time = try #require(objects[0]["endedAt"] as? String)
      #expect(time.contains(#/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/#))
      let python = try await workspace.run(
        "command -v python3 >/dev/null || exit 0; headway list --json | python3 -m json.tool")
      #expect(python.code == 0)
    }
  }

  @Test("update from within a script, from outside, and never backward within a phase")
  func update() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start(
        "headway run --title Old -- sh -c 'headway update --title New --subtitle sub --percent 40 "
          + "--phase one; headway update --percent 30; echo >updated; exec sleep 300'")
      try await eventually("updates") { workspace.exists("updated") }
      let first = try await workspace.task("New")
      #expect(first.fraction == 0.4 && first.subtitle == "sub" && first.phase == "one")
      try await workspace.run("headway update --task 1 --phase two --completed 1 --total 8")
      let second = try await workspace.task("New")
      #expect(second.fraction == 0.125 && second.phase == "two")
    }
  }

  @Test("a script's own report waits for no hub", arguments: ["STOP", "gone"])
  func updateWithoutHub(state: String) async throws {
    try await Workspace.use { workspace in
      let job = try workspace.start(
        "exec headway run --title Job -- sh -c 'echo >ready; while [ ! -e go ]; do sleep 0.02; done; "
          + "time -p headway update --percent 40; echo code $?'")
      try await workspace.task("Job") { $0.state == "running" }
      try await eventually("the script") { workspace.exists("ready") }
      let hub = try await HubProcess(workspace)
      if state == "STOP" { hub.send(SIGSTOP) } else { try await workspace.run("headway hub stop") }
      try await workspace.run("touch go")
      let outcome = try await job.outcome()
      #expect(outcome.text == "code 0\n")
      let seconds = outcome.errorText.firstMatch(of: /real (\S+)/).flatMap { Double($0.1) }
      #expect(try #require(seconds) < 2)
      if state == "STOP" { hub.send(SIGCONT) }
    }
  }

  @Test("a script's first report waits for a hub that is slow to start")
  func updateWhileHubStarts() async throws {
    try await Workspace.use { workspace in
      let hub = try workspace.start(
        """
        exec 3>"$HEADWAY_SOCKET.lock"; flock 3; echo >held; until [ -e began ]; do sleep 0.02; done
        sleep 0.6 # longer than a report waits for a hub that nobody starts
        exec headwayd --lock-descriptor 3
        """)
      try await eventually("the start lock") { workspace.exists("held") }
      _ = try workspace.start(
        "headway run --title Job -- sh -c '>began; headway update --percent 40; exec sleep 300'")
      try await workspace.task("Job") { $0.fraction == 0.4 }
      _ = hub
    }
  }

  @Test("wait gives the command's own status, and the highest of several")
  func wait() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start(
        """
        for i in 3 7 0; do
          headway run --id job.$i -- sh -c "until [ -e go ]; do sleep 0.05; done; exit $i" &
        done; headway run --id deaf -- sleep 300; wait
        """)
      try await eventually("four") {
        try await workspace.list().filter { $0.state == "running" }.count == 4
      }
      let waiting = try workspace.start("exec headway wait job.3 job.7 job.0")
      try await workspace.run("headway hub status; touch go")
      #expect(try await waiting.outcome().code == 7)
      #expect(try await workspace.run("headway wait job.3").code == 3)
      let all = try workspace.start("exec headway wait --all")
      #expect(try await workspace.run("headway cancel --force deaf").code == 0)
      let code = try await all.outcome().code
      #expect(code == 137 || code == 0, "137, or 0 when it had ended before")
      #expect(try await workspace.run("headway wait deaf").code == 137)
      #expect(try await workspace.run("headway wait --all").code == 0, "none is live any more")
    }
  }

  @Test("a waiting command outlives the hub")
  func waitAcrossHubs() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start(
        "headway run --title J -- sh -c 'until [ -e go ]; do sleep 0.05; done; exit 9'")
      try await workspace.task("J") { $0.state == "running" }
      let waiting = try workspace.start("exec headway wait 1")
      try await eventually("it waits") { ProcessTable.stat(waiting.pid)?.state == "S" }
      try await HubProcess(workspace).kill9()
      try await workspace.task("J") { $0.state == "running" }
      try await workspace.run("touch go")
      #expect(try await waiting.outcome().code == 9)
    }
  }

  @Test(
    "errors are one line, with what to do, and a status",
    arguments: [
      ("headway cancel 99", 1), ("headway answer 99 stop", 1), ("headway wait 99", 1),
      ("headway update --percent 5", 64), ("headway update --task 1 --percent nan", 64),
      ("headway update --task 99 --percent 5", 1), ("headway nonsense", 64), ("headway run", 64),
      ("headway run --stall-after soon -- true", 64), ("headway run 'echo a | cat'", 64),
      ("headway wait", 64), ("headway answer 1 maybe", 64), ("headway list --nonsense", 64),
      ("headway hub stop; headway hub status", 69), ("headway hub stop; headway hub stop", 69),
      ("env -u HOME -u XDG_STATE_HOME headway list", 64),
      ("HEADWAY_SOCKET=hub.sock headway list", 64), ("HEADWAY_SOCKET=hub.sock headway status", 64),
      ("headway run --bogus sleep 1", 64), ("headway run --id 42 -- true", 64),
      ("headway update --task 1", 64), ("headway status --format '{nope}'", 64),
      ("headway hub stop; chmod 755 ../run; headway list", 77),
      ("echo 'x y' >../home/.config/headway/config.toml; headway run -- sh -c 'exit 3'", 3),
      ("headway update --bogus", 64),
    ])
  func errors(command: String, status: Int32) async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway hub start")
      let outcome = try await workspace.run("\(command) >/dev/null")
      #expect(outcome.code == status)
      let lines = outcome.errorText.split(separator: "\n")
      #expect(lines.count == 1 && lines[0].hasPrefix("headway: "), "\(outcome.errorText)")
    }
  }

  @Test("without a place for a hub the command runs all the same")
  func noPlace() async throws {
    try await Workspace.use { workspace in
      for environment in ["-u HOME -u XDG_STATE_HOME", "HEADWAY_SOCKET=hub.sock"] {
        let outcome = try await workspace.run(
          "env \(environment) headway run -- sh -c 'echo out; exit 3'")
        #expect(outcome.code == 3 && outcome.text == "out\n")
        #expect(outcome.errorText.contains(#/^headway: [^\n]*runs without a card[^\n]*\n$/#))
      }
    }
  }

  @Test("a blank title gives way to the command line; a note of a cancel stays")
  func words() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start("headway run --title ' ' -- sleep 300")
      try await workspace.task("sleep 300") { $0.state == "running" }
      try await workspace.run("headway cancel 1 --reason 'disk is full'; headway wait 1")
      let list = try await workspace.run("headway list")
      #expect(list.text.contains("cancelled by you: disk is full"))
    }
  }

  @Test("--version, help, and headway without a terminal")
  func plain() async throws {
    try await Workspace.use { workspace in
      let version = try await workspace.run("headway --version")
      #expect(version.text.hasPrefix("headway "))
      let help = try await workspace.run("headway help run")
      #expect(help.text.contains("All options: headway run --help"))
      let options = try await workspace.run("headway run --help")
      #expect(options.text.contains("--stall-after"))
      let sameHelp = try await workspace.run("headway run -h; headway run --version")
      #expect(sameHelp.text == options.text + version.text)
      let bare = try await workspace.run("headway")
      #expect(bare.text.contains("headway run -- COMMAND"))
      let cut = try await workspace.run("for i in $(seq 20); do headway list | head -0; done")
      #expect(cut.errorText == "")
    }
  }
}
