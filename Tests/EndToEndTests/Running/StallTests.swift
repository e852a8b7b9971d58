import Testing
import TestHarness
import TestProcesses

/// J2: a job that makes no headway is asked about.
@Suite(.fewAtATime) struct StallTests {
  @Test("y continues, and the patience is twice as long; n stops")
  func answersByKey() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway", columns: 100)
      let job = try await tmux.pane()
      try await job.type(
        "headway run --title Nightly --stall-after 1s -- sleep 300; echo status $?")
      try await monitor.wait(for: #/Nightly has been silent for \d+ ?s\. Continue or stop\?/#)
      #expect(try await workspace.list().first?.stalled == "silent")
      try await monitor.send("y")
      try await monitor.wait("no question") { !$0.contains("Continue or stop?") }
      try await monitor.wait(for: "Nightly has been silent for 2 s")
      try await monitor.send("n")
      try await monitor.wait(for: "stopped by you (stalled)")
      try await job.wait(for: "status 143")
      #expect(try await workspace.list().map(\.end) == ["cancelled/question"])
    }
  }

  @Test("a script answers with headway answer; output takes the question back")
  func answersByCommand() async throws {
    try await Workspace.use { workspace in
      let job = try workspace.start(
        "mkfifo gate; headway run --title T --stall-after 1s -- "
          + "bash -c 'read <gate; echo on; exec sleep 300'; echo $? >status")
      try await workspace.task("T") { $0.stalled == "silent" }
      #expect(try await workspace.run("headway answer 1 continue").code == 0)
      let further = try await workspace.list()
      #expect(further.first?.question == nil)
      let asked = try await workspace.task("T") { $0.question != nil }
      #expect(asked.question?.contains("T has been silent for") == true)
      try await workspace.run("echo >gate")
      try await workspace.task("T") { $0.question == nil }
      try await workspace.task("T") { $0.question != nil }
      #expect(try await workspace.run("headway answer 1 stop").code == 0)
      _ = try await job.outcome()
      #expect(workspace.read("status") == "143\n")
      #expect(try await workspace.task("T").end == "cancelled/question")
    }
  }

  @Test("a question outlives the hub; a sign of life takes it back from the next one")
  func acrossHubs() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start(
        "mkfifo gate; headway run --title T --stall-after 9s -- "
          + "bash -c 'read <gate; echo on; exec sleep 300'")
      try await workspace.task("T") { $0.stalled == "silent" }
      // What is acknowledged is on disk, and with it all that was saved before.
      try await workspace.run("headway submit --hold -- true")
      let hub = try await HubProcess(workspace)
      try await hub.kill9()
      // Before a clock of its own could have run out.
      try await workspace.task("T", within: .seconds(8)) {
        $0.stalled == "silent" && $0.question != nil
      }
      #expect(try await HubProcess(workspace).pid != hub.pid)
      try await workspace.run("echo >gate")
      try await workspace.task("T") { $0.question == nil }
    }
  }

  @Test("units that stand still are named with their percent, though there is output")
  func notAdvancing() async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start(
        "headway run --title Nightly --stall-after 1s -- bash -c "
          + "'headway update --completed 16 --total 100; while :; do echo alive; sleep .2; done'")
      let task = try await workspace.task("Nightly") { $0.question != nil }
      #expect(task.stalled == "notAdvancing")
      #expect(
        task.question?.contains("Nightly is 16% complete and has not advanced for") == true)
    }
  }

  @Test("expire counts down on the card, then ends it")
  func expires() async throws {
    try await Workspace.use(config: "[stall]\ncountdown = \"3s\"\n") { workspace in
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway")
      let job = try workspace.start(
        "headway run --title Hung --stall-after 1s --on-stall expire -- sleep 300")
      try await monitor.wait(for: #/expires in \d+ ?s/#)
      try await monitor.wait(for: "stopped by Headway: stalled")
      #expect(try await job.outcome().status == .signal(15))
      #expect(try await workspace.list().map(\.end) == ["expired/stall"])
    }
  }

  @Test("ignore never asks; CPU use, output and what goes to disk count as life")
  func neverAsked() async throws {
    try await Workspace.use { workspace in
      let options = "--stall-after 1s"
      let writer = """
        import tempfile, time
        file = tempfile.TemporaryFile(dir="/var/tmp", buffering=0)
        while True: file.write(bytes(4096)); time.sleep(.2)
        """
      _ = try workspace.start(
        "headway run --title ignored \(options) --on-stall ignore -- sleep 300 & "
          + "headway run --title writing \(options) -- python3 -c '\(writer)' & "
          + "headway run --title busy \(options) -- bash -c 'while :; do :; done' & "
          + "headway run --title talking \(options) -- bash -c 'while :; do echo; sleep .2; done' & "
          + "headway run --title silent --stall-after 4s -- sleep 300 & wait")
      try await workspace.task("silent") { $0.question != nil }
      for task in try await workspace.list() where task.title != "silent" {
        #expect(task.question == nil && task.stalled == nil, "\(task.title)")
      }
    }
  }

  @Test(
    "a program that reads its terminal is never asked about",
    arguments: [
      ("cat", "waiting for your input"),
      // An editor in front of its user needs nobody.
      ("vim.tiny -u NONE -c 'set updatetime=100'", "Reader"),
      ("bash -c 'read line'", "waiting for your input"),
      ("bash -c 'read -s secret'", "waiting for a password"),
    ])
  func readers(command: String, words: String) async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let monitor = try await tmux.pane("exec headway")
      let job = try await tmux.pane()
      let viewer = try await job.viewer()
      defer { viewer.kill() }
      try await job.type("headway run --title Reader --stall-after 1s -- \(command)")
      let other = try workspace.start("headway run --title Clock --stall-after 3s -- sleep 300")
      try await monitor.wait(for: words)
      try await monitor.wait(for: "Clock has been silent")
      let screen = try await monitor.screen()
      #expect(!screen.contains("Reader has"), "\(screen)")
      #expect(screen.contains("waiting for") == words.hasPrefix("waiting for"), "\(screen)")
      let task = try await workspace.task("Reader")
      #expect(task.stalled == nil)
      #expect(task.waitingForInput == (words.contains("password") ? "password" : "input"))
      other.send(15)
    }
  }
}
