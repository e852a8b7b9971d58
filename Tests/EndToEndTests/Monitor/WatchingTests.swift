import Testing
import TestHarness
import TestProcesses

/// J1: a monitor in one pane, jobs in others.
@Suite(.fewAtATime) struct WatchingTests {
  @Test("a real rsync moves as a card, and its output is its own")
  func rsync() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "mkdir src; for i in 1 2 3 4; do head -c 1M /dev/urandom >src/$i; done")
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway", columns: 100)
      try await monitor.wait(for: "headway run -- rsync -a src/ dst/")
      let job = try await tmux.pane(columns: 100)
      try await job.type(
        "headway run -- rsync -a --no-inc-recursive --info=progress2 --bwlimit=2m src/ dst/")
      let percents = try await seenPercents(monitor)
      #expect(percents.count >= 2, "the card moved: \(percents)")
      #expect(percents == percents.sorted(), "and never back")
      try await monitor.wait(for: #/rsync -a .*completed/#)
      #expect(try await job.screen().contains("100%"))
      let same = try await workspace.run("diff -r src dst")
      #expect(same.code == 0)
      let task = try await workspace.task(
        "rsync -a --no-inc-recursive --info=progress2 --bwlimit=2m src/ dst/")
      #expect(task.end == "completed")
      #expect(task.exitCode == 0)
    }
  }

  /// The whole percents the first card showed, each once, until it ended.
  private func seenPercents(_ monitor: Pane) async throws -> [Int] {
    var percents: [Int] = []
    try await monitor.wait("the end of rsync") { screen in
      if let match = screen.firstMatch(of: /(\d+)%/), let percent = Int(match.1),
        percents.last != percent
      {
        percents.append(percent)
      }
      return screen.contains("completed")
    }
    return percents
  }

  @Test("c asks before it cancels; n and wrong keys do nothing; y cancels")
  func cancels() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway")
      let job = try await tmux.pane()
      try await job.type("headway run --title Backup -- sleep 300; echo status $?")
      try await monitor.wait(for: #/Backup .*running/#)
      try await monitor.send("z", "F5", "M-x", "y", "n", "x", "0", "c")
      try await monitor.wait(for: "Cancel 1 'Backup'?")
      try await monitor.send("q", "x", "n")
      try await monitor.wait("no prompt") { !$0.contains("Cancel 1") }
      #expect(try await workspace.list().map(\.state) == ["running"])
      try await monitor.send("c")
      try await monitor.wait(for: "Cancel 1 'Backup'?")
      try await monitor.send("y")
      try await monitor.wait(for: #/Backup .*cancelled by you/#)
      try await job.wait(for: "status 143")
      #expect(try await workspace.list().map(\.end) == ["cancelled/user"])
    }
  }

  @Test("C kills at once one that ignores the polite signal")
  func forces() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway")
      let job = try await tmux.pane()
      try await job.type(
        "headway run --title Deaf --grace 5m -- bash -c 'trap \"\" TERM; sleep 300'"
          + "; echo status $?")
      try await monitor.wait(for: "Deaf")
      try await monitor.send("C")
      try await monitor.wait(for: "Kill 1 'Deaf'?")
      try await monitor.send("y")
      try await job.wait(for: "status 137")
      try await monitor.wait(for: #/Deaf .*cancelled by you/#)
    }
  }

  @Test("help lists the keys and goes; Enter shows details; q quits and leaves the terminal clean")
  func helpDetailsQuit() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let shell = try await tmux.pane()
      try await shell.wait(for: "$")
      try await shell.type("echo before; headway; echo after $?")
      try await shell.wait(for: "No tasks.")
      let job = try await tmux.pane()
      try await job.type("headway run --title Detailed --id org.example.kind -- sleep 300")
      try await shell.wait(for: "Detailed")
      try await shell.send("?")
      try await shell.wait(for: "kill at once")
      try await shell.send("Escape")
      try await shell.wait("the cards") { !$0.contains("kill at once") }
      try await shell.send("Enter")
      try await shell.wait(for: #/command +sleep 300/#)
      try await shell.wait(for: #/identifier +org\.example\.kind/#)
      try await shell.send("Enter")
      try await shell.wait("no details") { !$0.contains("identifier") }
      try await shell.send("q")
      try await shell.wait(for: "after 0")
      let screen = try await shell.screen()
      #expect(screen.contains("before") && !screen.contains("Detailed"))
      #expect(try await shell.value("#{alternate_on}") == "0")
    }
  }

  @Test("many tasks scroll under the selection, in a terminal of any size")
  func scrolls() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "for i in $(seq 30); do headway run --title job-$i-x -- sleep 300 & done; "
          + "until [ $(headway list | grep -c running) = 30 ]; do :; done")
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway", columns: 60, rows: 12)
      let number = #/job-(\d+)-x/#
      // The counts are told before the cards.
      let first = try await monitor.wait(for: #/1-\d+ of 30/#)
      #expect(first.contains("30 running"))
      try await monitor.send("G")
      let last = try await monitor.wait(for: #/\d+-30 of 30/#)
      #expect(
        Set(first.matches(of: number).map(\.1)).isDisjoint(with: last.matches(of: number).map(\.1)))
      try await monitor.send("g")
      try await monitor.wait(for: #/1-\d+ of 30/#)
      try await monitor.resize(columns: 20, rows: 5)
      try await monitor.wait("a small screen") { $0.contains("30") && $0.contains("job-") }
      try await monitor.resize(columns: 80, rows: 24)
      try await monitor.wait(for: "30 running")
    }
  }
}
