import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

@Suite("headway submit")
struct QueueTests {
  private static let oneSlot = "[queue]\nslots = 1\n[resources]\ngpu = 1\n"

  @Test(
    "a command gets the directory, the environment, the umask and its bytes; nothing of the hub")
  func surroundings() async throws {
    try await Workspace.use { workspace in
      let script = #"""
        umask 027; ulimit -Sn 333; export COLOUR=$'caf\xe9'; mkdir -p here; cd here
        number=$(headway submit -- sh -c 'pwd; umask; ulimit -Sn; printf %s "$COLOUR$1" | od -An -tx1; \
          tty >/dev/null && echo terminal; ls -l /proc/self/fd | wc -l' sh $'\xff') && echo "$number"
        headway wait "$number"
        """#
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "1\n" && outcome.code == 0, "\(outcome.errorText)")
      let log = try #require(workspace.onlyLog())
      let words = log.split(whereSeparator: \.isWhitespace).map(String.init)
      #expect(words.first == "\(workspace.work)/here")
      // ls has 0, 1, 2 and the directory, and a line of its own: nothing of the hub.
      #expect(
        words.dropFirst() == ["0027", "333", "63", "61", "66", "e9", "ff", "terminal", "5"])
    }
  }

  @Test("it returns at once, whoever waits for the end of its output")
  func returnsAtOnce() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("x=$(headway submit -- sleep 300); echo got $x")
      #expect(outcome.text == "got 1\n")
      let running = try await workspace.task("sleep 300") { $0.state == "running" }
      #expect(running.foreground == false)
    }
  }

  @Test("one after the other, by priority, with the place and what each waits for to be seen")
  func order() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway submit --title blocker -- sh -c 'until [ -e go ]; do sleep .05; done'
        headway submit --title second -- sh -c 'echo second >>order'
        headway submit --title first --priority 5 -- sh -c 'echo first >>order'
        headway submit --title third --after 2 -- sh -c 'echo third >>order'
        """
      #expect(try await workspace.run(script).text == "1\n2\n3\n4\n")
      let third = try await workspace.task("third") { $0.state == "queued" }
      #expect(third.position == nil && third.blockedOn == "task 2")
      let second = try await workspace.task("second")
      #expect(second.position == 2 && second.blockedOn == "a free slot")
      #expect(try await workspace.task("first").position == 1)
      let end = try await workspace.run("touch go; headway wait --all; cat order")
      #expect(end.text == "first\nsecond\nthird\n")
    }
  }

  @Test("one GPU goes to one at a time, by its index; more than there is isn't permitted")
  func resources() async throws {
    try await Workspace.use(config: "[queue]\nslots = 8\n[resources]\ngpu = 1\n") { workspace in
      let script = """
        for job in a b c; do
          headway submit --title $job --needs gpu -- sh -c \
            'mkdir busy && echo $HEADWAY_GPU $CUDA_VISIBLE_DEVICES && sleep .1 && rmdir busy' >/dev/null
        done
        headway wait --all
        """
      #expect(try await workspace.run(script).code == 0)
      let needless: [(String, Int32)] = [("gpu=2", 77), ("tpu", 77), ("gpu=0", 64), ("gpu=-1", 64)]
      for (needs, status) in needless {
        let outcome = try await workspace.run("headway submit --needs \(needs) true")
        #expect(outcome.code == status, "\(needs)")
        #expect(outcome.errorText.contains(#/^headway: [^\n]*\n$/#), "\(outcome.errorText)")
      }
    }
  }

