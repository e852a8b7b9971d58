import Foundation
import Testing
import TestHarness
import TestProcesses

/// A hub whose program file is replaced while it runs, as by an update of its package.
@Suite("A hub whose program is replaced", .fewAtATime) struct SuccessionTests {
  @Test("the new program goes on in the same process, and the tasks and screens with it")
  func replaced() async throws {
    try await Workspace.use(ownsBinaries: true) { workspace in
      try await workspace.run("headway submit --title Long -- sleep 300")
      try await workspace.run("headway submit --title Later --at +1h -- true")
      try await workspace.task("Long") { $0.state == "running" }
      let server = try TmuxServer(workspace)
      let pane = try await server.pane("headway", columns: 80, rows: 20)
      try await pane.wait(for: "Long")
      let hub = try await HubProcess(workspace)
      let task = try await workspace.task("Long") { $0.pid != nil }
      try await workspace.run("cp ../bin/headwayd new && mv new ../bin/headwayd")
      try await eventually("the new program is the hub") {
        let exe = try await workspace.run("readlink /proc/\(hub.pid)/exe").text
        let status = try await workspace.run("headway hub status")
        return exe.hasSuffix("/bin/headwayd\n") && status.text.contains("pid \(hub.pid),")
      }
      let now = try await workspace.task("Long") { $0.state == "running" }
      #expect(now.pid == task.pid)
      #expect(try await workspace.task("Later").state == "queued")
      try await workspace.run("headway submit --title After -- true")
      try await pane.wait(for: "After")
      let doctor = try await workspace.run("headway doctor").text
      #expect(!doctor.contains("was replaced"), "\(doctor)")
      try await workspace.run("headway cancel --all --force --yes")
    }
  }

  @Test("an older program and a broken one don't replace the hub")
  func older() async throws {
    try await Workspace.use(ownsBinaries: true) { workspace in
      try await workspace.run("headway submit --title Long -- sleep 300")
      let hub = try await HubProcess(workspace)
      for (name, script) in [
        ("older", "echo headwayd 0.0.1"), ("broken", "echo Segmentation fault; exit 139"),
      ] {
        try workspace.write(
          "#!/bin/sh\n: >\(workspace.folder)/work/\(name)\n\(script)\n", to: "work/new")
        try await workspace.run("chmod 755 new; mv new ../bin/headwayd")
        try await eventually("the hub has asked the \(name) program") {
          workspace.exists(name)
        }
      }
      #expect(try await workspace.run("readlink /proc/\(hub.pid)/exe").text.contains("(deleted)"))
      try await workspace.task("Long") { $0.state == "running" }
      let doctor = try await workspace.run("headway doctor").text
      #expect(doctor.contains("its program file was replaced"), "\(doctor)")
      try await workspace.run("headway cancel --all --force --yes")
    }
  }
}
