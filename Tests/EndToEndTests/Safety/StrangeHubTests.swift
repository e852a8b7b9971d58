import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// A server of another user in the place of one's own hub or supervisor. It may be connected to, where
/// only the connection tells whose it is, but is told nothing.
@Suite(.fewAtATime, .enabled(if: Trap.isPossible)) struct StrangeHubTests {
  /// Nothing but the end of the stream.
  private func expectNothingSent(_ trap: Trap) {
    let sent = trap.heard.split(separator: "\n").filter { $0.hasPrefix("sent") }
    #expect(sent.allSatisfy { $0 == "sent b''" }, "\(sent)")
  }

  private static let worker = """
    import headway
    task = headway.begin("Secret")
    headway.flush(2)
    task.end()
    headway.flush(2)

    """

  @Test("commands and the Python client tell another user's hub nothing", arguments: [false, true])
  func hub(ownsFiles: Bool) async throws {
    try await Workspace.use { workspace in
      try await Trap.use(workspace, socket: "theirs/hub.sock") { trap in
        if ownsFiles { try await workspace.run("chown -R 0:0 \(trap.place)/theirs") }
        let socket = ["HEADWAY_SOCKET": "\(trap.place)/theirs/hub.sock"]
        for command in ["list", "status", "cancel 1", "hub stop", "submit -- true"] {
          let outcome = try await workspace.run("exec headway \(command)", environment: socket)
          #expect(outcome.code != 0 && outcome.output.isEmpty, "\(command): \(outcome.text)")
          #expect(outcome.errorText.contains("belongs to user \(Trap.user), not to you"))
        }
        let outcome = try await workspace.run(
          "exec headway run --title Secret -- sh -c 'echo out; exit 3'", environment: socket)
        #expect(outcome.code == 3 && outcome.text == "out\n")
        try workspace.write(Self.worker, to: "work/worker.py")
        let worker = try await workspace.run(
          "exec /usr/bin/python3 worker.py",
          environment: socket.merging(["PYTHONPATH": Workspace.pythonFolder]) { $1 })
        #expect(worker.code == 0, "\(worker.errorText)")
        expectNothingSent(trap)
        #expect(ownsFiles || !trap.hasCaught, "\(trap.heard)")
      }
    }
  }

  @Test("who attaches tells another user's supervisor nothing")
  func attach() async throws {
    try await Workspace.use { workspace in
      try await Trap.use(workspace, socket: "theirs/socket") { trap in
        let pane = try await TmuxServer(workspace).pane()
        try await pane.wait(for: "$")
        try await pane.type("headway run --title Job -- sleep 300")
        try await workspace.task("Job") { $0.state == "running" }
        let place = workspace.attachments
        try await workspace.run(
          "until ls \(place)/*.sock >/dev/null 2>&1; do sleep .02; done; "
            + "chown 0:0 \(trap.place)/theirs/socket; mv \(trap.place)/theirs/socket \(place)/*.sock"
        )
        let other = try await TmuxServer(workspace).pane()
        try await other.wait(for: "$")
        try await other.type("headway attach 1")
        try await other.wait(for: "user \(Trap.user)")
        expectNothingSent(trap)
      }
    }
  }
}
