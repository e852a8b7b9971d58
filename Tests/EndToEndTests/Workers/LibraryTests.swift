import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// Programs that report by the library, with a real hub.
@Suite(.fewAtATime) struct LibraryTests {
  @Test("units, unit, subtitle and end arrive")
  func steps() async throws {
    try await Self.run("steps") { workspace, program in
      let task = try await workspace.task("Steps") { $0.completed == 4 }
      #expect(task.total == 10 && task.fraction == 0.4 && task.subtitle == "first")
      try program.goOn()
      let ended = try await workspace.task("Steps") { $0.end == "completed" }
      #expect(ended.completed == 10 && ended.subtitle == "second")
    }
  }

  @Test("a state with its line arrives, holds over a restart of the hub, and is taken back")
  func states() async throws {
    try await Self.run("states") { workspace, program in
      let asking = try await workspace.task("States") { $0.programState == "auth" }
      #expect(asking.subtitle == "Sign in at example.org" && asking.state == "running")
      _ = try await workspace.run("headway hub stop")
      let still = try await workspace.task("States") { $0.programState == "auth" }
      #expect(still.key == asking.key)
      try program.goOn()
      try await workspace.task("States") { $0.programState == nil && $0.state == "running" }
      try program.goOn()
      try await workspace.task("States") { $0.end == "completed" }
    }
  }

  @Test("stages roll up by their weights")
  func stages() async throws {
    try await Self.run("stages") { workspace, program in
      let loading = try await workspace.task("Stages") { $0.fraction == 0.1 }
      #expect(loading.subtitle == "load")
      try program.goOn()
      let converting = try await workspace.task("Stages") { $0.fraction == 0.6 }
      #expect(converting.subtitle == "convert")
      try program.goOn()
      let ended = try await workspace.task("Stages") { $0.end == "completed" }
      #expect(ended.fraction == 1)
    }
  }

  @Test("a body that throws has failed")
  func throwing() async throws {
    try await Self.run("throws") { workspace, program in
      #expect(try await program.outcome().text == "caught\n")
      try await workspace.task("Throws") { $0.end == "failed" }
    }
  }

  @Test("cancel reaches the handler, the flag and the Swift task", arguments: ["Cancel", "Obey"])
  func cancel(title: String) async throws {
    try await Self.run(title.lowercased()) { workspace, program in
      let number = try await workspace.task(title) { $0.state == "running" }.number
      try await workspace.run("headway cancel \(number)")
      let outcome = try await program.outcome()
      #expect(outcome.text.contains(title == "Cancel" ? "cancelled\n" : "reason: "))
      if title == "Cancel" { #expect(outcome.text.contains("handler user")) }
      try await workspace.task(title) { $0.end == "cancelled/user" }
    }
  }

  @Test("a pause is told, waited for, and ended by a resume; by a cancel too")
  func pause() async throws {
    try await Self.run("pause") { workspace, program in
      let task = try await workspace.task("Pause") { $0.pausable == true }
      #expect(try await workspace.run("headway pause \(task.number)").code == 0)
      try await eventually("told") { program.outputText == "paused by user\n" }
      let standing = try await workspace.task("Pause") { $0.state == "paused" }
      try await HubProcess(workspace).kill9()
      let later = try await workspace.task("Pause") { $0.state == "paused" && $0.pausable == true }
      let units = try #require(later.completed)
      #expect(units - (standing.completed ?? 0) < 50)
      #expect(try await workspace.run("headway resume \(task.number)").code == 0)
      try await eventually("told") { program.outputText.hasSuffix("resumed\n") }
      try await workspace.task("Pause") { $0.state == "running" && $0.completed ?? 0 > units + 5 }
      #expect(
        try await workspace.run("headway pause \(task.number); headway cancel \(task.number)").code
          == 0)
      let outcome = try await program.outcome()
      #expect(outcome.text.contains("left, paused: false\n"))
      try await workspace.task("Pause") { $0.state == "ended" }
    }
  }

  @Test("a task that says nothing of pauses can't be paused")
  func notPausable() async throws {
    try await Self.run("steps") { workspace, _ in
      let number = try await workspace.task("Steps") { $0.completed == 4 }.number
      let outcome = try await workspace.run("headway pause \(number)")
      #expect(outcome.code == 1 && outcome.errorText.contains("can't be paused"))
    }
  }

  @Test("what a program did while no hub ran has its own times and its last units")
  func withoutHub() async throws {
    try await Self.run("steps") { workspace, program in
      try await workspace.task("Steps") { $0.completed == 4 }
      try await workspace.run("headway hub stop")
      try program.goOn()
      #expect(try await program.outcome().status == .code(0))
      let ended = try await workspace.task("Steps") { $0.end == "completed" }
      #expect(ended.completed == 10)
    }
  }

  @Test("a stall that nobody answers is an expiry, and the handler is told")
  func unansweredStall() async throws {
    try await Self.run("stall", config: "[stall]\ncountdown = \"1s\"\n") { workspace, program in
      try await workspace.task("Stall") { $0.question != nil }
      try await workspace.task("Stall") { $0.end == "expired/stall" }
      #expect(program.outputText == "told: stall\n")
    }
  }

  @Test("the child of a fork has tasks of its own, and leaves its parent's alone")
  func forked() async throws {
    try await Self.run("fork") { workspace, program in
      try await workspace.task("Parent") { $0.completed == 1 }
      try program.goOn()
      try await workspace.task("Child", all: true) { $0.end == "completed" }
      let parent = try await workspace.task("Parent")
      #expect(parent.completed == 1 && parent.state == "running")
      try program.goOn()
      try await workspace.task("Parent") { $0.end == "completed" && $0.completed == 2 }
    }
  }

