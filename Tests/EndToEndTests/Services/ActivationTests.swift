import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// A hub whose socket somebody else listens at until it is needed: systemd-socket-activate(1).
@Suite("Socket activation", .fewAtATime) struct ActivationTests {
  @Test("a command starts the hub, status doesn't; it goes, and the socket stays")
  func served() async throws {
    try await Workspace.use { workspace in
      let manager = try await listen(workspace)
      let asleep = try await workspace.run("headway status; echo $?; headway hub status; echo $?")
      #expect(asleep.text == "1\n69\n")
      let stop = try await workspace.run("headway hub stop")
      #expect(stop.code == 69)
      #expect(HubProcess.all(workspace).isEmpty)
      let outcome = try await workspace.run("headway run --title J -- sh -c 'echo out; exit 3'")
      #expect(outcome.code == 3 && outcome.text == "out\n")
      try await workspace.task("J", all: true) { $0.exitCode == 3 }
      let hub = try await HubProcess(workspace)
      #expect(hub.pid == manager.pid, "no second one was started")
      #expect(try await workspace.run("headway hub stop").text == "stopped\n")
      #expect(try await manager.outcome().code == 0)
      #expect(access(workspace.socket, F_OK) == 0)
    }
  }

  @Test("jobs outlive an activated hub that is killed, and find the next one")
  func killed() async throws {
    try await Workspace.use { workspace in
      let first = try await listen(workspace)
      let job = try workspace.start(
        "exec headway run --title J -- sh -c 'until [ -e go ]; do sleep 0.05; done; exit 4'")
      try await workspace.task("J") { $0.state == "running" }
      first.send(SIGKILL)
      _ = try await first.outcome()
      let hub = try await eventually("the next hub") { try? await HubProcess(workspace) }
      #expect(hub.pid != first.pid)
      try await workspace.task("J") { $0.state == "running" && $0.number == 1 }
      try await workspace.run("touch go")
      #expect(try await job.outcome().code == 4)
    }
  }

  @Test("a follower of the status sleeps while the hub does, and wakes with it")
  func follower() async throws {
    try await Workspace.use { workspace in
      let manager = try await listen(workspace)
      let status = try workspace.start("exec headway status --follow")
      try await eventually("its first line") { status.outputText == "\n" }
      try await eventually("it sleeps") { ProcessTable.stat(status.pid)?.state == "S" }
      #expect(ProcessTable.arguments(manager.pid).first == "systemd-socket-activate")
      let job = try workspace.start("exec headway run -- sleep 300")
      try await eventually("the job in the status") { status.outputText.contains("1 running") }
      job.send(SIGTERM)
      _ = try await job.outcome()
    }
  }

  @Test("a socket whose name was removed is bound again, and everybody finds the hub")
  func removed() async throws {
    try await Workspace.use { workspace in
      let manager = try await listen(workspace)
      try await workspace.run("headway list")
      unlink(workspace.socket)
      try await eventually("its name") { access(workspace.socket, F_OK) == 0 }
      let hub = try await HubProcess(workspace)
      #expect(hub.pid == manager.pid)
    }
  }

  @Test("a socket that isn't the hub's is refused in one line")
  func refused() async throws {
    try await Workspace.use { workspace in
      let manager = try workspace.start(
        "exec systemd-socket-activate -l \(workspace.folder)/run/other.sock -E HEADWAY_SOCKET"
          + " -E HOME $(command -v headwayd)")
      try await eventually("the socket") { access("\(workspace.folder)/run/other.sock", F_OK) == 0 }
      _ = try workspace.start("HEADWAY_SOCKET=$PWD/../run/other.sock headway hub status")
      let outcome = try await manager.outcome()
      #expect(outcome.code == 70)
      #expect(outcome.errorText.contains("other.sock, not at \(workspace.socket); write the units"))
    }
  }

  /// What the service manager does: listens, says so, and becomes the hub when somebody comes.
  private func listen(_ workspace: Workspace) async throws -> Program {
    let manager = try workspace.start(
      "exec systemd-socket-activate -l \(workspace.socket) -E HEADWAY_SOCKET -E XDG_STATE_HOME"
        + " -E HOME -E HEADWAY_TEST_FOLDER $(command -v headwayd)")
    try #require(symlink("hub.sock", workspace.socket + ".activated") == 0)
    try await eventually("the socket") { access(workspace.socket, F_OK) == 0 }
    return manager
  }
}
