import Foundation
import Testing
import TestHarness
import TestProcesses

/// `headway debug`, with real programs.
@Suite(.fewAtATime) struct DebugTests {
  @Test("launch runs a request that waits, whatever its conditions are")
  func launch() async throws {
    try await Self.run { workspace, app in
      try app.write("refresh")
      let identifier = "com.example.uploads.refresh"
      try await eventually("the launch") {
        try await workspace.run("headway debug launch \(identifier)").code == 0
      }
      try await workspace.task(identifier) { $0.state == "running" }
      #expect(app.outputText.hasSuffix("refresh launched\n"))
      let again = try await workspace.run("headway debug launch \(identifier)")
      #expect(again.code == 1)
      #expect(
        again.errorText
          == "headway: no running program has queued a request \(identifier); "
          + "submit the request first\n")
    }
  }

  @Test("expire reaches the handler as a stall does, and the card says that it is simulated")
  func expire() async throws {
    try await Self.run { workspace, app in
      try app.write("upload")
      try await workspace.task("Upload") { $0.state == "running" }
      let outcome = try await workspace.run("headway debug expire com.example.uploads.album")
      #expect(outcome.code == 0 && outcome.text == "")
      let task = try await workspace.task("Upload") { $0.end == "expired/stall" }
      #expect(task.cancelNote == "simulated by headway debug")
      #expect(app.outputText.hasSuffix("stopped: stall\n"))
      let again = try await workspace.run("headway debug expire com.example.uploads.album")
      #expect(again.code != 0 && again.errorText.contains("has already ended"))
    }
  }

  @Test("a retry takes the place of the card that failed")
  func retry() async throws {
    try await Self.run { workspace, app in
      for attempt in 1...3 {
        try app.write("upload")
        try await workspace.task("Upload") { $0.attempt == attempt && $0.state == "running" }
        try await workspace.run("headway debug expire com.example.uploads.album")
        try await workspace.task("Upload") { $0.state == "ended" && $0.attempt == attempt }
        #expect(try await workspace.list().count == 1)
      }
      #expect(try await workspace.list(all: true).count == 3)
    }
  }

  @Test("a retry at once does so too")
  func retryAtOnce() async throws {
    try await Self.run { workspace, app in
      try app.write("upload")
      for attempt in 1...10 {
        try await workspace.task("Upload") { $0.attempt == attempt && $0.state == "running" }
        try await eventually("the handler") {
          app.outputText.components(separatedBy: "uploading").count == attempt + 1
        }
        #expect(try await workspace.list().count == 1)
        try app.write("retry")
      }
    }
  }

  private static func run(
    _ body: (Workspace, LineDrivenProgram) async throws -> Void
  ) async throws {
    try await Workspace.use { workspace in
      _ = try await HubProcess.start(workspace)
      try await body(workspace, LineDrivenProgram("uploads", in: workspace))
    }
  }
}
