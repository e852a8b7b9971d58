import Foundation
import Testing
import TestHarness
import TestProcesses

/// The hub dies, hangs, or loses its socket; nobody else notices for long.
@Suite(.fewAtATime) struct HubFaultTests {
  @Test("kill -9 the hub: running jobs keep their numbers and states, ended ones their ends")
  func killed() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      try await workspace.run("headway run --title done -- sh -c 'exit 3'")
      _ = try workspace.start("headway run --title one --id a.one --total 9 -- sleep 300")
      try await workspace.task("one") { $0.state == "running" }
      _ = try workspace.start("headway run --title two -- sleep 300")
      let second = try await workspace.task("two") { $0.state == "running" }
      try await workspace.run("headway update --task \(second.number) --completed 3 --total 7")
      let before = try await workspace.list(all: true)
      try await hub.kill9()
      let after = try await eventually("both again", within: .seconds(5)) {
        let tasks = try await workspace.list(all: true)
        return tasks.filter { $0.state == "running" && $0.pid != nil }.count == 2 ? tasks : nil
      }
      let new = try await HubProcess(workspace)
      #expect(new.pid != hub.pid)
      #expect(after.map(\.number) == before.map(\.number))
      #expect(after.map(\.key) == before.map(\.key))
      #expect(after.map(\.end) == before.map(\.end))
      #expect(after.map(\.identifier) == before.map(\.identifier))
      try await workspace.task("two") { $0.completed == 3 && $0.total == 7 }
    }
  }

  @Test("supervisors bring the hub back by themselves within a second")
  func restarted() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      _ = try workspace.start("headway run --title J -- sleep 300")
      try await workspace.task("J") { $0.state == "running" }
      try await hub.kill9()
      try await eventually("a hub nobody asked for", within: .seconds(1)) {
        !HubProcess.all(workspace).isEmpty
      }
      try await workspace.task("J", within: .seconds(2)) { $0.state == "running" }
    }
  }

  @Test("the monitor says the hub is gone, and comes back with it")
  func monitorReconnects() async throws {
    try await Workspace.use(ownsBinaries: true) { workspace in
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway", columns: 100)
      _ = try workspace.start("headway run --title Steady -- sleep 300")
      try await monitor.wait(for: #/Steady .*running/#)
      let hub = try await HubProcess(workspace)
      try await workspace.run("mv ../bin/headwayd ../bin/hidden")
      try await hub.kill9()
      try await monitor.wait(for: "hub gone, reconnecting")
      #expect(try await monitor.screen().contains("Steady"))
      try await workspace.run("mv ../bin/hidden ../bin/headwayd")
      try await monitor.wait("no warning") { !$0.contains("hub gone") && $0.contains("Steady") }
      try await monitor.send("c")
      try await monitor.wait(for: "Cancel 1")
      try await monitor.send("y")
      try await monitor.wait(for: "cancelled by you")
    }
  }

  @Test("of a hub that stands still, its status says which process that is")
  func silentHub() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      hub.send(SIGSTOP)
      let outcome = try await workspace.run("headway hub status")
      #expect(outcome.code == 69)
      #expect(outcome.errorText.contains("process \(hub.pid), does not answer"))
      hub.send(SIGCONT)
      #expect(try await workspace.run("headway hub status").code == 0)
    }
  }

  @Test("a hub that a task happened to start outlives the task's cancel, a namesake doesn't")
  func startedByTask() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway hub start; cp $(command -v sleep) headwayd")
      // After a goodbye no supervisor starts the next hub: the command does.
      let script = """
        headway hub stop; headway hub start >/dev/null; setsid ./headwayd 1007 & touch started; wait
        """
      let task = try workspace.start(
        "headway run --title starter --grace 1s -- bash -c '\(script)'")
      try await eventually("the start") { workspace.exists("started") }
      let number = try await workspace.task("starter") { $0.state == "running" }.number
      let hub = try await HubProcess(workspace)
      try await workspace.run("headway cancel \(number)")
      _ = try await task.outcome()
      try await eventually("the end of the namesake") {
        workspace.processes("./headwayd 1007").isEmpty
      }
      #expect(try await HubProcess(workspace).pid == hub.pid)
    }
  }

  @Test("a hundred commands at once without a hub start one hub")
  func startedOnce() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "for i in $(seq 100); do { headway list >/dev/null; echo $?; } & done; wait")
      #expect(outcome.text == String(repeating: "0\n", count: 100), "\(outcome.errorText)")
      #expect(HubProcess.all(workspace).count == 1)
    }
  }

  @Test("a stale socket is taken over; one that vanished is bound again within a second")
  func socketLost() async throws {
    try await Workspace.use { workspace in
      let first = try await HubProcess.start(workspace)
      try await first.kill9()
      #expect(access(workspace.socket, F_OK) == 0)
      let second = try await HubProcess.start(workspace)
      #expect(second.pid != first.pid)
      for removal in ["rm ../run/hub.sock", "rm -r ../run", "mv ../run/hub.sock ../run/other"] {
        try await workspace.run(removal)
        try await eventually("the socket after \(removal)", within: .seconds(1)) {
          access(workspace.socket, F_OK) == 0
        }
        #expect(try await HubProcess(workspace).pid == second.pid)
      }
    }
  }

  @Test("hub stop: jobs go on without one; the next command starts it and learns their ends")
  func stopped() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      let job = try workspace.start(
        "headway run --title J -- sh -c 'while [ ! -e stop ]; do sleep 0.05; done; exit 4'")
      let number = try await workspace.task("J") { $0.state == "running" }.number
      #expect(try await workspace.run("headway hub stop").text == "stopped\n")
      #expect(!hub.isAlive)
      #expect(try await workspace.run("headway hub status").code == 69)
      #expect(ProcessTable.isAlive(job.pid))
      try await workspace.run("touch stop")
      let outcome = try await job.outcome()
      #expect(outcome.code == 4 && outcome.errorText == "")
      #expect(HubProcess.all(workspace).isEmpty, "after a goodbye only a command starts a hub")
      #expect(try await workspace.run("headway run -- echo hi").text == "hi\n")
      let task = try await workspace.task("J", all: true) { $0.state == "ended" }
      #expect(task.end == "failed" && task.exitCode == 4 && task.number == number)
    }
  }

  @Test("what a task had reported when its hub was stopped is what the next one shows at first")
  func progressAfterStop() async throws {
    try await Workspace.use { workspace in
      let job = try workspace.start(
        "exec headway run --title J -- sh -c 'headway update --completed 2 --total 5; sleep 300'")
      try await workspace.task("J") { $0.completed == 2 && $0.total == 5 }
      job.send(SIGSTOP)
      defer { job.send(SIGCONT) }
      #expect(try await workspace.run("headway hub stop").code == 0)
      let task = try #require(try await workspace.list().first)
      #expect(task.state == "running" && task.completed == 2 && task.total == 5)
    }
  }

  @Test("a second hub refuses, and names the first one's socket")
  func secondHub() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      let outcome = try await workspace.run("HEADWAY_SOCKET=$PWD/../run/b.sock headwayd")
      #expect(outcome.code != 0)
      #expect(outcome.errorText.contains(workspace.socket), "\(outcome.errorText)")
      #expect(hub.isAlive)
    }
  }
}
