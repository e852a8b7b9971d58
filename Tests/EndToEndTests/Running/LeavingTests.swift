import Foundation
import Testing

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
