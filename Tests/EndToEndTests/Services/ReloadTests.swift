import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// `headway hub reload`, and SIGHUP.
@Suite(.fewAtATime) struct ReloadTests {
  static let path = "home/.config/headway/config.toml"

  @Test("what waits goes by the new settings; a config with a mistake changes nothing")
  func reload() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n") { workspace in
      try await workspace.run("headway submit sleep 300; headway submit --title two sleep 300")
      try await workspace.task("two") { $0.state == "queued" }
      try workspace.write("[queue]\nslots = \n", to: Self.path)
      let refused = try await workspace.run("headway hub reload")
      #expect(refused.code == 64 && refused.errorText.contains("line 2"), "\(refused.errorText)")
      #expect(refused.errorText.contains(#/^headway: [^\n]*\n$/#), "\(refused.errorText)")
      #expect(try await workspace.task("two").state == "queued")
      let status = try await workspace.run("headway hub status").text
      let isNamed = #/\nconfig \S*config.toml: line 2, column \d+: .*; the hub keeps its settings/#
      #expect(status.contains(isNamed), "\(status)")
      try workspace.write("[queue]\nslots = 2\n", to: Self.path)
      #expect(try await workspace.run("headway hub reload").text == "reloaded\n")
      #expect(try await !workspace.run("headway hub status").text.contains("config "))
      try await workspace.task("two") { $0.state == "running" }
    }
  }

  @Test("a hub that can't read its config runs all the same, and starts nothing until it can")
  func brokenFromTheStart() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "headway run --title live sleep 300 & headway submit --title one true")
      try await workspace.task("one") { $0.state == "ended" }
      try await workspace.run("headway submit --title two --at +4s true")
      try workspace.write("[queue]\nslots = 'two'\n", to: Self.path)
      try await HubProcess(workspace).send(SIGKILL)
      let two = try await workspace.task("two") { $0.blockedOn == "the config to be corrected" }
      #expect(two.state == "queued")
      try await workspace.task("live") { $0.state == "running" }
      let problem = "config.toml: line 2, column 1: [queue] slots isn't understood"
      let status = try await workspace.run("headway hub status").text
      #expect(status.contains(problem) && status.contains("run: headway hub reload"), "\(status)")
      let doctor = try await workspace.run("headway doctor | grep -w hub")
      #expect(doctor.text.hasPrefix("wrong") && doctor.text.contains(problem), "\(doctor.text)")
      try workspace.write("[queue]\nslots = 2\n", to: Self.path)
      #expect(try await workspace.run("headway hub reload").code == 0)
      try await workspace.task("two") { $0.state == "ended" }
      #expect(try await !workspace.run("headway hub status").text.contains("config"))
    }
  }

  @Test(
    "a rule, and a handler, that can't work are refused, and the doctor names them",
    arguments: [
      ("[recognise.sheep]\nmatch = '('\n", "[recognise.sheep] match: "),
      ("[permitted.'a.b']\nneeds = 'tpu'\n", "[permitted.\"a.b\"] needs 1 of tpu"),
      ("[permitted.'a.b']\ndirectory = '/none'\n", "[permitted.\"a.b\"] directory: "),
    ])
  func unworkable(_ config: String, _ problem: String) async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway hub start")
      try workspace.write(config, to: Self.path)
      let refused = try await workspace.run("headway hub reload")
      #expect(refused.code == 64 && refused.errorText.contains(problem), "\(refused.errorText)")
      #expect(refused.errorText.contains(#/^headway: [^\n]*\n$/#), "\(refused.errorText)")
      #expect(refused.errorText.contains("config.toml: line 2, column 1: "))
      let doctor = try await workspace.run("headway doctor | grep -w config")
      #expect(doctor.text.hasPrefix("wrong") && doctor.text.contains(problem), "\(doctor.text)")
    }
  }

  @Test("SIGHUP has a rule that can't work refused too: the hub says where, and keeps what it has")
  func unworkableBySignal() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n") { workspace in
      let hub = try await HubProcess.start(workspace)
      try workspace.write("[queue]\nslots = 2\n[recognise.sheep]\nmatch = '('\n", to: Self.path)
      hub.send(SIGHUP)
      try await eventually("the problem in the hub's log") {
        let log = try String(contentsOfFile: workspace.hubLog, encoding: .utf8)
        return log.contains("the hub keeps its settings: ")
          && log.contains("config.toml: line 4, column 1: [recognise.sheep] match: ")
      }
      try await workspace.run("headway submit sleep 300; headway submit --title two sleep 300")
      #expect(try await workspace.task("two").state == "queued")
    }
  }

  @Test("SIGHUP does the same, and the hub stays; without a hub there is nothing to reload")
  func signal() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n") { workspace in
      #expect(try await workspace.run("headway hub reload").code == 69)
      try await workspace.run("headway submit sleep 300; headway submit --title two sleep 300")
      try await workspace.task("two") { $0.state == "queued" }
      try workspace.write("[queue]\nslots = 2\n", to: Self.path)
      let hub = try await HubProcess(workspace)
      hub.send(SIGHUP)
      try await workspace.task("two") { $0.state == "running" }
      #expect(try await HubProcess(workspace).pid == hub.pid)
    }
  }
}
