import Glibc
import Testing
import TestHarness
import TestProcesses

@Suite("The fork server of queued tasks")
struct LauncherTests {
  private static let name = "headway-launcher"
  private static let supervisor = "headway-supervisor"

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

  @Test("the process list names the supervisor, which leads the command's session")
  func names() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit --title 'Train 日本' -- sleep 300")
      try await workspace.task("Train 日本") { $0.state == "running" }
      let supervisor = try #require(workspace.processes(named: Self.supervisor).first)
      let words = ProcessTable.arguments(supervisor)
      #expect(words.count == 4 && words.suffix(2) == ["sleep", "300"])
      let command = try #require(workspace.processes(named: "sleep").first)
      #expect(ProcessTable.stat(command)?.parent == supervisor)
      #expect(getsid(command) == supervisor && getpgid(command) == command)
      let launcher = try #require(workspace.processes(named: Self.name).first)
      #expect(ProcessTable.descriptors(launcher).keys.sorted() == [0, 1, 2, 3, 4])
    }
  }

  @Test("a command without a terminal has a session leader of its own")
  func leader() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit --no-tty --title plain -- sleep 300")
      try await workspace.task("plain") { $0.state == "running" }
      let supervisor = try #require(workspace.processes(named: Self.supervisor).first)
      let leader = try #require(workspace.processes(named: "headway-leader").first)
      #expect(ProcessTable.stat(leader)?.parent == supervisor)
      #expect(ProcessTable.descriptors(leader).count == 2, "its line and its signals")
    }
  }

  @Test("a supervisor takes task after task, each with a terminal of its own, and then leaves")
  func reused() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        """
        mkdir inner
        umask 027; A=1 headway submit -- sh -c 'echo $PPID $A $(umask) $PWD; stty -echo raw'
        headway wait 1
        cd inner; umask 022; headway submit -- sh -c 'echo $PPID $A $(umask) $PWD; stty -a'
        headway wait 2
        """)
      let first = try await workspace.run("headway logs 1").text
        .split(whereSeparator: \.isWhitespace)
      let second = try await workspace.run("headway logs 2").text
        .split(whereSeparator: \.isWhitespace)
      #expect(first[0] == second[0], "one supervisor: \(first) \(second)")
      #expect(first[1] == "1" && first[2] == "0027", "\(first)")
      #expect(second[1] == "0022" && second[2].hasSuffix("/inner"))
      #expect(second.contains("icanon") && second.contains("echo"), "\(second)")
      try await eventually("the end of a supervisor without a task") {
        workspace.processes(named: Self.supervisor).isEmpty
      }
    }
  }

  @Test("a supervisor leaves after its last task, and none of a long queue is lost")
  func manyTasks() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n") { workspace in
      let lines = Array(repeating: "echo $PPID >>pids", count: 150).joined(separator: "\n")
      try await workspace.run("headway submit --batch - <<'EOF'\n\(lines)\nEOF")
      try await workspace.run("headway wait --all")
      let pids = try await workspace.run("cat pids").text.split(separator: "\n")
      #expect(pids.count == 150)
      #expect((3...10).contains(Set(pids).count), "\(Set(pids).count) supervisors")
      #expect(try await workspace.run("headway wait 1-150").code == 0)
    }
  }

  @Test("a supervisor whose command leaves a process behind takes no further task")
  func leftBehind() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "headway submit -- sh -c 'echo $PPID; sleep 300 </dev/null >/dev/null 2>&1 &'")
      try await workspace.run("headway wait 1")
      try await workspace.run("headway submit -- sh -c 'echo $PPID'; headway wait 2")
      let first = try await workspace.run("headway logs 1").text
      let second = try await workspace.run("headway logs 2").text
      #expect(first != second && !first.isEmpty)
      let left = try #require(workspace.processes(named: "sleep").first)
      kill(left, SIGKILL)
    }
  }

  @Test(
    "a command whose supervisor is killed is hung up, and its task is lost",
    arguments: ["", "--no-tty"])
  func hungUp(_ options: String) async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit \(options) --title one -- sleep 300")
      try await workspace.task("one") { $0.state == "running" }
      let command = try #require(workspace.processes(named: "sleep").first)
      kill(try #require(workspace.processes(named: Self.supervisor).first), SIGKILL)
      try await workspace.task("one", all: true) { $0.end == "lost" }
      try await eventually("the end of the command") { !ProcessTable.isAlive(command) }
    }
  }

  @Test("a hub that a supervisor starts isn't ended with the task")
  func hubOfSupervisor() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit --title one -- sleep 300")
      try await workspace.task("one") { $0.state == "running" }
      let supervisor = try #require(workspace.processes(named: Self.supervisor).first)
      try await HubProcess(workspace).kill9()
      try await eventually("another hub") {
        workspace.processes(named: "headwayd").contains { ProcessTable.isAlive($0) }
      }
      let hub = try #require(workspace.processes(named: "headwayd").first)
      #expect(ProcessTable.stat(hub)?.parent != supervisor)
      try await workspace.run("headway cancel --force --yes 1; headway wait 1")
      #expect(ProcessTable.isAlive(hub))
    }
  }
}

extension Workspace {
  /// Those whose `argv[0]` is `name`.
  fileprivate func processes(named name: String) -> [pid_t] {
    processes().filter { ProcessTable.isAlive($0) && ProcessTable.arguments($0).first == name }
  }
}
