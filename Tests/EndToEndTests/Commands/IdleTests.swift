import Testing
import TestHarness
import TestProcesses

/// The hub keeps nothing of who started it, and goes when nothing is left.
@Suite(.fewAtATime) struct IdleTests {
  @Test("it leaves after exit-after, without its socket, and not before a job is over")
  func leaves() async throws {
    try await Workspace.use(config: "[hub]\nexit-after = \"1s\"\n") { workspace in
      let hub = try await HubProcess.start(workspace)
      let job = try workspace.start("exec headway run --title J -- sleep 3")
      _ = try await job.outcome()
      #expect(hub.isAlive)
      try await eventually("its leaving", within: .seconds(5)) { !hub.isAlive }
      #expect(try await workspace.run("ls ../run/hub.sock").code != 0)
      #expect(try await workspace.run("headway status").code == 1)
      #expect(try await workspace.list(all: true).map(\.end) == ["completed"])
    }
  }

  @Test("a command substitution returns at once: nothing inherited is kept, cwd is /")
  func keepsNothing() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        mkdir gone; cd gone; umask 027; trap '' USR1 HUP
        exec 5>&1 7</etc/passwd
        x=$(headway run -- echo inside); echo "$x"
        y=$(headway list >/dev/null; echo listed); echo "$y"
        """)
      #expect(outcome.text == "inside\nlisted\n")
      #expect(outcome.took < .seconds(5))
      let hub = try await HubProcess(workspace)
      let descriptors = ProcessTable.descriptors(hub.pid)
      #expect(descriptors[0] == "/dev/null" && descriptors[1] == "/dev/null")
      let foreign = descriptors.values.filter { path in
        path.hasPrefix("pipe:") || path.contains("passwd") || path.contains("scratch")
      }
      #expect(foreign.isEmpty, "\(foreign)")
      #expect(ProcessTable.stat(hub.pid)?.parent == 1)
      let facts = try await workspace.run(
        "readlink /proc/\(hub.pid)/cwd; grep -E '^(Umask|SigIgn)' /proc/\(hub.pid)/status; "
          + "rmdir gone && echo removed; ps -o sid= -p \(hub.pid)")
      let lines = facts.text.split(separator: "\n").map(String.init)
      #expect(lines.first == "/" && lines.contains("removed"))
      #expect(lines.contains { $0.contains("0077") }, "\(lines)")
      let ignored = lines.first { $0.hasPrefix("SigIgn:") }.flatMap {
        UInt64($0.suffix(16), radix: 16)
      }
      #expect(ignored.map { $0 & 0x201 } == 0, "neither HUP nor USR1: \(lines)")
    }
  }

  @Test("no thread of an idle hub or of an idle monitor wakes once what just ended has settled")
  func idle() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway")
      try await monitor.wait(for: "No tasks.")
      _ = try await workspace.run("headway run -- true")
      let hub = try await HubProcess(workspace)
      let watcher = try #require(workspace.processes("headway").first { $0 != hub.pid })
      let switches = "grep -h ctxt /proc/{\(hub.pid),\(watcher)}/task/*/status"
      try await eventually("two seconds without a wake-up", within: .seconds(30)) {
        try await workspace.run("a=$(\(switches)); sleep 2; [ \"$a\" = \"$(\(switches))\" ]")
          .code == 0
      }
    }
  }
}
