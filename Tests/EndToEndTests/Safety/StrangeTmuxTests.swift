import Foundation
import Glibc
import Testing
import TestHarness

/// A tmux server of another user in the place of one's own. tmux's client would send it the environment
/// and execute what it answers.
@Suite(.fewAtATime, .enabled(if: Trap.isPossible)) struct StrangeTmuxTests {
  private static let config = "[tell]\ntmux = true\nafter = '0s'\n"
  private static let folder = "tmux-\(geteuid())"

  /// Runs a task that fails, and waits until the hub has connected to the trap or logged `words`.
  private func failAndTell(
    _ workspace: Workspace, _ trap: Trap, _ environment: [String: String], _ words: String
  ) async throws {
    try await workspace.run("headway run --title Job -- false", environment: environment)
    try await eventually("the notification, or the reason why there is none") {
      let log = try? String(contentsOfFile: workspace.hubLog, encoding: .utf8)
      return trap.hasCaught || log?.contains(words) == true
    }
    #expect(!trap.hasCaught, "\(trap.heard)")
  }

  @Test("the hub doesn't connect to a server in another user's folder, and the log says why")
  func folder() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      try await Trap.use(workspace, socket: "\(Self.folder)/default") { trap in
        let words =
          "tmux shows no notification: \(trap.place)/\(Self.folder) belongs to user \(Trap.user), not to you"
        try await failAndTell(workspace, trap, ["TMUX_TMPDIR": trap.place], words)
        let doctor = try await workspace.run(
          "headway doctor | grep -w tmux", environment: ["TMUX_TMPDIR": trap.place, "TMUX": ""])
        #expect(doctor.text.hasPrefix("warning") && doctor.text.contains("belongs to user"))
        #expect(!trap.hasCaught, "\(trap.heard)")
      }
    }
  }

  @Test("the hub doesn't connect to another user's server that TMUX names")
  func around() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      try await Trap.use(workspace, socket: "theirs/socket") { trap in
        try await failAndTell(
          workspace, trap, ["TMUX": "\(trap.place)/theirs/socket,1,0"],
          "\(trap.place)/theirs belongs to user \(Trap.user)")
      }
    }
  }

  @Test("a server that another user runs behind files of one's own is found by its credentials")
  func credentials() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      try await Trap.use(workspace, socket: "\(Self.folder)/default") { trap in
        try await workspace.run("chown -R 0:0 \(trap.place)/\(Self.folder)")
        let socket = "\(trap.place)/\(Self.folder)/default"
        try await workspace.run(
          "headway run -- false", environment: ["TMUX_TMPDIR": trap.place])
        try await eventually("the reason") {
          try String(contentsOfFile: workspace.hubLog, encoding: .utf8).contains(
            "the server at \(socket) runs as user \(Trap.user), not as you")
        }
        let sent = trap.heard.split(separator: "\n").filter { $0.hasPrefix("sent") }
        #expect(sent.allSatisfy { $0 == "sent b''" }, "\(sent)")
      }
    }
  }

  @Test(
    "no command runs tmux for another user's server, or for a socket that others can replace",
    arguments: ["theirs/socket", "socket"])
  func commands(socket: String) async throws {
    try await Workspace.use { workspace in
      try await Trap.use(workspace, socket: socket) { trap in
        let around = ["TMUX": "\(trap.place)/\(socket),\(getpid()),0"]
        if socket == "socket" { try await workspace.run("chown 0:0 \(trap.place)/socket") }
        for command in ["pane", "popup", "push"] {
          let outcome = try await workspace.run(
            "exec headway tmux \(command)", environment: around)
          #expect(outcome.code == 70, "\(command): \(outcome.errorText)")
          #expect(outcome.errorText.hasPrefix("headway: tmux: \(trap.place)"))
          #expect(outcome.errorText.split(separator: "\n").count == 1)
        }
        try await workspace.run("headway tmux setup --write; headway doctor", environment: around)
        #expect(!trap.hasCaught, "\(trap.heard)")
      }
    }
  }

  @Test("the monitor asks no other user's server, neither for notifications nor to copy")
  func monitor() async throws {
    try await Workspace.use(config: "[tell]\nterminal-form = 'osc9'\n") { workspace in
      try await Trap.use(workspace, socket: "theirs/socket") { trap in
        let tmux = try TmuxServer(workspace)
        let pane = try await tmux.pane("TMUX=\(trap.place)/theirs/socket,1,0 exec headway")
        try await pane.wait(for: "No tasks.")
        try await tmux.tmux("pipe-pane", "-t", pane.id, "cat >\(workspace.work)/written")
        try await workspace.run("headway run --notify --title Job -- sh -c 'echo one; false'")
        try await eventually("the bell") { workspace.read("written").contains("\u{7}") }
        try await pane.wait(for: "Job")
        try await pane.send("l")
        try await pane.wait(for: "one")
        try await pane.send("g", "v", "G", "y")
        try await eventually("the copy") { workspace.read("written").contains("\u{1B}]52;") }
        #expect(!trap.hasCaught, "\(trap.heard)")
      }
    }
  }
}
