import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// `headway attach`: back to the terminal of a task.
@Suite(.fewAtATime) struct AttachTests {
  private static let detach = ["C-\\", "d"]

  /// A task whose terminal was closed: in the background, its command alive.
  private func leaveBehind(
    _ tmux: TmuxServer, _ title: String, _ command: String, ready: String? = nil
  ) async throws {
    let pane = try await tmux.pane()
    try await pane.type("headway run --title \(title) -- \(command)")
    if let ready { try await pane.wait(for: ready) }
    try await tmux.workspace.task(title) { $0.state == "running" && $0.attachable == true }
    try await pane.close()
    try await tmux.workspace.task(title) { $0.foreground == false }
  }

  private func shell(_ tmux: TmuxServer, columns: Int = 80, rows: Int = 24) async throws -> Pane {
    let pane = try await tmux.pane(columns: columns, rows: rows)
    try await pane.wait(for: "$")
    return pane
  }

  private func expectSane(_ pane: Pane) async throws {
    try await pane.type(
      "stty -a | tr -s '; ' '\\n' | grep -xE -e '-?(icanon|echo|opost)' | sort | xargs echo modes:")
    try await pane.wait(for: #/\nmodes: echo icanon opost/#)
    #expect(try await pane.value("#{alternate_on}#{cursor_flag}") == "01")
  }

  @Test("a task whose terminal was closed: its output, an answer, detach, and again to its end")
  func background() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      try await workspace.run("headway hub start")
      try await leaveBehind(
        tmux, "Ask",
        "bash -c 'echo 準備完了; read -p \"名前? \" n; echo \"hello $n\"; read x; exit 3'",
        ready: "名前?")
      try await workspace.task("Ask") { $0.waitingForInput == "input" }
      let pane = try await shell(tmux)
      try await pane.type("headway attach 1; echo status $?")
      try await pane.wait(for: "\n[attached to 1; Ctrl-\\ d detaches]\n準備完了\n名前?")
      try await pane.type("世界")
      try await pane.wait(for: #/名前\? 世界\nhello 世界/#)
      try await pane.send("C-\\", "d")
      try await pane.wait(for: #/\ndetached from 1; the task goes on\nstatus 0/#)
      try await expectSane(pane)
      try await pane.type("clear; headway attach 1; echo status $?")
      try await pane.wait(for: #/名前\? 世界\nhello 世界/#)
      try await pane.type("x")
      try await pane.wait(for: #/\ntask 1 failed with exit code 3\nstatus 3/#)
      try await expectSane(pane)
      try await eventually("no socket left") {
        try FileManager.default.contentsOfDirectory(atPath: workspace.attachments).isEmpty
      }
    }
  }

  @Test("attach --wait waits until a queued task starts; without it a line says so")
  func queued() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n") { workspace in
      let tmux = try TmuxServer(workspace)
      try await workspace.run(
        "headway submit -- sh -c 'until [ -e go ]; do sleep .05; done' >/dev/null; "
          + "headway submit --title Ask -- bash -c 'read -p \"name? \" n; echo \"hello $n\"; read x'"
      )
      let pane = try await shell(tmux, columns: 160)
      try await pane.type("headway attach 2; echo status $?")
      try await pane.wait(for: "waits for a free slot")
      try await pane.wait(for: "headway attach --wait 2")
      try await pane.wait(for: "status 1")
      try await pane.type("clear; headway attach --wait 2; echo status $?")
      try await pane.wait(for: "its terminal follows once it does")
      try await workspace.run("touch go")
      try await pane.wait(for: "name?")
      try await pane.type("world")
      try await pane.wait(for: "hello world")
      try await pane.send("C-\\", "d")
      try await pane.wait(for: "status 0")
      try await expectSane(pane)
    }
  }

  @Test("connections that say nothing lock nobody out", arguments: [16, 64])
  func silentConnections(count: Int) async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      try await leaveBehind(tmux, "Ask", "bash -c 'echo ready; read x; exit 3'", ready: "ready")
      let script = """
        import glob, socket, sys, time
        place = glob.glob(sys.argv[1] + '/*.sock')[0]
        kept = []
        for _ in range(int(sys.argv[2])):
            kept.append(socket.socket(socket.AF_UNIX)); kept[-1].connect(place)
        open('connected', 'w').close(); time.sleep(300)
        """
      try workspace.write(script, to: "work/silent.py")
      let silent = try workspace.start(
        "exec python3 silent.py \(workspace.attachments) \(count)")
      try await eventually("silent connections") { workspace.exists("connected") }
      let pane = try await shell(tmux)
      try await pane.type("headway attach 1; echo status $?")
      try await pane.wait(for: "\n[attached to 1; Ctrl-\\ d detaches]\nready", within: .seconds(3))
      try await pane.type("x")
      try await pane.wait(for: #/\ntask 1 failed with exit code 3\nstatus 3/#)
      silent.send(SIGTERM)
    }
  }