  @Test("elements are counted; a loop that is left is cancelled")
  func sequence() async throws {
    try await Self.run("sequence") { workspace, program in
      let task = try await workspace.task("Sequence") { $0.completed == 2 }
      #expect(task.total == 5)
      try program.goOn()
      let ended = try await workspace.task("Sequence") { $0.end == "completed" }
      #expect(ended.completed == 5)
    }
    try await Self.run("left") { workspace, _ in
      try await workspace.task("Left") { $0.end == "cancelled/user" }
    }
  }

  @Test("a process that goes with a task open leaves it lost", arguments: [false, true])
  func open(isKilled: Bool) async throws {
    try await Self.run("open") { workspace, program in
      try await workspace.task("Open") { $0.completed == 1 }
      if isKilled { program.send(SIGKILL) } else { try program.goOn() }
      try await workspace.task("Open") { $0.end == "lost" }
    }
  }

  @Test("a heartbeat is estimated, never at the boundary, and gives way to a reading")
  func heartbeat() async throws {
    try await Self.run("heartbeat") { workspace, program in
      let task = try await workspace.task("Heartbeat") { $0.estimated ?? 0 >= 7 }
      #expect(task.completed == 10 && task.fraction == 0.1 && task.estimated ?? 99 < 10)
      try program.goOn()
      let further = try await workspace.task("Heartbeat") { $0.completed == 20 }
      #expect(further.estimated == 0)
      try program.goOn()
      try await workspace.task("Heartbeat") { $0.end == "completed" }
    }
  }

  @Test("four threads lose no unit")
  func threads() async throws {
    try await Self.run("threads") { workspace, program in
      #expect(try await program.outcome().text == "4000000\n")
      let ended = try await workspace.task("Threads") { $0.end == "completed" }
      #expect(ended.completed == 4_000_000)
    }
  }

  @Test("many tasks share a connection")
  func many() async throws {
    try await Self.run("many") { workspace, program in
      try await eventually("20 tasks") {
        try await workspace.list().filter { $0.state == "running" }.count == 20
      }
      let hub = try await HubProcess(workspace)
      try await eventually("its socket and one connection") { Self.sockets(of: hub.pid) == 2 }
      try program.goOn()
      try await eventually("20 ends") {
        try await workspace.list().filter { $0.end == "completed" }.count == 20
      }
    }
  }

  @Test("numbers and texts that are wrong have a defined result")
  func wrong() async throws {
    try await Self.run("wrong") { workspace, program in
      let task = try await eventually("the task") {
        try await workspace.list().first { $0.subtitle != nil }
      }
      #expect(program.outputText == "true nil\n0\n")
      #expect(task.title.hasPrefix("long long") && task.title.utf8.count <= 200)
      #expect(task.subtitle == "a[31mred" && task.completed == 10 && task.total == 10)
      try program.goOn()
      let ended = try await eventually("its end") {
        try await workspace.list().first { $0.state == "ended" }
      }
      #expect(ended.end == "failed" && ended.subtitle == "a[31mred")
    }
  }

  @Test("a hub that is killed is told everything again; there is one end")
  func hubKilled() async throws {
    try await Self.run("steps") { workspace, program in
      try await workspace.task("Steps") { $0.completed == 4 }
      try await HubProcess(workspace).kill9()
      _ = try await HubProcess.start(workspace)
      try await workspace.task("Steps") { $0.completed == 4 && $0.state == "running" }
      try program.goOn()
      _ = try await program.outcome()
      #expect(try await workspace.list(all: true).map(\.end) == ["completed"])
    }
  }

  @Test("a hub that stands still holds nobody up, and the end isn't lost")
  func hubStopped() async throws {
    try await Self.run("slow-calls") { workspace, program in
      try await workspace.task("Slow calls") { $0.state == "running" }
      let hub = try await HubProcess(workspace)
      hub.send(SIGSTOP)
      try program.goOn()
      #expect(try await program.outcome().text == "quick\n")
      hub.send(SIGCONT)
      try await workspace.task("Slow calls") { $0.end == "completed" }
    }
  }

  @Test("without a hub, or switched off, it runs as ever", arguments: ["", "off"])
  func noHub(headway: String) async throws {
    try await Workspace.use(environment: ["HEADWAY": headway]) { workspace in
      let outcome = try await workspace.run("\(Binaries.helper("reports")) threads")
      #expect(outcome.text == "4000000\n" && outcome.code == 0)
      try await workspace.run("headway hub start", environment: ["HEADWAY": ""])
      let tasks = try await workspace.list(all: true).map(\.end)
      #expect(tasks == (headway == "off" ? [] : ["completed"]))
    }
  }

  private static func sockets(of pid: pid_t) -> Int {
    let folder = "/proc/\(pid)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let targets = names.map {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    return targets.count { $0?.hasPrefix("socket:") ?? false }
  }

  /// One scenario of Tests/Helpers/Reports, with a hub.
  private static func run(
    _ scenario: String, config: String? = nil,
    _ body: (Workspace, LineDrivenProgram) async throws -> Void
  ) async throws {
    try await Workspace.use(config: config) { workspace in
      _ = try await HubProcess.start(workspace)
      try await body(workspace, try LineDrivenProgram("reports", scenario, in: workspace))
    }
  }
}
