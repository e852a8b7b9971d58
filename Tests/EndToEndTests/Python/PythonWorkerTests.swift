import Glibc
import Testing
import TestHarness
import TestProcesses

/// `demo/python/headway.py` with a hub that is well.
@Suite(.fewAtATime) struct PythonWorkerTests {
  @Test("a card begins, moves, changes its words and completes")
  func moves() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        with headway.task("Export", total=3, unit="clips", identifier="a.b", phase="one") as task:
            task.subtitle = "first"
            task.advance()
            until("go")
            task.phase, task.total = "two", 8
            task.completed = 5
            eventually(lambda: task.number)
            until("end")
        print(task.number)
        """)
      let first = try await workspace.task("Export") { $0.completed == 1 && $0.total == 3 }
      #expect(first.state == "running" && first.unit == "clips" && first.identifier == "a.b")
      #expect(first.subtitle == "first" && first.phase == "one" && first.pid == program.pid)
      try await workspace.run("touch go")
      try await workspace.task("Export") {
        $0.completed == 5 && $0.total == 8 && $0.phase == "two"
      }
      try await workspace.run("touch end")
      let outcome = try await program.outcome()
      #expect(outcome.code == 0 && outcome.errorText == "" && outcome.line == "\(first.number)")
      let last = try await workspace.task("Export") { $0.state == "ended" }
      #expect(last.end == "completed" && last.key == first.key && last.completed == 5)
    }
  }

  @Test("a state is shown, and a word that is none is an error of the program")
  func states() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        with headway.task("Agent") as task:
            task.state, task.subtitle = "permission", "Run it?"
            until("go")
            task.state = "working"
            until("end")
            try:
                task.state = "asleep"
            except ValueError as error:
                print(error)
        """)
      let asking = try await workspace.task("Agent") { $0.programState == "permission" }
      #expect(asking.subtitle == "Run it?")
      try await workspace.run("touch go")
      try await workspace.task("Agent") { $0.programState == nil && $0.state == "running" }
      try await workspace.run("touch end")
      let outcome = try await program.outcome()
      #expect(outcome.code == 0 && outcome.line.hasPrefix("state must be one of working, idle"))
    }
  }

  @Test("how the block is left is how the task ends")
  func ends() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let outcome = try await workspace.runPython(
        """
        def left(title, how):
            try:
                with headway.task(title) as task:
                    how(task)
            except BaseException as error:
                print(type(error).__name__)

        def fail(task): raise ValueError("no such clip\\nat all")
        def interrupt(task): raise KeyboardInterrupt
        left("returned", lambda task: None)
        left("raised", fail)
        left("interrupted", interrupt)
        left("left", lambda task: sys.exit(0))
        left("left with 3", lambda task: sys.exit(3))
        left("said", lambda task: task.end("failed", exit_code=7))
        forgotten = headway.begin("forgotten", total=1)
        forgotten.advance()
        """)
      #expect(outcome.code == 0 && outcome.errorText == "")
      #expect(outcome.text == "ValueError\nKeyboardInterrupt\nSystemExit\nSystemExit\n")
      let tasks = try await workspace.list()
      #expect(
        tasks.map { "\($0.title): \($0.end) \($0.exitCode ?? 0)" } == [
          "returned: completed 0", "raised: failed 0", "interrupted: cancelled/terminal 0",
          "left: completed 0", "left with 3: failed 3", "said: failed 7", "forgotten: lost 0",
        ])
      #expect(tasks.first { $0.title == "raised" }?.subtitle == "ValueError: no such clip")
    }
  }

  @Test("an uncaught exception fails what is open; killed, it is lost")
  func deaths() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let outcome = try await workspace.runPython("headway.begin('open')\n1 / 0")
      #expect(outcome.code == 1)
      let task = try await workspace.task("open") { $0.end == "failed" }
      #expect(task.subtitle == "ZeroDivisionError: division by zero")
      let program = try workspace.startPython("headway.begin('killed')\nuntil('never')")
      try await workspace.task("killed")
      program.send(SIGKILL)
      try await workspace.task("killed") { $0.end == "lost" }
    }
  }

  @Test("a cancel reaches the program, which cleans up and ends as cancelled")
  func cancelled() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        try:
            with headway.task("Long", total=10) as task:
                while True:
                    task.heartbeat()
                    task.check_cancelled()
                    time.sleep(0.005)
        except headway.Cancelled as cancelled:
            print("cleaning up after", cancelled.reason)
        with headway.task("Asks", total=10) as task:
            eventually(lambda: task.cancelled)
        with headway.task("Deaf", total=1) as task:
            until("cancelled")
            task.advance()
        with headway.task("Uncaught") as task:
            while True:
                task.check_cancelled()
                time.sleep(0.005)
        """)
      for title in ["Long", "Asks", "Deaf"] {
        let task = try await workspace.task(title)
        #expect(try await workspace.run("headway cancel \(task.number)").code == 0)
        if title == "Deaf" { try await workspace.run("touch cancelled") }
        let last = try await workspace.task(title) { $0.state == "ended" }
        #expect(last.end == (title == "Deaf" ? "completed" : "cancelled/user"))
      }
      let number = try await workspace.task("Uncaught").number
      try await workspace.run("headway cancel \(number)")
      let outcome = try await program.outcome()
      #expect(outcome.code == 1 && outcome.errorText.contains("headway.Cancelled: user"))
      #expect(outcome.text == "cleaning up after user\n")
      try await workspace.task("Uncaught") { $0.end == "cancelled/user" }
    }
  }

  @Test("what is no number, or no text, does no harm")
  func nonsense() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let outcome = try await workspace.runPython(
        #"""
        def done(title, total, *steps):
            task = headway.begin(title, total=total)
            for step in steps:
                task.advance(step)
            task.end()

        done("nan", float("nan"), float("nan"), 3, float("inf"))
        done("negative", -7, 5, -2)
        done("over", 5, 9)
        done("huge", 10**40, 10**30)
        done("share", 1.0, 0.125, 0.125)
        task = headway.begin("set")
        task.completed, task.total = float("nan"), float("inf")
        task.end()
        words = "\0\x1b[31m" + "\ud800\u202e" + "x" * 1_000_000
        with headway.task("Words" + words, subtitle=words, unit=words, phase=words) as task:
            task.title = "Words" + words
            task.subtitle = words
        """#)
      #expect(outcome.code == 0 && outcome.errorText == "")
      let tasks = try await workspace.list()
      #expect(tasks.map(\.end) == Array(repeating: "completed", count: 7))
      #expect(tasks[0].completed == 3 && tasks[0].total == nil)
      #expect(tasks[1].completed == 3 && tasks[1].total == nil)
      #expect(tasks[2].completed == 5 && tasks[2].total == 5)
      #expect(tasks[3].total == .max && tasks[3].completed == .max)
      #expect(tasks[4].completed == 2500 && tasks[4].unit == "%" && tasks[4].fraction == 0.25)
      #expect(tasks[5].completed == nil && tasks[5].total == nil)
      #expect(tasks[6].title.hasPrefix("Words[31m") && tasks[6].title.count == 200)
    }
  }

  @Test("threads count together, over one connection and one thread more")
  func threads() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let outcome = try await workspace.runPython(
        """
        before = threading.active_count()
        tasks = [headway.begin("T%d" % i, total=80_000) for i in range(3)]
        def count():
            for _ in range(10_000):
                for task in tasks:
                    task.advance()
        threads = [threading.Thread(target=count) for _ in range(8)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print(before, threading.active_count())

        for task in tasks: task.end()
        """)
      #expect(outcome.line == "1 2" && outcome.errorText == "")
      #expect(try await workspace.list().map(\.completed) == [80_000, 80_000, 80_000])
    }
  }

  @Test("under headway run: the first task is the command's own card, the others are part of it")
  func underRun() async throws {
    try await Workspace.use { workspace in
      let program = try workspace.startPython(
        """
        with headway.task("Hash", total=4, unit="files", subtitle="a") as task:
            task.advance(3)
            other = headway.begin("Beside", total=2)
            until("go")
            other.end()
        with headway.task("Hash", total=9) as task:
            task.advance()
            until("end")
        sys.exit(5)
        """, under: "headway run --title Job --")
      let job = try await workspace.task("Job") { $0.completed == 3 }
      #expect(job.total == 4 && job.phase == "Hash" && job.subtitle == "a" && job.unit == "files")
      let other = try await workspace.task("Beside")
      #expect(other.parent == job.key)
      try await workspace.run("touch go")
      try await workspace.task("Job") { $0.completed == 1 && $0.total == 9 }
      try await workspace.run("touch end")
      #expect(try await program.outcome().code == 5)
      let last = try await workspace.task("Job") { $0.state == "ended" }
      #expect(last.end == "failed" && last.exitCode == 5)
      #expect(try await workspace.list().count == 2)
    }
  }

  @Test("the examples do their work, with and without a hub")
  func examples() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        """
        mkdir -p texts/more
        seq 5000 >texts/numbers; printf 'once twice twice\\n' >texts/more/words
        gzip -c texts/more/words >texts/words.gz; : >texts/empty; ln -s numbers texts/link
        """)
      let script = """
        export PYTHONDONTWRITEBYTECODE=1
        \(Workspace.pythonFolder)/checksum.py texts >sums && sha256sum --check --quiet sums \
          && wc -l <sums && \(Workspace.pythonFolder)/wordcount.py texts
        """
      let expected = "4\n        4 twice\n        2 once\n"
      let without = try await workspace.run(script)
      #expect(without.text == expected && without.errorText == "")
      try await HubProcess.start(workspace)
      let with = try await workspace.run(script)
      #expect(with.text == expected && with.errorText == "")
      let task = try await workspace.task("Checksums of texts") { $0.end == "completed" }
      #expect(task.phase == "hashing" && task.fraction == 1)
    }
  }
}