  @Test("of three that need the one GPU one runs, and the others say what they wait for")
  func waitForResource() async throws {
    try await Workspace.use(config: "[queue]\nslots = 8\n[resources]\ngpu = 1\n") { workspace in
      let script = """
        for job in a b c; do
          headway submit --title $job --needs gpu -- sh -c \
            "until [ -e go-$job ]; do sleep .05; done; echo $job \\$HEADWAY_GPU \\$CUDA_VISIBLE_DEVICES >>out"
        done
        headway submit --title other -- true; headway wait 4
        """
      #expect(try await workspace.run(script).text == "1\n2\n3\n4\n")
      for (running, waiting) in [("a", ["b", "c"]), ("b", ["c"]), ("c", [])] {
        try await workspace.task(running) { $0.state == "running" }
        for (index, title) in waiting.enumerated() {
          let task = try await workspace.task(title)
          #expect(task.state == "queued" && task.blockedOn == "gpu" && task.position == index + 1)
        }
        let lines = try await workspace.run("headway list").text
        #expect(
          lines.split(separator: "\n").count { $0.contains("waits for gpu") } == waiting.count)
        try await workspace.run("touch go-\(running)")
        try await workspace.task(running) { $0.end == "completed" }
      }
      #expect(workspace.read("out") == "a 0 0\nb 0 0\nc 0 0\n")
    }
  }

  @Test("all that a task waits for and was asked for is in the list's JSON and on its open card")
  func allTerms() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n[resources]\ngpu = 1\n") { workspace in
      try await workspace.run(
        """
        headway submit --title first --needs gpu -- sleep 300
        headway submit --title second --after 1 --at '2126-01-01 10:00' --when 'load<0.0001' \
          --needs gpu --retry 2 -- true
        """)
      try await workspace.task("first") { $0.state == "running" }
      let task = try await workspace.task("second")
      #expect(
        task.waitsFor == [
          "task 1", "until 2126-01-01 10:00", "a load below 0.0001", "gpu", "a free slot",
        ])
      #expect(task.blockedOn == "task 1" && task.after == [1] && task.retries == 2)
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway", columns: 60)
      try await monitor.wait(for: "second")
      try await monitor.send("G", "Enter")
      try await monitor.wait(for: #/waits for +task 1, until 2126-01-01 10:00, a load/#)
      try await monitor.wait(for: #/retries +2 left/#)
    }
  }

  @Test("a task that failed says when it is tried again")
  func nextTry() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      try await workspace.run("headway submit --title flaky --retry 3 -- false")
      let task = try await workspace.task("flaky") {
        $0.state == "queued" && $0.retriesAt != nil
      }
      #expect(task.blockedOn?.contains(#/^the next attempt at \d\d:\d\d(:\d\d)?$/#) == true)
      #expect((task.attempt ?? 0) > 1 && (task.retries ?? 0) < 3)
    }
  }

  @Test("--now starts, or is refused with the reason and 75")
  func now() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      #expect(try await workspace.run("headway submit --now sleep 300").code == 0)
      let refused = try await workspace.run("headway submit --now true")
      #expect(refused.code == 75 && refused.errorText.contains("would wait for a free slot;"))
      let later = try await workspace.run("headway submit --now --at 2126-01-01 true")
      #expect(later.code == 75 && later.errorText.contains("would wait until 2126-01-01 00:00;"))
      let held = try await workspace.run(
        "headway run --needs gpu --now -- sh -c 'echo $HEADWAY_GPU'")
      #expect(held.text == "0\n" && held.code == 0)
    }
  }

  @Test("what can't be: cycles, unknown tasks, the past, conditions that are none")
  func badInput() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      _ = try await workspace.run("headway submit sleep 300; headway submit --id a.b true")
      let cases: [(String, Int32)] = [
        ("submit --after 99 true", 1), ("submit --id a.b --after 2 true", 1),
        ("submit --at 2001-01-01 true", 64), ("submit --at soon true", 64),
        ("submit --at 2026-13-45 true", 64), ("submit --when moonlight true", 64),
        ("submit --when 'load<-1' true", 64), ("submit --priority 5000 true", 64),
        ("submit --retry -1 true", 64), ("submit", 64), ("submit 'echo hi | cat'", 64),
        ("priority 1 5", 1), ("switch 2 1", 1), ("restart 2", 1), ("restart 99", 1),
        ("edit 2", 64), ("edit 1 --title x", 1),
      ]
      for (command, status) in cases {
        let outcome = try await workspace.run("headway \(command)")
        #expect(outcome.code == status, "\(command): \(outcome.errorText)")
        #expect(outcome.errorText.contains(#/^headway: [^\n]*\n$/#), "\(command)")
      }
    }
  }

  @Test("a failure is tried again; the number, the card and the waiters stay")
  func retry() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit --retry 1 --title flaky -- sh -c 'echo try; [ -e tried ] || { touch tried; exit 3; }'
        headway wait 1; echo "wait $?"
        """
      let outcome = try await workspace.run(script, within: .seconds(30))
      #expect(outcome.text == "1\nwait 0\n")
      #expect(try await workspace.task("flaky").attempt == 2)
    }
  }

  @Test("restart gives the same number the next attempt; what never was in the queue has none")
  func restart() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit --title once -- sh -c 'echo run >>runs' >/dev/null; headway wait 1
        headway restart 1 && headway wait 1; cat runs
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "run\nrun\n", "\(outcome.errorText)")
    }
  }

  @Test("what was begun by run can't be restarted: the line says how to submit it, and that works")
  func restartOfRun() async throws {
    try await Workspace.use { workspace in
      let refused = try await workspace.run(
        "mkdir 'a b'; cd 'a b'; headway run --title mine -- touch here --; headway restart 1")
      #expect(refused.code == 1 && refused.errorText.contains("wasn't submitted to the queue"))
      #expect(refused.errorText.contains(#/^headway: [^\n]*\n$/#), "\(refused.errorText)")
      let words = refused.errorText.dropLast().split(separator: "; submit it: ").last ?? ""
      #expect(words == "(cd '\(workspace.work)/a b' && headway submit -- touch here --)")
      let again = try await workspace.run("rm 'a b/here'; number=$\(words) && headway wait $number")
      #expect(again.code == 0 && workspace.exists("a b/here"), "\(again.errorText)")
      let script = try await workspace.run(
        "headway run -- sh -c 'true a b'; headway restart 3")
      #expect(script.errorText.hasSuffix("submitted to the queue; run its command again\n"))
    }
  }

  @Test("a queued task can be edited: command, title, place")
  func edit() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway submit --title blocker -- sh -c 'until [ -e go ]; do sleep .05; done' >/dev/null
        headway submit -- sh -c 'echo old >>out' >/dev/null
        headway submit --title other -- sh -c 'echo other >>out' >/dev/null
        headway edit 2 --title renamed && headway edit 2 -- sh -c 'echo new >>out'
        headway switch 2 3; touch go; headway wait --all; cat out
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "other\nnew\n", "\(outcome.errorText)")
      try await workspace.task("renamed") { $0.state == "ended" }
    }
  }

  @Test("a command that isn't there has failed like a shell's, a directory that is gone says so")
  func unlaunchable() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        headway submit --title missing -- no-such-program; headway wait 1; echo $?
        headway submit -- sh -c 'until [ -e open ]; do sleep .02; done'
        mkdir gone; cd gone; headway submit --title homeless -- true
        rmdir ../gone; cd ..; touch open; headway wait 3; echo $?
        """
      #expect(try await workspace.run(script).text == "1\n127\n2\n3\n126\n")
      let missing = try await workspace.task("missing")
      #expect(missing.subtitle?.contains("no-such-program") == true)
      let homeless = try await workspace.task("homeless")
      #expect(homeless.subtitle?.contains("can't enter") == true)
    }
  }

  @Test("run --queue waits here, and Ctrl-C before its turn leaves a cancelled task")
  func runInQueue() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      try await workspace.run(
        "headway submit --title blocker -- sh -c 'until [ -e go ]; do sleep .05; done'")
      let waiting = try workspace.start(
        "exec headway run --queue --title here -- sh -c 'echo ran; exit 4'")
      try await workspace.task("here") { $0.state == "queued" && $0.position == 1 }
      let gone = try workspace.start("exec headway run --queue --title gone -- true")
      try await workspace.task("gone") { $0.state == "queued" }
      gone.send(SIGINT)
      try await workspace.task("gone") {
        $0.end == "cancelled/terminal" && $0.signal == Int(SIGINT)
      }
      #expect(try await gone.outcome().status == .signal(SIGINT))
      try await workspace.run("touch go")
      let outcome = try await waiting.outcome()
      #expect(outcome.text == "ran\n" && outcome.code == 4)
    }
  }

  @Test("run --queue whose terminal is closed before its turn has it all the same, and its output")
  func closedBeforeItsTurn() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      try await workspace.run(
        "headway submit --title blocker -- sh -c 'until [ -e go ]; do sleep .05; done'")
      let pane = try await TmuxServer(workspace).pane()
      try await pane.type("headway run --queue --title here -- sh -c 'echo ran; test -t 1; exit 4'")
      try await workspace.task("here") { $0.state == "queued" && $0.position == 1 }
      try await pane.close()
      try await workspace.run("touch go")
      let ended = try await workspace.task("here") { $0.state == "ended" }
      #expect(ended.end == "failed" && ended.exitCode == 4)
      let log = try await workspace.run("headway logs 2").text
      #expect(log.contains("ran"), "\(log)")
    }
  }

  @Test("run --queue whose dependency has failed, or fails, leaves with status 1 and says why")
  func runAfterFailure() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit -- false >n; headway wait $(cat n)")
      let late = try await workspace.run("headway run --queue --after $(cat n) -- echo ran")
      #expect(late.code == 1 && !late.text.contains("ran\n"))
      try await workspace.run(
        "headway submit -- sh -c 'until [ -e go ]; do sleep .05; done; exit 3' >n")
      let waiting = try workspace.start(
        "exec headway run --queue --after $(cat n) --title here -- echo ran")
      try await workspace.task("here") { $0.state == "queued" }
      try await workspace.run("touch go")
      let outcome = try await waiting.outcome()
      #expect(outcome.code == 1 && !outcome.text.contains("ran\n"))
    }
  }

  @Test("a directory whose name is no text is one like any other")
  func directoryOfBytes() async throws {
    try await Workspace.use { workspace in
      let script = #"""
        mkdir $'a\xff' && cd $'a\xff' && headway submit -- touch here && headway wait 1 && ls
        """#
      let listing = try await workspace.run(script).text
      #expect(listing == "1\nhere\n")
    }
  }

  @Test("with a mistake in the config nothing is queued, and the line says both")
  func mistakenConfig() async throws {
    try await Workspace.use(config: "[queue]\nslot = 1\n") { workspace in
      let outcome = try await workspace.run("headway submit true")
      let words = outcome.errorText
      #expect(
        words.contains("line 2, column 1") && words.hasSuffix("(nothing was queued)\n"), "\(words)")
      #expect(outcome.code == 64 && outcome.text.isEmpty)
    }
  }

  @Test("a directory that is gone is refused: the command would run somewhere else")
  func goneDirectory() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "mkdir gone; cd gone; rmdir ../gone; headway submit -- pwd 2>&1")
      #expect(outcome.code == 70 && outcome.text.contains("the current directory was deleted"))
      #expect(try await workspace.list().isEmpty)
    }
  }

  @Test("each of several that the hub launched can be cancelled after kill -9 of the hub")
  func cancelledAfterKill() async throws {
    try await Workspace.use(config: "[queue]\nslots = 3\n") { workspace in
      try await workspace.run(
        "for n in 1 2 3; do headway submit --title s$n -- sleep 600 >/dev/null; done")
      for title in ["s1", "s2", "s3"] {
        try await workspace.task(title) { $0.state == "running" }
      }
      for hub in workspace.processes("headwayd") { kill(hub, SIGKILL) }
      try await workspace.run("headway list >/dev/null; headway cancel 1; headway cancel 3")
      for title in ["s1", "s3"] {
        try await workspace.task(title) { $0.end == "cancelled/user" }
      }
      #expect(try await workspace.task("s2").state == "running")
      try await workspace.run("headway cancel 2")
      try await workspace.task("s2") { $0.end == "cancelled/user" }
    }
  }

  @Test("kill -9 of the hub: what runs goes on, what waits keeps its place, nothing twice")
  func hubKilled() async throws {
    try await Workspace.use(config: Self.oneSlot) { workspace in
      let script = """
        for n in 1 2 3 4 5 6; do headway submit -- sh -c "echo $n >>runs; sleep .2" >/dev/null; done
        """
      try await workspace.run(script)
      for _ in 0..<4 {
        let before = workspace.read("runs").count
        for hub in workspace.processes("headwayd") { kill(hub, SIGKILL) }
        try await workspace.run("headway list >/dev/null")
        try await eventually("another one runs", within: .seconds(15)) {
          workspace.read("runs").count > before || before == 12 ? true : nil
        }
      }
      let outcome = try await workspace.run("headway wait --all; cat runs")
      #expect(outcome.text == "1\n2\n3\n4\n5\n6\n")
      let tasks = try await workspace.list()
      #expect(tasks.allSatisfy { $0.end == "completed" } && tasks.count == 6)
    }
  }
}

extension Workspace {
  /// The text of the only output log there is.
  fileprivate func onlyLog() -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: logs)) ?? []
    guard names.count == 1, let name = names.first else { return nil }
    return FileManager.default.contents(atPath: "\(logs)/\(name)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
