import TestHarness
import TestProcesses
import Testing

/// Many tasks at once, and everything about one.
@Suite(.fewAtATime) struct SelectionTests {
  @Test("history and clean take the age of a begin and of an end, and the exit status")
  func agesAndStatus() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit --title bad -- sh -c 'exit 3' >/dev/null; headway submit -- true >/dev/null
        headway wait --all
        headway history --filter 'exit:3 started:1h ended:<1h' --columns title
        headway list --filter 'exit:1-9 -started:>1h' --columns title
        headway history --filter 'ended:>1h'; headway clean --filter exit:0
        """
      let outcome = try await workspace.run(script)
      #expect(
        outcome.text.split(separator: "\n") == [
          "TITLE", "bad", "TITLE", "bad", "no ended task matches", "1 task cleaned",
        ], "\(outcome.text)\(outcome.errorText)")
    }
  }

  @Test("ranges, patterns, groups, filters and last choose the tasks of every command")
  func choices() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n") { workspace in
      for number in 1...8 {
        _ = try await workspace.run(
          "headway submit --title t\(number) --id job.\(number) --create --group g\(number % 2) -- sleep 300"
        )
      }
      try await workspace.task("t1") { $0.state == "running" }
      _ = try await workspace.run("headway pause 2-3")
      try await workspace.task("t3") { $0.blockedOn == "your word" }
      _ = try await workspace.run("headway resume 2-3")
      #expect(try await workspace.run("headway priority 4 5-6 9").code == 0)
      #expect(try await workspace.run("headway cancel last").code == 0)
      try await workspace.task("t8") { $0.end == "cancelled/user" }
      _ = try await workspace.run("headway cancel --group g1 --filter 'state:queued'")
      let left = try await workspace.list().filter { $0.state == "queued" }.map(\.title)
      #expect(left == ["t2", "t4", "t6"])
      _ = try await workspace.run("headway cancel 'job.*'")
      try await eventually("no live task") {
        try await workspace.list().allSatisfy { $0.state == "ended" || $0.state == "cancelling" }
      }
      #expect(try await workspace.run("headway wait --all", within: .seconds(20)).code != 64)
      let none = try await workspace.run("headway cancel 90-99")
      #expect(
        none.code == 1 && none.errorText == "headway: no task matches 90-99; see: headway list\n")
      let wrong = try await workspace.run("headway cancel")
      #expect(wrong.code == 64)
      #expect(wrong.errorText.contains("cancel needs tasks; name some, or use --group"))
      #expect(try await workspace.run("headway clean 1-4").text == "4 tasks cleaned\n")
    }
  }

  @Test("last names the newest task for a command on one task, too")
  func lastOfOne() async throws {
    try await Workspace.use { workspace in
      #expect(
        try await workspace.run("headway send last x").errorText.contains("no task is listed"))
      try await workspace.run("headway submit -- sleep 300; headway submit --title Cat -- cat")
      try await workspace.task("Cat") { $0.waitingForInput == "input" }
      #expect(try await workspace.run("headway send last hello").code == 0)
      try await eventually("the echo") {
        try await workspace.run("headway logs last").text.contains("hello")
      }
      let answer = try await workspace.run("headway answer last stop")
      #expect(answer.code != 0 && !answer.errorText.contains("no task"), "\(answer.errorText)")
    }
  }

  @Test("show prints everything about a task, also once only the record has it")
  func show() async throws {
    try await Workspace.use { workspace in
      _ = try await workspace.run("headway run --title Bad --group ml -- sh -c 'kill -PIPE $$'")
      try await workspace.task("Bad") { $0.state == "ended" }
      _ = try await workspace.run("headway ack 1")
      let shown = try await workspace.run("headway show 1").text
      #expect(shown.contains("failed: killed by SIGPIPE"))
      #expect(
        shown.contains("group       ml") && shown.contains("command     sh -c 'kill -PIPE $$'"))
      #expect(try await workspace.run("headway show 99").code == 1)
    }
  }

  @Test("list measures processor time and memory when a column asks for it")
  func measured() async throws {
    try await Workspace.use { workspace in
      _ = try await workspace.run("headway submit --title idle -- sleep 60")
      _ = try await workspace.run("headway submit --title busy -- sh -c 'while :; do :; done'")
      let command = "headway list --columns title,cpu,memory --sort cpu"
      try await eventually("the busy task uses a processor") {
        let lines = try await workspace.run(command).text.split(separator: "\n")
        guard lines.count == 3 else { return false }
        let cells = lines.map { $0.split(separator: " ").map(String.init) }
        return cells[1][0] == "busy" && (Int(cells[1][1].dropLast()) ?? 0) >= 10
          && cells[1].last == "MiB" && cells[2][0] == "idle" && cells[2][1] == "0%"
      }
      // The memory is that of one sleep, and not of the supervisor.
      let idle = try await workspace.run("headway list --columns memory --filter title:idle").text
      let words = idle.split(whereSeparator: \.isWhitespace)
      #expect(words.last == "KiB" || (Double(words[1]) ?? .infinity) < 8, "\(words)")
      _ = try await workspace.run("headway cancel --force --all --yes")
    }
  }

  @Test("list and history have columns, an order and colours")
  func tables() async throws {
    try await Workspace.use { workspace in
      // Without a hub the first task could be in the spool when the second one gets its number.
      _ = try await workspace.run("headway hub start")
      for title in ["b", "a"] {
        _ = try await workspace.run("headway run --title \(title) -- true")
      }
      let list = try await workspace.run("headway list --columns title,n --sort title")
      #expect(
        list.text.split(separator: "\n").map(String.init).dropFirst() == ["a      2", "b      1"])
      let reversed = try await workspace.run("headway history --columns n --reverse --limit 2")
      #expect(reversed.text == "N\n2\n1\n")
      let coloured = try await workspace.run("headway list --color always")
      #expect(coloured.text.contains("\u{1B}[32mcompleted"))
      #expect(!(try await workspace.run("headway list")).text.contains("\u{1B}"))
      #expect(try await workspace.run("headway list --columns x").code == 64)
    }
  }

  @Test("an update that asks for less progress is told so, and how to begin anew")
  func progressKept() async throws {
    try await Workspace.use { workspace in
      let job = try await workspace.run(
        "headway run --title P -- sh -c 'headway update --percent 75; headway update --percent 50; "
          + "headway update --percent 5 --phase two'")
      let words =
        "headway: progress doesn't go back within a phase; to start from 0, add --phase NAME\n"
      #expect(job.code == 0 && job.text + job.errorText == words)
    }
  }

  @Test("logs reach earlier attempts, and several tasks below headings")
  func logs() async throws {
    try await Workspace.use { workspace in
      let script =
        "n=$(cat n 2>/dev/null || echo 0); n=$((n + 1)); echo $n >n; echo attempt $n; exit 1"
      _ = try await workspace.run("headway submit --title A -- sh -c '\(script)'")
      try await workspace.task("A") { $0.state == "ended" }
      _ = try await workspace.run("headway restart 1")
      try await workspace.task("A") { $0.state == "ended" && $0.attempt == 2 }
      #expect(try await workspace.run("headway logs 1").text.contains("attempt 2"))
      #expect(try await workspace.run("headway logs 1 --attempt 1").text.contains("attempt 1"))
      let missing = try await workspace.run("headway logs 1 --attempt 7")
      #expect(missing.code == 1 && missing.errorText.contains("no output of attempt 7"))
      _ = try await workspace.run("headway run --title B -- echo other")
      let both = try await workspace.run("headway logs 1 2").text
      #expect(
        both.contains("==> 1 A <==") && both.contains("==> 2 B <==") && both.contains("other"))
    }
  }
}

/// `headway wait --state`, and the tasks that join a group.
@Suite(.fewAtATime) struct WaitTests {
  @Test("a wait for a group covers what is added to it meanwhile, across a killed hub")
  func joining() async throws {
    try await Workspace.use { workspace in
      let body = "until [ -e \\$0 ]; do sleep .05; done; exit"
      try await workspace.run("headway submit --group g --create -- sh -c \"\(body) 2\" one")
      let wait = try workspace.start("exec headway wait --group g")
      try await workspace.run("headway submit --group g -- sh -c \"\(body) 5\" two")
      try await workspace.run("headway submit -- sh -c 'exit 9'")
      try await HubProcess(workspace).kill9()
      try await workspace.run(
        "touch one; headway wait 1; headway submit --group g -- true; touch two")
      #expect(try await wait.outcome().code == 5)
    }
  }

  @Test("a wait for a state ends in it, past it, or with the task's status")
  func states() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit --hold -- sh -c 'sleep 60'")
      let running = try workspace.start("exec headway wait --state running 1")
      let queued = try workspace.start("exec headway wait --state queued 1")
      try await workspace.run("headway resume 1")
      #expect(try await running.outcome().code == 0)
      #expect(try await queued.outcome().code == 0)
      let paused = try workspace.start("exec headway wait --state paused 1")
      try await workspace.run("headway pause 1")
      #expect(try await paused.outcome().code == 0)
      try await workspace.run("headway submit --hold -- true; headway cancel 2; headway wait 2")
      #expect(try await workspace.run("headway wait --state running 2").code == 130)
      #expect(try await workspace.run("headway wait --state running 9").code == 1)
      #expect(try await workspace.run("headway wait --state done 1").code == 64)
    }
  }
}
