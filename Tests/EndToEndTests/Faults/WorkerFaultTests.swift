import Glibc
import Testing
import TestHarness
import TestProcesses

/// Rows 3 and 4, 15 to 17 of the fault matrix: supervisors that die, and children that won't.
@Suite(.fewAtATime) struct WorkerFaultTests {
  @Test("kill -9 the supervisor: lost within a second; the command is hung up on, as by a terminal")
  func supervisorKilled() async throws {
    try await Workspace.use { workspace in
      let job = try workspace.start("exec headway run --title J -- sleep 300")
      try await workspace.task("J") { $0.state == "running" }
      try await eventually("sleep") { !workspace.processes("sleep 300").isEmpty }
      job.send(SIGKILL)
      try await workspace.task("J", within: .seconds(1)) { $0.end == "lost" }
      _ = try await job.outcome()
      try await eventually("no sleep") { workspace.processes("sleep 300").isEmpty }
      #expect(try await workspace.run("headway wait 1").code == 70)
    }
  }

  @Test("a command that ignores the hangup outlives its supervisor")
  func commandOutlives() async throws {
    try await Workspace.use { workspace in
      let job = try workspace.start(
        "exec headway run --title J -- nohup sh -c 'echo >ready; while [ ! -e stop ]; "
          + "do sleep 0.05; done; echo >finished'")
      try await workspace.task("J") { $0.state == "running" }
      try await eventually("the command") { workspace.exists("ready") }
      job.send(SIGKILL)
      try await workspace.task("J", within: .seconds(1)) { $0.end == "lost" }
      try await workspace.run("touch stop")
      try await eventually("its own end") { workspace.exists("finished") }
      #expect(try await workspace.list().map(\.end) == ["lost"])
    }
  }

  @Test("500 children that print and exit: every byte and the right status")
  func printAndExit() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway hub start")
      let outcome = try await workspace.run(
        """
        for i in $(seq 500); do
          out=$(headway run -- sh -c "printf 'line $i\\nend'; exit $((i % 256))")
          [ $? = $((i % 256)) ] && [ "$out" = "line $i
        end" ] || echo "wrong: $i"
        done
        """, within: .seconds(60))
      #expect(outcome.text == "" && outcome.errorText == "")
      try await eventually("500 ends") {
        let tasks = try await workspace.list(all: true)
        return tasks.count == 500
          && tasks.allSatisfy { $0.state == "ended" && $0.exitCode == $0.number % 256 }
      }
    }
  }

  @Test("in a terminal, too: every byte of 60 children that print and exit")
  func printAndExitInTerminal() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        mkfifo never; exec 8<>never
        for i in $(seq 60); do
          script -qec "headway run -- sh -c 'seq $i; exit $i'" /dev/null <&8 >out
          [ $? = $i ] && [ "$(tr -d '\\r' <out)" = "$(seq $i)" ] || echo "wrong: $i"
        done
        """, within: .seconds(60))
      #expect(outcome.text == "")
    }
  }

  @Test("setsid, background and job-control grandchildren are gone after a cancel")
  func grandchildren() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type(
        "headway run --title J --grace 1s -- bash -mc '"
          + "setsid sleep 301 & sleep 302 & (setsid sh -c \"trap : TERM; sleep 303; sleep 303\" &) "
          + "; (trap \"\" TERM HUP; exec setsid sleep 304) & sleep 305; wait'")
      try await eventually("five sleeps") {
        (301...305).allSatisfy { !workspace.processes("sleep \($0)").isEmpty }
      }
      try await workspace.task("J") { $0.state == "running" }
      try await workspace.run("headway cancel 1")
      try await workspace.task("J") { $0.end == "cancelled/user" }
      let left = (301...305).flatMap { workspace.processes("sleep \($0)") }
      #expect(left.isEmpty, "\(left.map(ProcessTable.arguments))")
    }
  }

  @Test("TERM ignored: killed when the grace is over, not before")
  func deaf() async throws {
    try await Workspace.use { workspace in
      let job = try workspace.start(
        "headway run --title J --grace 2s -- bash -c 'trap \"echo asked\" TERM; echo ready; "
          + "while :; do sleep 0.05; done'; echo $? >status")
      try await eventually("ready") { job.outputText == "ready\n" }
      try await workspace.task("J") { $0.state == "running" }
      let since = ContinuousClock.now
      try await workspace.run("headway cancel 1")
      try await eventually("the polite signal") { job.outputText == "ready\nasked\n" }
      try await workspace.task("J") { $0.state == "cancelling" }
      try await workspace.task("J") { $0.end == "cancelled/user" && $0.signal == 9 }
      #expect(ContinuousClock.now - since >= .seconds(2))
      _ = try await job.outcome()
      #expect(workspace.read("status") == "137\n")
    }
  }

  @Test("a stopped child is continued first, so that it can leave politely")
  func stoppedChild() async throws {
    try await Workspace.use { workspace in
      let job = try workspace.start(
        "headway run --title J --grace 1m -- bash -c 'trap \"echo bye; exit 6\" TERM; echo $$; "
          + "while :; do sleep 0.05; done'; echo $? >status")
      let pid = try await eventually("its pid") { pid_t(job.outputText.dropLast()) }
      try await workspace.task("J") { $0.state == "running" }
      kill(pid, SIGSTOP)
      try await eventually("stopped") { ProcessTable.stat(pid)?.state == "T" }
      try await workspace.run("headway cancel 1")
      let task = try await workspace.task("J") { $0.state == "ended" }
      #expect(task.end == "cancelled/user" && task.exitCode == 6)
      _ = try await job.outcome()
      #expect(job.outputText.hasSuffix("bye\n") && workspace.read("status") == "6\n")
    }
  }
}
