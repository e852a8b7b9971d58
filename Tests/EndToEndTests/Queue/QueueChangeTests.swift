import Glibc
import Testing
import TestHarness
import TestProcesses

/// Groups, changes and starts of queued tasks, and what the command learns of its task.
@Suite("Changes of queued tasks") struct QueueChangeTests {
  private static let oneSlot = "[queue]\nslots = 1\n"

  @Test("a task on hold waits for start, which needs no free slot")
  func holdAndStart() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway submit --title blocker -- sleep 300
        headway submit --title held --hold -- sh -c 'echo held >>order'
        headway submit --title later --at +2h -- sh -c 'echo later >>order'
        headway submit --title next --after 1 -- true
        """
      #expect(try await workspace.run(script).text == "1\n2\n3\n4\n")
      #expect(try await workspace.task("held").blockedOn == "your word")
      let start = try await workspace.run("headway start 2; headway start last; headway start 3")
      #expect(start.errorText == "headway: task 4 still waits for task 1\n")
      try await workspace.task("held", all: true) { $0.end == "completed" }
      try await workspace.task("later", all: true) { $0.end == "completed" }
      #expect(try await workspace.run("sort order").text == "held\nlater\n")
      let wrong = try await workspace.run("headway submit --hold --now -- true; headway start 2")
      #expect(wrong.code != 0)
      #expect(wrong.errorText.split(separator: "\n").count == 2, "\(wrong.errorText)")
    }
  }

  @Test("submit --immediate starts over the limit, and waits for nothing but other tasks")
  func immediate() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway submit --title blocker -- sleep 300 >/dev/null
        headway submit --immediate --title now -- sh -c 'echo now'; headway wait 2; headway logs 2
        headway submit --immediate --title behind --after 1 -- true >/dev/null
        headway pause --group default --wait 2>/dev/null
        headway submit --immediate -- sh -c 'echo paused' >/dev/null; headway wait 4; headway logs 4
        headway submit --immediate --at +1h -- true; headway submit --immediate --hold -- true
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "2\nnow\npaused\n", "\(outcome.errorText)")
      #expect(outcome.errorText.contains("--immediate starts at once; leave out --at"))
      #expect(outcome.errorText.contains("--immediate starts at once; leave out --hold"))
      #expect(try await workspace.task("behind").blockedOn == "task 1")
    }
  }

  @Test("a command knows its number, group and attempt; a command within it has none of them")
  func variables() async throws {
    try await Workspace.use { workspace in
      let inner = #"echo "inner ${HEADWAY_TASK_NUMBER-none} ${HEADWAY_TASK_GROUP-none}" >>out"#
      try workspace.write("\(inner)\n", to: "work/inner")
      let outer =
        #"echo "$HEADWAY_TASK_NUMBER $HEADWAY_TASK_GROUP $HEADWAY_TASK_ATTEMPT" >>out; "#
        + "headway run -- sh inner; headway submit -- sh inner; exit $((2 - HEADWAY_TASK_ATTEMPT))"
      try await workspace.run(
        "headway submit --create --group 'two words' -- sh -c '\(outer)'; headway wait --all; "
          + "headway restart 1; headway wait --all")
      let lines = try await workspace.run("cat out").text.split(separator: "\n")
      #expect(lines.first == "1 two words 1" && lines.contains("1 two words 2"), "\(lines)")
      #expect(lines.contains("inner none none"))
      #expect(lines.filter { $0.hasPrefix("inner") && $0.hasSuffix(" none") }.count == 4)
      #expect(lines.count == 6 && !lines.contains { $0.hasPrefix("inner 1 ") }, "\(lines)")
    }
  }

  @Test("a new command runs in the directory of the edit, and the record says that directory")
  func editElsewhere() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway submit --title blocker -- sh -c 'until [ -e go ]; do sleep .05; done' >/dev/null
        headway submit --title moved -- pwd >/dev/null
        mkdir new; (cd new; headway edit 2 -- pwd); touch go; headway wait --all; headway logs 2
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "\(workspace.work)/new\n", "\(outcome.errorText)")
      #expect(try await workspace.task("moved").directory == "\(workspace.work)/new")
      let history = try await workspace.run("headway history --json --filter title:moved")
      #expect(history.text.contains("\"directory\" : \"\(workspace.work)/new\""))
    }
  }

  @Test("last and lists of numbers name what a task waits for, on the command line and in a batch")
  func afterLast() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway submit --after last -- true; echo $?
        headway submit --title blocker -- sleep 300
        headway submit --title a --after last -- true
        headway submit --title b --after 1,2 --after-any last -- true
        headway submit --title c -- true; headway edit last --after 2,3
        printf '%s\\n' '{"command": "true", "after": "last"}' '{"command": "true", "after": "last"}' \
          | headway submit --batch -
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "1\n1\n2\n3\n4\n5-6\n", "\(outcome.errorText)")
      #expect(outcome.errorText == "headway: no task is listed; see: headway history\n")
      #expect(try await workspace.task("a").after == [1])
      #expect(try await workspace.task("b").after == [1, 2])
      #expect(try await workspace.task("c").after == [2, 3])
      let tasks = try await workspace.list()
      #expect(tasks.suffix(2).map(\.after) == [[4], [5]])
      let newest = try await workspace.run("headway list --filter n:last --columns n")
      #expect(newest.text.split(separator: "\n").last?.contains("6") == true, "\(newest.text)")
    }
  }

  @Test("an edit with a part that is refused changes nothing")
  func refusedEdit() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      try await workspace.run("headway submit sleep 300; headway submit --title old -- true")
      let refused = try await workspace.run(
        "headway edit 2 --title new --priority 9 -- 'a && b'")
      #expect(refused.code == 64 && refused.errorText.contains("looks like shell syntax"))
      #expect(try await workspace.task("old").priority == 0)
      let waiting = try workspace.start("exec headway run --queue --title here -- true")
      try await workspace.task("here") { $0.state == "queued" }
      let second = try await workspace.run("headway edit 3 --title new --priority 9 -- false")
      #expect(second.code == 1 && second.errorText.contains(#/^headway: [^\n]*\n$/#))
      #expect(try await workspace.task("here").priority == 0)
      waiting.send(SIGINT)
      let whole = try await workspace.run("headway edit 2 --title new --priority 9 -- false")
      #expect(whole.code == 0, "\(whole.errorText)")
      #expect(try await workspace.task("new").priority == 9)
    }
  }

  @Test("a group that nothing knows is refused with the name that was meant; --create makes it")
  func unknownGroup() async throws {
    let config = Self.oneSlot + "[group.nightly]\nslots = 1\n"
    try await Workspace.use(config: config) { workspace in
      for command in ["submit --group nigthly true", "run --queue --group nigthly true"] {
        let refused = try await workspace.run("headway \(command)")
        #expect(refused.code == 64 && refused.text.isEmpty)
        #expect(
          refused.errorText.hasPrefix(
            "headway: there is no group nigthly (nightly?); to make it: headway group add "),
          "\(refused.errorText)")
        #expect(refused.errorText.contains(#/^[^\n]*\n$/#))
      }
      #expect(try await workspace.list().isEmpty)
      let script = """
        headway submit --group nightly true && headway submit --create --group mine sleep 300 \
          && headway submit --group mine true && headway run --group label true
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.code == 0 && outcome.text == "1\n2\n3\n", "\(outcome.errorText)")
      let alone = try await workspace.run("headway submit --create true")
      #expect(alone.code == 64 && alone.errorText.contains("add --group NAME"))
    }
  }

  @Test("run --queue that a signal ends without a terminal is cancelled by that signal")
  func signalledInQueue() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      try await workspace.run("headway submit sleep 300")
      let waiting = try workspace.start("exec setsid -w headway run --queue --title here -- true")
      try await workspace.task("here") { $0.state == "queued" }
      kill(try #require(workspace.processes("headway run --queue").first), SIGTERM)
      let ended = try await workspace.task("here") { $0.state == "ended" }
      #expect(ended.end == "cancelled/terminal" && ended.signal == Int(SIGTERM))
      let shown = try await workspace.run("headway show 2")
      #expect(shown.text.contains("cancelled by a signal (SIGTERM)"), "\(shown.text)")
      #expect(try await workspace.run("headway wait 2").code == 143)
      _ = try await waiting.outcome()
    }
  }
}