  @Test("vim draws itself anew at the size of who attaches; detaching leaves the screen as it was")
  func fullScreen() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      try await leaveBehind(tmux, "Edit", "vim.tiny -u NONE text", ready: "[New")
      let pane = try await shell(tmux, columns: 60, rows: 15)
      try await pane.type("echo before; headway attach 1")
      try await pane.wait("a screen of 15 lines") {
        $0.split(separator: "\n").count { $0 == "~" } == 13
      }
      #expect(try await pane.value("#{alternate_on}") == "1")
      try await pane.send("i")
      try await pane.send("-l", "written")
      try await pane.wait(for: "written")
      try await pane.resize(columns: 40, rows: 8)
      try await pane.wait("a screen of 8 lines") {
        $0.split(separator: "\n").count { $0 == "~" } == 6
      }
      try await pane.send("C-\\", "d")
      try await pane.wait(for: #/before\n\[attached to 1; .*\]\ndetached from 1/#)
      try await expectSane(pane)
      try await pane.type("clear; headway attach 1")
      try await pane.wait(for: "written\n~")
      try await pane.send("Escape")
      try await pane.type(":wq")
      try await pane.wait(for: "task 1 completed")
      #expect(workspace.read("text") == "written\n")
    }
  }

  @Test("two watch; the last to type has the keys, and its size counts; the first terminal too")
  func several() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let own = try await shell(tmux)
      try await own.type("headway run --title Shell -- bash --norc")
      try await own.wait(for: "bash-")
      // The command doesn't wait for the hub: its prompt may be there before its task.
      try await workspace.task("Shell") { $0.state == "running" }
      let one = try await shell(tmux, columns: 70, rows: 20)
      let two = try await shell(tmux, columns: 50, rows: 10)
      try await one.type("headway attach 1")
      try await one.wait(for: "bash-")
      try await two.type("headway attach 1")
      try await two.wait(for: "bash-")
      try await two.type("stty size")
      for pane in [one, two, own] { try await pane.wait(for: "10 50") }
      try await one.type("stty size")
      for pane in [one, two, own] { try await pane.wait(for: "20 70") }
      try await own.type("stty size")
      for pane in [one, two, own] { try await pane.wait(for: "24 80") }
      try await one.send("C-\\", "d")
      try await one.wait(for: "detached from 1")
      try await two.type("exit 4")
      try await two.wait(for: "task 1 failed with exit code 4")
      try await own.type("echo status $?")
      try await own.wait(for: "status 4")
    }
  }

  @Test(
    "a job of a shell's background comes forward for who attaches: it reads, and Ctrl-C ends it")
  func comesForward() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let own = try await shell(tmux)
      try await own.type(
        "headway run --title Job -- bash -c 'until read -t 0 x; do sleep .1; done; read x; echo got $x; sleep 300' &"
      )
      try await workspace.task("Job") { $0.state == "running" && $0.attachable == true }
      let pane = try await shell(tmux)
      try await pane.type("headway attach 1; echo status $?")
      try await pane.type("some words")
      try await pane.wait(for: #/\ngot some words/#)
      try await pane.send("C-z")
      try await pane.send("C-c")
      try await pane.wait(for: #/task 1 interrupted \(Ctrl-C or a signal\)\nstatus 130/#)
      #expect(try await workspace.list().first?.end == "cancelled/terminal")
    }
  }

  @Test(
    "a supervisor that is killed leaves the attached terminal sane, and its socket is cleaned away")
  func killedSupervisor() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      try await leaveBehind(tmux, "Edit", "vim.tiny -u NONE text", ready: "[New")
      let pane = try await shell(tmux)
      try await pane.type("headway attach 1; echo status $?")
      try await pane.wait(for: "~\n~")
      let supervisor = try #require(try await workspace.list().first?.pid)
      kill(supervisor, SIGKILL)
      try await pane.wait(for: #/the supervisor of task 1 is gone.*\n?.*\nstatus 70/#)
      try await expectSane(pane)
      try await workspace.task("Edit") { $0.end == "lost" }
      try await workspace.run("headway hub stop; headway hub start")
      try await eventually("no socket left") {
        try FileManager.default.contentsOfDirectory(atPath: workspace.attachments).isEmpty
      }
    }
  }

  @Test(
    "signals to the client, and a hub that is killed: the terminal is sane",
    arguments: [SIGTERM, SIGQUIT, SIGHUP])
  func signals(signal: Int32) async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      try await leaveBehind(tmux, "Edit", "vim.tiny -u NONE text", ready: "[New")
      let hub = try #require(HubProcess.all(workspace).first)
      kill(hub, SIGKILL)
      let pane = try await shell(tmux)
      try await pane.type("ulimit -c 0; headway attach 1; echo status $?")
      try await pane.wait(for: "~\n~")
      let client = try #require(workspace.processes("headway attach").first)
      kill(client, signal)
      try await pane.wait(for: "status \(128 + signal)")
      try await expectSane(pane)
      #expect(try await workspace.list().map(\.state) == ["running"])
    }
  }

  @Test("a stopped watcher doesn't slow the command down, and goes on with the newest")
  func stoppedWatcher() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      try await leaveBehind(
        tmux, "Flood",
        "bash -c 'echo ready; read x; seq 2000000; echo f''lood done >done; read x; echo la''st'",
        ready: "ready")
      // Between them a shell that doesn't mind: tmux continues its own children that stop.
      let stopped = try await tmux.pane("sh -c 'headway attach 1; :'")
      try await stopped.wait(for: "ready")
      let client = try #require(workspace.processes("headway attach").first)
      kill(client, SIGSTOP)
      let other = try await shell(tmux)
      try await other.type("headway attach 1")
      try await other.wait(for: "ready")
      try await other.send("Enter")
      try await eventually("the end of the flood") { workspace.read("done") == "flood done\n" }
      #expect(ProcessTable.stat(client)?.state == "T")
      kill(client, SIGCONT)
      try await stopped.wait(for: "2000000")
      try await other.wait(for: "2000000")
      try await stopped.send("Enter")
      try await stopped.wait(for: #/last\n.*task 1 completed/#)
      try await other.wait(for: #/last\n.*task 1 completed/#)
    }
  }

  @Test("in a tiny pane")
  func tiny() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      try await leaveBehind(tmux, "S", "bash --norc", ready: "bash-")
      let pane = try await shell(tmux, columns: 20, rows: 3)
      try await pane.type("headway attach 1")
      try await pane.type("stty size")
      try await pane.wait(for: "3 20")
      try await pane.send("C-\\", "d")
      try await pane.wait(for: "detached from 1;")
    }
  }

  @Test("refused in one line: itself, one without a terminal, one that ended, none at all")
  func refused() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let pane = try await shell(tmux)
      try await pane.type(
        "headway run -- sh -c 'until headway list | grep running; do :; done; headway attach 1'; echo status $?"
      )
      try await pane.wait(for: #/this terminal belongs to task 1; .*\n?.*\nstatus 64/#)
      let job = try workspace.start("headway run --title Piped -- sleep 300")
      try await workspace.task("Piped") { $0.state == "running" }
      try await pane.type("clear; headway attach 2; echo status $?")
      try await pane.wait(for: #/task 2 has no terminal of its own(?s:.*)status 1/#)
      try await pane.type("clear; headway attach 1; echo status $?")
      try await pane.wait(for: #/task 1 has ended: failed with exit code 64(?s:.*)status 1/#)
      try await pane.type("clear; headway attach 9; echo status $?")
      try await pane.wait(for: #/there is no task 9(?s:.*)status 1/#)
      let piped = try await workspace.run("headway attach 2")
      #expect(piped.code == 64 && piped.errorText.hasPrefix("headway: attach needs a terminal"))
      job.send(15)
    }
  }

  @Test("keys of the config file detach; the prefix twice is sent once")
  func ownKeys() async throws {
    try await Workspace.use(config: "[attach]\ndetach-key = 'Ctrl-A q'\n") { workspace in
      let tmux = try TmuxServer(workspace)
      try await leaveBehind(
        tmux, "Cat", "sh -c 'stty -icanon -echo; echo ready; cat -v'", ready: "ready")
      let pane = try await shell(tmux)
      try await pane.type("headway attach 1")
      try await pane.wait(for: "ready")
      try await pane.send("C-a", "C-a", "x", "C-a", "y")
      try await pane.wait(for: "^Ax^Ay")
      try await pane.send("C-a", "q")
      try await pane.wait(for: "detached from 1")
    }
  }

  @Test("a of the monitor goes there and comes back to the same card")
  func fromMonitor() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      try await leaveBehind(tmux, "First", "bash -c 'read -p one? x'", ready: "one?")
      try await leaveBehind(
        tmux, "Second", "bash -c 'read -sp two? x; read -p three? y'", ready: "two?")
      let monitor = try await tmux.pane("exec headway", columns: 90)
      try await monitor.wait(for: #/Second .*waiting for a password/#)
      try await monitor.wait(for: #/First .*waiting for your input/#)
      try await monitor.send("Tab")
      try await monitor.wait(for: #/▌ \? 2 /#)
      try await monitor.send("a")
      try await monitor.wait(for: "two?")
      try await monitor.type("secret")
      try await monitor.wait(for: "three?")
      try await monitor.send("C-\\", "d")
      try await monitor.wait(for: "detached from 2; the task goes on")
      try await monitor.wait(for: #/▌ \? 2 .*Second .*waiting for your input/#)
      try await monitor.send("a")
      try await monitor.wait(for: "three?")
      try await monitor.send("Enter")
      try await monitor.wait(for: "task 2 completed")
      try await monitor.wait(for: #/1 needs you/#)
      try await monitor.send("q")
      try await eventually("the end") { try await monitor.value("#{pane_dead}") == "1" }
    }
  }
}
