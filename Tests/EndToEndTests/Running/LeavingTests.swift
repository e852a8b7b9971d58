import Foundation
import Testing
import TestHarness
import TestProcesses

/// J3: the terminal goes, the job stays.
@Suite(.fewAtATime) struct LeavingTests {
  @Test(
    "closing the pane or losing the whole terminal leaves the job running",
    arguments: [true, false])
  func terminalGone(closesPaneOnly: Bool) async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway hub start")
      let tmux = try TmuxServer(workspace)
      let pane = try await tmux.pane()
      try await pane.type(
        "headway run --title Job -- "
          + "bash -c 'while [ ! -e stop ]; do echo line; sleep .05; done; exit 7'"
      )
      try await pane.wait(for: "line\nline\n")
      try await workspace.task("Job") { $0.foreground == true && $0.state == "running" }
      if closesPaneOnly { try await pane.close() } else { try await tmux.killServer() }
      let left = try await workspace.task("Job") { $0.foreground == false }
      #expect(left.state == "running")
      let log = "\(workspace.logs)/\(left.key).log"
      let size = try Self.size(log)
      try await eventually("more output in the log") { try Self.size(log) > size }
      try await workspace.run("touch stop")
      let ended = try await workspace.task("Job") { $0.state == "ended" }
      #expect(ended.end == "failed" && ended.exitCode == 7)
    }
  }

  @Test("a monitor opened afterwards shows it in the background, and can cancel it")
  func shownInBackground() async throws {
    try await Workspace.use { workspace in
      let first = try TmuxServer(workspace)
      let pane = try await first.pane()
      try await pane.type("headway run --title Job -- sleep 300")
      try await workspace.task("Job") { $0.state == "running" }
      try await first.killServer()
      let monitor = try await TmuxServer(workspace).pane("exec headway")
      try await monitor.wait(for: #/Job .*background/#)
      try await monitor.send("c")
      try await monitor.wait(for: "Cancel 1")
      try await monitor.send("y")
      try await monitor.wait(for: "cancelled by you")
      try await eventually("nothing left of it") { workspace.processes("sleep 300").isEmpty }
    }
  }

  @Test("once its terminal is closed a job gives way to others, but not while somebody is attached")
  func priority() async throws {
    try await Workspace.use { workspace in
      let tmux = try TmuxServer(workspace)
      let pane = try await tmux.pane()
      try await pane.type("headway run --title Job -- sleep 300")
      try await workspace.task("Job") { $0.state == "running" && $0.attachable == true }
      let job = try await eventually("sleep") { workspace.processes("sleep 300").first }
      let usual = try await Self.priorities(of: job, workspace)
      #expect(usual.hasPrefix("0 "))
      try await pane.close()
      try await eventually("a lower priority") {
        try await Self.priorities(of: job, workspace) == "10 best-effort: prio 7"
      }
      let other = try await tmux.pane("exec headway attach 1")
      let mayRaise = try await workspace.run("nice -n -1 true 2>&1").text.isEmpty
      try await eventually("the usual priority") {
        let now = try await Self.priorities(of: job, workspace)
        return now == usual || !mayRaise && !now.hasSuffix("prio 7")
      }
      try await other.close()
      try await eventually("a lower priority again") {
        try await Self.priorities(of: job, workspace).hasSuffix("best-effort: prio 7")
      }
    }
  }

  /// A monitor that has the one task selected until there is a file `leave`.
  static let selector = """
    import json, os, socket, sys, time
    hub = socket.socket(socket.AF_UNIX)
    hub.connect(os.environ["HEADWAY_SOCKET"])
    for message in [
      {"type": "hello", "versions": [1], "role": "command", "client": "test"},
      {"type": "subscribe", "view": []},
      {"type": "interest", "view": [], "selected": sys.argv[1]},
    ]:
      hub.sendall(json.dumps(message).encode() + b"\\n")
    while not os.path.exists("leave"): time.sleep(0.02)
    """

  @Test("it has its usual priority while it is selected in a monitor", arguments: [true, false])
  func selected(raises: Bool) async throws {
    let config = "[background]\nraise-selected = \(raises)\n"
    try await Workspace.use(config: config) { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.type("headway run --title Job -- sleep 300")
      let task = try await workspace.task("Job") { $0.state == "running" }
      let job = try await eventually("sleep") { workspace.processes("sleep 300").first }
      let usual = try await Self.priorities(of: job, workspace).drop { $0 != " " }
      try await pane.close()
      func isLow() async throws -> Bool {
        try await Self.priorities(of: job, workspace).hasSuffix("best-effort: prio 7")
      }
      try await eventually("a lower priority") { try await isLow() }
      try workspace.write(Self.selector, to: "work/chooser.py")
      let monitor = try workspace.start("exec python3 chooser.py \(task.key)")
      if raises {
        try await eventually("the usual priority") {
          try await Self.priorities(of: job, workspace).hasSuffix(usual)
        }
      }
      try await workspace.run("touch leave")
      #expect(try await monitor.outcome().code == 0)
      try await eventually("a lower priority again") { try await isLow() }
    }
  }

  @Test("unless the config says otherwise")
  func priorityKept() async throws {
    try await Workspace.use(config: "[background]\nnice = 0\n") { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.type("headway run --title Job -- sleep 300")
      try await workspace.task("Job") { $0.state == "running" }
      let job = try await eventually("sleep") { workspace.processes("sleep 300").first }
      let usual = try await Self.priorities(of: job, workspace)
      try await pane.close()
      try await workspace.task("Job") { $0.foreground == false }
      #expect(try await Self.priorities(of: job, workspace) == usual)
    }
  }

  /// Of the processors, and of the disks.
  private static func priorities(of process: pid_t, _ workspace: Workspace) async throws -> String {
    try await workspace.run("echo $(ps -o ni= -p \(process)) $(ionice -p \(process))").line
  }

  @Test("the log is this user's alone, and has the bytes the terminal had")
  func log() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway run --title L -- printf 'a\\001\\r\\n\\377z'")
      let task = try await workspace.task("L")
      let path = "\(workspace.logs)/\(task.key).log"
      #expect(FileManager.default.contents(atPath: path) == Data([97, 1, 13, 10, 255, 122]))
      let mode = try await workspace.run("stat -c %a \(path) \(workspace.logs)")
      #expect(mode.text == "600\n700\n")
    }
  }

  private static func size(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }
}
