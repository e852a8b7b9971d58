import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// A hub that dies is seen by whoever needs it, and its starts don't follow each other for ever.
@Suite(.fewAtATime) struct DyingHubTests {
  /// Another program takes the place of `headwayd`. It writes a line whenever a client starts it, and
  /// dies.
  private static func replaceHub(_ workspace: Workspace, by ending: String) async throws {
    let script = """
      #!/bin/sh
      [ "$1" = --lock-descriptor ] || exit 0
      echo start >>\(workspace.work)/starts
      \(ending)

      """
    try await workspace.run("mv ../bin/headwayd ../bin/hidden")
    try workspace.write(script, to: "bin/headwayd")
    chmod("\(workspace.binaries)/headwayd", 0o700)
  }

  private static func bringHubBack(_ workspace: Workspace) async throws {
    try await workspace.run("mv ../bin/hidden ../bin/headwayd")
  }

  private static func startCount(_ workspace: Workspace) -> Int {
    workspace.read("starts").split(separator: "\n").count
  }

  private static func log(_ workspace: Workspace) -> String {
    (try? String(contentsOfFile: workspace.hubLog, encoding: .utf8)) ?? ""
  }

  @Test(
    "a command fails at once, and says how the hub died and what to do",
    arguments: [
      ("exit 3", "with exit status 3"), ("kill -SEGV $$", "of signal 11 (SIGSEGV)"),
    ])
  func command(ending: String, words: String) async throws {
    try await Workspace.use(ownsBinaries: true) { workspace in
      try await Self.replaceHub(workspace, by: ending)
      let outcome = try await workspace.run("headway list")
      // A command that waits for its whole patience says that no hub started, and not how one died.
      #expect(outcome.code == 69)
      #expect(outcome.errorText.contains(#/^headway: the hub died at start, at [^\n]*\n$/#))
      #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
      #expect(outcome.errorText.contains("see: headway doctor"))
      #expect(Self.startCount(workspace) == 1)
      let status = try await workspace.run("headway hub status")
      #expect(status.code == 69 && status.errorText.contains(words), "\(status.errorText)")
      let doctor = try await workspace.run("headway doctor")
      #expect(doctor.code == 1)
      #expect(
        doctor.text.split(separator: "\n").contains {
          $0.hasPrefix("wrong    hub ") && $0.contains(words) && $0.contains(workspace.hubLog)
        }, "\(doctor.text)")
      #expect(Self.startCount(workspace) == 1, "who only looks starts nothing")
      #expect(Self.log(workspace).contains(words), "\(Self.log(workspace))")
    }
  }

  @Test("a job and a monitor say so, pause, and are back with the hub")
  func background() async throws {
    try await Workspace.use(ownsBinaries: true) { workspace in
      try await Self.replaceHub(workspace, by: "exit 3")
      // A job that begins after a death says so: this one starts the first hub that dies.
      let job = try workspace.start("exec headway run --title J -- sleep 300")
      try await eventually("the first start") { Self.startCount(workspace) >= 1 }
      let monitor = try workspace.start("exec headway watch --plain")
      try await eventually("the third start", within: .seconds(30)) {
        Self.startCount(workspace) >= 3
      }
      try await eventually("the monitor's word") {
        monitor.outputText == "the hub dies at start, see: headway doctor\n"
      }
      #expect(job.errorText == "")
      #expect(ProcessTable.isAlive(job.pid))
      let file = try String(contentsOfFile: "\(workspace.socket).starts", encoding: .utf8)
      #expect(file.contains("deaths "), "\(file)")
      try await Self.bringHubBack(workspace)
      try await eventually("a hub that a person starts", within: .seconds(5)) {
        try await workspace.run("headway hub start").code == 0
      }
      try await workspace.task("J", within: .seconds(3)) { $0.state == "running" }
      #expect(try await workspace.run("headway doctor | grep -w hub").text.contains("earlier hub"))
    }
  }

  @Test("a job that begins while hubs die runs without a card, and says why once")
  func newJob() async throws {
    try await Workspace.use(ownsBinaries: true) { workspace in
      try await Self.replaceHub(workspace, by: "exit 3")
      try await workspace.run("headway list")
      // The job outlives a hub that is started anew after the pause.
      let outcome = try await workspace.run("headway run -- sh -c 'echo out; sleep 3; exit 4'")
      #expect(outcome.code == 4 && outcome.text == "out\n")
      #expect(
        outcome.errorText.contains(
          #/^headway: the hub died at start, .*; see: headway doctor \(the command runs without a card\)\n$/#
        ), "\(outcome.errorText)")
    }
  }

  @Test("a crash of the hub is in its log, in hub status and in doctor; the jobs' hub comes back")
  func crash() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      _ = try workspace.start("headway run --title J -- sleep 300")
      try await workspace.task("J") { $0.state == "running" }
      hub.send(SIGSEGV)
      try await eventually("the next hub") {
        try await workspace.run("headway hub status").code == 0
      }
      try await workspace.task("J", within: .seconds(10)) { $0.state == "running" }
      let words =
        #/critical headwayd: the hub died of signal 11 \(SIGSEGV\) in thread [^,\n]+, while /#
      #expect(Self.log(workspace).contains(words), "\(Self.log(workspace))")
      let status = try await workspace.run("headway hub status")
      #expect(
        status.text.contains(#/an earlier hub died .* of signal 11 \(SIGSEGV\), while /#),
        "\(status.text)")
      let doctor = try await workspace.run("headway doctor")
      #expect(doctor.text.contains(#/warning +hub .*signal 11/#), "\(doctor.text)")
    }
  }

  @Test("of a hub that was killed the next one says so; a clean stop leaves no trace")
  func killed() async throws {
    try await Workspace.use { workspace in
      var hub = try await HubProcess.start(workspace)
      try await hub.kill9()
      try await eventually("the word of its end") {
        try await workspace.run("headway hub status").errorText
          .contains("ended unexpectedly, at ")
      }
      hub = try await HubProcess.start(workspace)
      #expect(
        Self.log(workspace).contains("the hub before this one, process "), "\(Self.log(workspace))")
      #expect(
        try await workspace.run("headway hub status").text.contains("ended unexpectedly"))
      try await workspace.run("headway hub stop")
      let stopped = try await workspace.run("headway hub status")
      #expect(
        stopped.errorText == "headway: no hub is running; start one with: headway hub start\n")
      try await workspace.run("rm ../state/headway/hub.log ../run/*.starts")
      hub = try await HubProcess.start(workspace)
      #expect(Self.log(workspace).isEmpty, "\(Self.log(workspace))")
      #expect(try await workspace.run("headway doctor | grep -w hub").text.hasPrefix("ok "))
      #expect(hub.isAlive)
    }
  }
}
