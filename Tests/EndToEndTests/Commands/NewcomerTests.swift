import Foundation
import Testing
import TestHarness
import TestProcesses

/// What people try first, and what they are told.
@Suite("A newcomer's day", .fewAtATime) struct NewcomerTests {
  private static let oneSlot = "[queue]\nslots = 1\n[group.ml]\nslots = 1\n"
  private static let blocker =
    "headway submit --group ml --title blocker -- sh -c 'until [ -e go ]; do sleep .05; done'\n"

  @Test(
    "a value that can't be says what can",
    arguments: [
      ("submit --at soon true", "must be a future time: 22:00, +30m"),
      ("submit --at -5m true", "is in the past; give a future time: 22:00, +30m"),
      ("submit --at 2020-01-01 true", "is in the past; give"),
      ("adopt 1", "process 1 never ends"),
      ("frobnicate", "there is no command frobnicate; see: headway help"),
      ("lst", "there is no command lst (list?); see: headway help"),
      ("hub strat", "there is no command strat (start?); see: headway help hub"),
      ("wait --all 1", "name tasks or choose them with --group, --filter or --all, not both"),
      ("wait", "wait needs tasks; name some, or use --group, --filter or --all"),
      ("submit --when moonlight true", "idle=10m or load<2"),
      ("submit --while rain true", "idle=10m or load<2"), ("submit --needs gpu=x true", "gpu=2"),
      ("submit --needs gpu --needs gpu=2 true", "--needs gpu is given twice"),
      ("submit --group ' ' true", "--group is empty"),
      ("submit --after 0 true", "tasks by number, identifier or key"),
      ("submit -- ''", "the command's name is empty"),
      ("edit 1 -- ''", "the command's name is empty"),
      ("submit --priority high true", "-1000 to 1000"), ("submit --retry -1 true", "0 to 100"),
      ("submit --refresh often --id a.b true", "5m or 1h30m"),
      ("run --stall-after soon true", "30s"),
      ("run --on-stall never true", "ask"), ("update --percent -5", "0 to 100"),
      ("update --percent 101", "0 to 100"), ("update --completed -1", "at least 0"),
      ("priority 1 -2000", "-1000 to 1000"), ("answer 1 perhaps", "continue"),
      ("logs -n -1 1", "at least 0"), ("history --limit none", "at least 1"),
      ("adopt self", "a process is a whole number, a job of Slurm is slurm:17"),
      ("edit 1 --title ' '", "is blank"),
    ])
  func allowedValues(command: String, words: String) async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("headway \(command)")
      #expect(outcome.code == 64, "\(outcome.errorText)")
      #expect(outcome.errorText.contains(#/^headway: [^\n]*\n$/#), "\(outcome.errorText)")
      #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
    }
  }

  @Test("what stands after --after is a task, whatever it begins with")
  func dashAfter() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("headway submit --after -1 -- true")
      #expect(outcome.errorText == "headway: there is no task -1; see: headway list\n")
    }
  }

  @Test("a lower priority needs no --")
  func negativePriority() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script =
        Self.blocker + """
          headway submit --group ml --title slow -- true
          headway submit --group ml --title quick -- true
          headway priority 2 -5 && headway edit 3 --priority -1
          """
      let outcome = try await workspace.run(script)
      #expect(outcome.code == 0, "\(outcome.errorText)")
      #expect(try await workspace.task("slow").position == 2)
    }
  }

  @Test("help for what there isn't is misuse; the queue is a topic")
  func help() async throws {
    try await Workspace.use { workspace in
      for words in ["nonsense", "hub nonsense", "run nonsense"] {
        let outcome = try await workspace.run("headway help \(words)")
        #expect(outcome.code == 64 && outcome.text.isEmpty)
        #expect(outcome.errorText.contains(#/^headway: there is no command nonsense;[^\n]*\n$/#))
      }
      let topic = try await workspace.run("headway help queue")
      #expect(topic.code == 0 && topic.text.contains("--needs gpu=2"))
      let config = try await workspace.run("headway help config")
      #expect(config.code == 0 && config.text.contains("  exit-after  how long the hub stays"))
      #expect(config.text.contains("[keys]") && config.text.contains("[recognise.NAME]"))
      let both = try await workspace.run("headway help run")
      #expect(both.code == 0 && both.text.contains("WHAT DIFFERS"))
      #expect(both.text.contains("--on-stall"))
      let command = try await workspace.run("headway help hub start; headway help")
      #expect(command.code == 0 && command.text.contains("headway hub start"))
      #expect(command.text.contains("headway help queue"))
    }
  }

  @Test("what waits is said with its slot, and has no output and no terminal yet")
  func queued() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      try await workspace.run(
        Self.blocker + "headway submit --group ml --title waits -- true; headway pause 2")
      let held = try await workspace.run("headway list")
      #expect(held.text.contains("on hold (headway resume "), "\(held.text)")
      let list = try await workspace.run("headway resume 2; headway list")
      #expect(list.text.contains("queued, waits for a free slot of ml, position 1"), "\(list.text)")
      let again = try await workspace.run("headway resume 2")
      #expect(
        again.code == 0 && again.text.isEmpty
          && again.errorText
            == "headway: task 2 isn't on hold: it waits for a free slot of ml; to start it now: "
            + "headway start 2\n"
      )
      for command in ["logs 2", "send 2 yes"] {
        let outcome = try await workspace.run("headway \(command)")
        #expect(
          outcome.code == 1
            && outcome.errorText
              == "headway: task 2 hasn't started: it waits for a free slot of ml, position 1; "
              + "see: headway list\n"
        )
      }
    }
  }

  @Test("of several that are cancelled, one that ended with another is no failure; one before is")
  func cancelTogether() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit -- sleep 300; headway submit --after 1 -- true
        headway cancel 1 2; echo "status $?"
        headway wait 1 2; headway cancel 1 2; echo "status $?"
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "1\n2\nstatus 0\nstatus 1\n", "\(outcome.errorText)")
    }
  }

  @Test("logs --follow waits for what is queued, says so once, and goes on with its output")
  func followQueued() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      try await workspace.run(
        Self.blocker + "headway submit --group ml -- sh -c 'echo out; sleep .1; echo end'")
      let follower = try workspace.start("exec headway logs -f 2")
      let words = "task 2 hasn't started: it waits for a free slot of ml, position 1; its output "
      try await eventually("the word of it") { follower.errorText.contains(words) }
      try await workspace.run("touch go")
      let outcome = try await follower.outcome()
      #expect(outcome.code == 0)
      #expect(outcome.text.split(whereSeparator: \.isNewline) == ["out", "end"])
      #expect(outcome.errorText.count { $0 == "\n" } == 1, "\(outcome.errorText)")
    }
  }

  @Test("logs of what was cancelled before it started say so, also to who followed it")
  func neverStarted() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      try await workspace.run(Self.blocker + "headway submit --group ml -- true")
      let follower = try workspace.start("exec headway logs -f 2")
      try await eventually("its wait") { follower.errorText.contains("follows once it does") }
      try await workspace.run("headway cancel 2")
      let words = "headway: task 2 never started: cancelled by you\n"
      let followed = try await follower.outcome()
      #expect(followed.code == 1 && followed.errorText.hasSuffix(words), "\(followed.errorText)")
      let outcome = try await workspace.run("headway logs 2")
      #expect(outcome.code == 1 && outcome.errorText == words)
    }
  }

  @Test("wait --group waits for what is queued, counts what has ended, and knows no other group")
  func waitForGroup() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway run --group ml -- sh -c 'exit 4'
        \(Self.blocker)headway submit --group ml -- sh -c 'exit 3'
        headway wait --group ml & waiting=$!
        sleep .2; touch go; wait $waiting; echo "status $?"
        headway wait --all --group ml; echo "status $?"
        headway wait --group nosuch; echo "status $?"
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "2\n3\nstatus 4\nstatus 4\nstatus 64\n")
      #expect(
        outcome.errorText == "headway: there is no group nosuch; see: headway group list\n")
    }
  }

  @Test("wait --any leaves at the first end, --fail-fast at the first failure, with its status")
  func waitForFirst() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit sleep 300; headway submit true; headway submit -- sh -c 'exit 9'
        headway wait 3; headway wait --any 1 2; echo "any $?"
        headway wait --fail-fast 1 2 3; echo "failed $?"
        headway wait --fail-fast 2; echo "none failed $?"
        headway wait --any --fail-fast 2; echo "both $?"
        """
      let outcome = try await workspace.run(script, within: .seconds(10))
      #expect(
        outcome.text == "1\n2\n3\nany 0\nfailed 9\nnone failed 0\nboth 64\n",
        "\(outcome.errorText)")
    }
  }

  @Test("list --exit-status says by its status whether a task is listed")
  func listStatus() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit --title mine -- sleep 300
        headway list --exit-status --filter title:mine >/dev/null; echo $?
        headway list --exit-status --filter title:other; echo $?
        headway list --exit-status --json --filter title:other >/dev/null; echo $?
        headway list --filter title:other >/dev/null; echo $?
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "1\n0\nno task matches\n1\n1\n0\n" && outcome.errorText.isEmpty)
    }
  }

  @Test("who takes the place of another says so, on standard error")
  func replaces() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let submit = "headway submit --refresh 1h --at +2h --id news -- true"
      let outcome = try await workspace.run("\(submit); \(submit)")
      #expect(outcome.text == "1\n2\n")
      #expect(outcome.errorText == "headway: task 2 replaces 1\n")
    }
  }

  @Test("a restart that can't help is refused with what would")
  func restart() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway submit -- sh -c '[ -e go ]' >/dev/null
        headway submit --after 1 -- true >/dev/null; headway wait 1 2; echo "status $?"
        headway restart 2; echo "status $?"
        touch go; headway restart 1 2 && headway wait 1 2; echo "status $?"
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text.hasSuffix("status 1\nstatus 0\n"), "\(outcome.text)")
      #expect(outcome.errorText.contains("needs task 1, which didn't succeed"))
      #expect(outcome.errorText.contains("headway restart 1 2\n"))
    }
  }

  @Test("the log is the last attempt's; a command that couldn't start says why there")
  func logs() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit -- sh -c 'if [ -e go ]; then echo second; else echo first; fi' >/dev/null
        headway wait 1; headway logs 1; touch go; headway restart 1; headway wait 1; headway logs 1
        mkdir gone; cd gone; headway submit --hold -- true >/dev/null; rmdir ../gone; cd ..
        headway resume 2; headway wait 2; echo "status $?"; headway logs 2
        headway submit no-such-program; headway wait 3; headway logs 3
        """
      let outcome = try await workspace.run(script)
      let lines = outcome.text.split(whereSeparator: \.isNewline)
      #expect(lines.prefix(3) == ["first", "second", "status 126"], "\(outcome.text)")
      let problems = lines.dropFirst(3).joined(separator: "\n")
      #expect(problems.hasPrefix("headway: can't enter \(workspace.work)/gone: No such file"))
      #expect(problems.contains("\n3\nheadway: no-such-program: command not found"), "\(problems)")
    }
  }

  @Test("titles are cut to the terminal's width, and never for a reader")
  func width() async throws {
    try await Workspace.use { workspace in
      let title = String(repeating: "long ", count: 20) + "title"
      try await workspace.run(
        "headway run --title '\(title)' -- sh -c 'headway update --subtitle x'; "
          + "headway run --title '\(title)' -- sleep 300 & "
          + "until headway list | grep -q running; do sleep .05; done; "
          + "headway cancel 2 --reason '\(title)'; headway wait 2")
      let whole = try await workspace.run("headway list; headway history")
      #expect(whole.text.components(separatedBy: title).count >= 5)
      let pane = try await TmuxServer(workspace).pane(columns: 70)
      for command in ["history", "list"] {
        try await pane.type("clear; headway \(command); echo done")
        let screen = try await pane.wait(for: "\ndone\n")
        let lines = screen.split(separator: "\n")
        #expect(lines.firstIndex(of: "done") == 3, "\(screen)")
        #expect(lines[1].contains(#/completed.* long long.*…$/#), "\(screen)")
        #expect(lines[2].contains(#/cancelled by.*…  .*long long.*…$/#), "\(screen)")
      }
    }
  }
}
