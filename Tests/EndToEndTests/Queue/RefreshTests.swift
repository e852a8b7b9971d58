import Testing
import TestHarness
import TestProcesses

@Suite("headway submit --refresh, and wake", .fewAtATime)
struct RefreshTests {
  @Test("it runs again and again under one number, until it is cancelled")
  func again() async throws {
    try await Workspace.use { workspace in
      let submitted = try await workspace.run(
        "headway submit --refresh 1s --id news --title R -- sh -c 'echo >>runs'")
      #expect(submitted.text == "1\n")
      try await eventually("three runs") { workspace.read("runs").count >= 3 }
      #expect(try await workspace.run("headway cancel news && headway wait 1").code != 69)
      let ended = try await workspace.task("R") { $0.state == "ended" }
      #expect(ended.number == 1 && ended.end == "cancelled/user")
    }
  }

  @Test(
    "a wake lets it run before its time, also after the hub was killed; none is one line and 65")
  func wakes() async throws {
    try await Workspace.use { workspace in
      _ = try await workspace.run(
        "headway submit --refresh 1h --id news --title R -- sh -c 'echo >>runs'")
      let waiting = try await workspace.task("R") {
        $0.state == "queued" && $0.blockedOn?.hasPrefix("until ") == true
      }
      #expect(waiting.number == 1 && workspace.read("runs").count == 1)
      #expect(try await workspace.run("timeout 30 headway wait --all").code == 0)
      try await HubProcess(workspace).kill9()
      try await workspace.task("R") { $0.blockedOn?.hasPrefix("until ") == true }
      #expect(try await workspace.run("headway wake news; headway wake news").code == 0)
      try await eventually("its run", within: .seconds(20)) { workspace.read("runs").count == 2 }
      let none = try await workspace.run("headway wake other")
      #expect(none.code == 65 && none.errorText.contains(#/^headway: [^\n]*\n$/#))
      for options in ["--refresh 1h", "--refresh 0s --id a", "--refresh 1h --id a --retry 2"] {
        #expect(try await workspace.run("headway submit \(options) -- true").code == 64)
      }
    }
  }
}
