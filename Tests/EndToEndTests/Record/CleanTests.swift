import Foundation
import Testing
import TestHarness
import TestProcesses

/// `headway clean`, and `[record]`.
@Suite(.fewAtATime) struct CleanTests {
  private static func logs(_ workspace: Workspace) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: workspace.logs).count) ?? 0
  }

  @Test("what was cancelled just before is over for it")
  func cleanAtOnce() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        for i in 1 2 3 4 5; do
          number=$(headway submit --at +1h -- true); headway cancel $number; headway clean --all
        done
        """)
      let line = "1 task cleaned\n"
      #expect(outcome.text == String(repeating: line, count: 5), "\(outcome.errorText)")
    }
  }

  @Test("ended tasks go with their logs; live ones stay; no number is given twice")
  func clean() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway run -- echo one; headway run -- sh -c 'echo two; exit 3'; headway run -- echo three
        headway clean --successful; headway clean 2; headway clean --all
        """
      let outcome = try await workspace.run(script)
      #expect(
        outcome.text.hasSuffix("three\n2 tasks cleaned\n1 task cleaned\nnothing to clean\n"),
        "\(outcome.text) \(outcome.errorText)")
      #expect(try await workspace.list(all: true).isEmpty && Self.logs(workspace) == 0)
      try await HubProcess(workspace).kill9()
      _ = try workspace.start("exec headway run --title live -- sleep 300")
      let live = try await workspace.task("live") { $0.state == "running" }
      #expect(live.number == 4)
      let refused = try await workspace.run("headway clean 4")
      #expect(refused.code == 1 && refused.errorText.contains("headway cancel 4"))
      #expect(try await workspace.run("headway clean --filter live").text == "nothing to clean\n")
      #expect(try await workspace.list().map(\.number) == [4] && Self.logs(workspace) == 1)
    }
  }

  @Test("the logs of every attempt go")
  func attempts() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "headway submit -- sh -c 'exit 3'; headway wait 1; headway restart 1; headway wait 1")
      #expect(Self.logs(workspace) == 2)
      let outcome = try await workspace.run("headway clean --failed")
      #expect(outcome.text == "1 task cleaned\n" && Self.logs(workspace) == 0)
    }
  }

  @Test("without a terminal, everything goes only with --all; a dry run changes nothing")
  func everything() async throws {
    try await Workspace.use { workspace in
      let jobs = "for i in 1 2 3; do headway run --title \"job $i\" -- echo $i; done"
      try await workspace.run(jobs)
      for command in ["clean", "clean --yes", "clean --filter ' '"] {
        let refused = try await workspace.run("headway \(command)")
        #expect(refused.code == 64 && refused.errorText.contains("--all"), "\(refused.errorText)")
      }
      let dry = try await workspace.run("headway clean --dry-run")
      #expect(dry.code == 0 && dry.text.contains("job 1") && dry.text.contains("job 3"))
      #expect(
        dry.text.hasSuffix("would delete 3 tasks and their 3 logs (6 B); nothing was changed\n"),
        "\(dry.text)")
      let one = try await workspace.run("headway clean --dry-run 2")
      #expect(one.text.hasSuffix("would delete 1 task and its log (2 B); nothing was changed\n"))
      #expect(try await workspace.list(all: true).count == 3 && Self.logs(workspace) == 3)
      #expect(try await workspace.run("headway clean --all").text == "3 tasks cleaned\n")
      #expect(try await workspace.list(all: true).isEmpty && Self.logs(workspace) == 0)
      #expect(try await workspace.run("headway clean --all --dry-run").text == "nothing to clean\n")
    }
  }

  @Test("a task that a queued one depends on is not counted, and stays")
  func awaited() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "headway run -- true; headway run -- true; headway submit --at +1h --after 2 -- true")
      let dry = try await workspace.run("headway clean --dry-run")
      #expect(dry.text.contains("would delete 1 task "), "\(dry.text)")
      #expect(try await workspace.run("headway clean --all").text == "1 task cleaned\n")
      #expect(try await workspace.list(all: true).map(\.number) == [2, 3])
    }
  }

  @Test("on a terminal the question says how much goes, and only y deletes it")
  func question() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("for i in 1 2 3; do headway run -- echo $i; done")
      let pane = try await TmuxServer(workspace).pane(columns: 120)
      let question = "Delete 3 tasks and their 3 logs (6 B) for good? There is no undo. [y/N]"
      try await pane.wait(for: "$")
      for answer in ["n", "", "yesno"] {
        try await pane.type("clear; headway clean; echo code $?")
        let screen = try await pane.wait(for: question)
        #expect(screen.contains("echo 1") && screen.contains("echo 3"))
        try await pane.type(answer)
        try await pane.wait(for: "code 1")
        #expect(try await pane.screen().contains("headway: nothing was cleaned"))
      }
      try await pane.type("clear; headway clean")
      try await pane.wait(for: question)
      try await pane.send("C-c")
      try await pane.type("echo code $?")
      try await pane.wait(for: "code 130")
      #expect(try await workspace.list(all: true).count == 3)
      try await pane.type("clear; headway clean --all")
      try await pane.wait(for: question)
      try await pane.type("y")
      try await pane.wait(for: "3 tasks cleaned")
      #expect(try await workspace.list(all: true).isEmpty && Self.logs(workspace) == 0)
    }
  }

  @Test("on a terminal more than ten tasks are asked about once, --yes asks nothing")
  func many() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("for i in $(seq 24); do headway submit -- true; done")
      try await eventually("the ends") {
        try await workspace.list().allSatisfy { $0.state == "ended" }
      }
      let pane = try await TmuxServer(workspace).pane(columns: 120, rows: 40)
      try await pane.wait(for: "$")
      try await pane.type("clear; headway clean 1 2")
      try await pane.wait(for: "2 tasks cleaned")
      try await pane.type("clear; headway clean $(seq 3 13); echo code $?")
      try await pane.wait(for: "Delete 11 tasks")
      try await pane.type("n")
      try await pane.wait(for: "code 1")
      try await pane.type("clear; headway clean --successful")
      let screen = try await pane.wait(for: "Delete 22 tasks")
      #expect(screen.contains("and 2 that ended earlier"), "\(screen)")
      try await pane.type("y")
      try await pane.wait(for: "22 tasks cleaned")
      try await workspace.run("for i in 1 2; do headway run -- true; done")
      try await pane.type("clear; headway clean --yes")
      try await pane.wait(for: "2 tasks cleaned")
    }
  }

  @Test("a task that ended while the question stood was not asked about, and stays")
  func endedMeanwhile() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway run -- true")
      let job = try workspace.start(
        "exec headway run --title late -- sh -c 'until [ -e go ]; do sleep 0.05; done'")
      try await workspace.task("late") { $0.state == "running" }
      let pane = try await TmuxServer(workspace).pane(columns: 120)
      try await pane.wait(for: "$")
      try await pane.type("clear; headway clean")
      try await pane.wait(for: "Delete 1 task")
      // The limit is in whole seconds: the end comes more than one after the question.
      try await workspace.run("sleep 2; touch go")
      #expect(try await job.outcome().code == 0)
      try await pane.type("y")
      try await pane.wait(for: "1 task cleaned")
      #expect(try await workspace.list(all: true).map(\.title) == ["late"])
    }
  }

  @Test("misuse is said in one line")
  func misuse() async throws {
    try await Workspace.use { workspace in
      let cases: [(String, Int32)] = [
        ("clean 7", 1), ("clean 7 --failed", 64), ("clean --failed --successful", 64),
        ("clean --filter colour:red", 64), ("clean", 64), ("clean --yes", 64),
        ("clean --filter ''", 64), ("clean --all 7", 64), ("clean --all --failed", 64),
        ("clean --dry-run 7", 1),
      ]
      for (command, status) in cases {
        let outcome = try await workspace.run("headway \(command)")
        #expect(outcome.code == status, "\(command)")
        #expect(outcome.errorText.contains(#/^headway: [^\n]*\n$/#), "\(outcome.errorText)")
      }
    }
  }

  @Test("the record keeps as much as the config says")
  func retention() async throws {
    let config = "[record]\nkeep-tasks = 2\n[monitor]\nkeep-ended = \"0s\"\n"
    try await Workspace.use(config: config) { workspace in
      try await workspace.run("for i in 1 2 3 4 5; do headway run -- echo $i; done")
      try await eventually("two are left") {
        let tasks = try await workspace.list(all: true)
        return tasks.map(\.title) == ["echo 4", "echo 5"] && Self.logs(workspace) == 2
      }
    }
  }
}
