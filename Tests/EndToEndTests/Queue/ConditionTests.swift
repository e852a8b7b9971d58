import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// Conditions, in a network of their own: a route there is nobody else's.
@Suite("Conditions of submitted tasks", .fewAtATime, .enabled(if: OwnNetwork.isAllowed))
struct ConditionTests {
  @Test("the hub sleeps until the kernel tells of a route, and then the task starts")
  func network() async throws {
    try await Workspace.use { workspace in
      let network = try await OwnNetwork(
        workspace, "headway submit --title N --when network -- touch started")
      try await workspace.task("N") { $0.blockedOn == "the network" }
      let hub = try await HubProcess(workspace)
      // The thread of its event loop: those of the record's queue come and go.
      let script = """
        for thread in /proc/\(hub.pid)/task/*; do
          grep -q NIO $thread/comm && grep ctxt $thread/status
        done
        """
      var before = ""
      try await eventually("its sleep", within: .seconds(60)) {
        let earlier = before
        before = try await workspace.run("sleep 6\n\(script)").text
        return earlier == before && earlier.contains("voluntary")
      }
      try network.connect()
      try await eventually("its start", within: .seconds(4)) { workspace.exists("started") }
      _ = try await network.leave()
    }
  }

  @Test("--while: a command is suspended without its condition, and goes on with it")
  func suspended() async throws {
    try await Workspace.use { workspace in
      let ticker = "bash -c 'while :; do echo >>ticks; sleep .05; done'"
      let network = try await OwnNetwork(
        workspace, "headway submit --title W --while network -- \(ticker)")
      try await workspace.task("W") { $0.state == "queued" && $0.blockedOn == "the network" }
      try network.connect()
      try await workspace.task("W") { $0.state == "running" }
      try await eventually("ticks") { workspace.exists("ticks") }
      try network.disconnect()
      try await workspace.task("W") { $0.state == "suspended" && $0.blockedOn == "the network" }
      let refused = try await workspace.run("headway resume 1")
      #expect(refused.code == 1 && refused.errorText.contains("waits for the network"))
      let ticks = workspace.read("ticks")
      try network.connect()
      try await workspace.task("W") { $0.state == "running" }
      try await eventually("more ticks") { workspace.read("ticks") != ticks }
      #expect(try await workspace.run("headway cancel 1").code == 0)
      _ = try await network.leave()
    }
  }
}

/// A network namespace in which a hub runs, with a route to elsewhere or without (ip-netns(8)).
final class OwnNetwork: Sendable {
  private let workspace: Workspace
  private let program: Program

  static let isAllowed = system("unshare -rn ip link set lo up >/dev/null 2>&1") == 0

  /// Comes back when `script`, which starts the hub, has run in it: no other may do that.
  init(_ workspace: Workspace, _ script: String) async throws {
    self.workspace = workspace
    let loop = """
      ip link set lo up; mkfifo route; exec 3<>route
      \(script)
      touch ready
      while read -u 3 order; do
        case $order in leave) break ;; *) ip route $order default dev lo ;; esac
      done
      """
    program = try workspace.start(
      "exec unshare -rn bash --norc -c \"$SCRIPT\"", environment: ["SCRIPT": loop])
    try await eventually("a network") { workspace.exists("ready") }
  }

  func connect() throws { try order("add") }
  func disconnect() throws { try order("del") }

  func leave() async throws -> Outcome {
    try order("leave")
    return try await program.outcome()
  }

  private func order(_ word: String) throws {
    let pipe = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(workspace.work)/route"))
    try pipe.write(contentsOf: Data("\(word)\n".utf8))
    try pipe.close()
  }
}
