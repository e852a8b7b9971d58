import Glibc
import Testing
import TestHarness
import TestProcesses

@Suite("The fork server of queued tasks")
struct LauncherTests {
  private static let name = "headway-launcher"

  @Test("a new one takes the place of one that was killed, and what that started runs on")
  func killed() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit --title first -- sleep 300")
      try await workspace.task("first") { $0.state == "running" }
      let killed = try #require(workspace.processes(named: Self.name).first)
      kill(killed, SIGKILL)
      let outcome = try await workspace.run(
        "number=$(headway submit -- sh -c 'exit 3'); headway wait $number; echo $?")
      #expect(outcome.text == "3\n", "\(outcome.errorText)")
      #expect(try await workspace.task("first").state == "running")
      let launchers = workspace.processes(named: Self.name)
      #expect(launchers.count == 1 && launchers != [killed])
    }
  }

  @Test("it goes with its hub, which finds again what runs")
  func goesWithHub() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit --title first -- sleep 300")
      try await workspace.task("first") { $0.state == "running" }
      let launcher = try #require(workspace.processes(named: Self.name).first)
      try await HubProcess(workspace).kill9()
      try await eventually("the end of the fork server") { !ProcessTable.isAlive(launcher) }
      try await workspace.task("first") { $0.state == "running" }
      try await workspace.run("headway submit -- true && headway wait 2")
      #expect(workspace.processes(named: Self.name).count == 1)
    }
  }

  @Test("a hub from before the programs were replaced executes a supervisor itself")
  func executed() async throws {
    try await Workspace.use { workspace in
      let key = String(repeating: "0123abcd", count: 4)
      try await workspace.run(
        "exec -a headway-supervisor headway \(key) Old \"$PWD\" 22 - 1024 1 touch went")
      #expect(workspace.exists("went"))
      try await workspace.task("Old", all: true) { $0.end == "completed" }
    }
  }

  @Test("neither title nor directory of a task is in a command line, which others can read")
  func privateTitle() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "mkdir inner; cd inner; headway submit --sensitive --title Secret -- sleep 301")
      try await workspace.task("Secret") { $0.state == "running" }
      let key = String(repeating: "0123abcd", count: 4)
      _ = try workspace.start(
        "cd inner; exec -a headway-supervisor headway \(key) Secret2 $PWD 22 - 1024 1 sleep 302")
      try await workspace.task("Secret2") { $0.state == "running" }
      let lines = workspace.processes().filter(ProcessTable.isAlive).map {
        ProcessTable.arguments($0).joined(separator: " ")
      }
      #expect(lines.contains { $0.hasSuffix(" sleep 301") })
      #expect(lines.contains { $0.hasSuffix(" sleep 302") })
      #expect(!lines.contains { $0.contains("Secret") || $0.contains("inner") }, "\(lines)")
    }
  }

  @Test("supervisor and session leader are known in the process list")
  func names() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit --title 'Train 日本' -- sleep 300")
      try await workspace.task("Train 日本") { $0.state == "running" }
      let supervisor = try #require(workspace.processes(named: "headway-supervisor").first)
      let words = ProcessTable.arguments(supervisor)
      #expect(words.count == 4 && words.suffix(2) == ["sleep", "300"])
      let leader = try #require(workspace.processes(named: "headway-leader").first)
      #expect(ProcessTable.stat(leader)?.parent == supervisor)
      #expect(ProcessTable.descriptors(leader).count == 3, "its line, its signals, its terminal")
      let launcher = try #require(workspace.processes(named: Self.name).first)
      #expect(ProcessTable.descriptors(launcher).keys.sorted() == [0, 1, 2, 3])
    }
  }
}

extension Workspace {
  /// Those whose `argv[0]` is `name`.
  fileprivate func processes(named name: String) -> [pid_t] {
    processes().filter { ProcessTable.isAlive($0) && ProcessTable.arguments($0).first == name }
  }
}
