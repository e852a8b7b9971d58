import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// Programs written for iOS, which know only BackgroundTasks, with a real hub.
@Suite(.fewAtATime) struct BackgroundTaskTests {
  @Test("the card moves, the subtitle follows, the end arrives", arguments: ["done", "fail"])
  func moves(word: String) async throws {
    try await Self.run { workspace, app in
      try app.write("1")
      let first = try await workspace.task("Album") {
        $0.completed == 1 && $0.subtitle == "Page 1 of 10"
      }
      #expect(first.total == 10 && first.identifier == "com.example.exports.album")
      try app.write("7")
      try await workspace.task("Album") { $0.completed == 7 && $0.subtitle == "Page 7 of 10" }
      try app.write(word)
      try await workspace.task("Album") { $0.end == (word == "done" ? "completed" : "failed") }
    }
  }

  @Test("cancel reaches the expiration handler, and the end says who cancelled")
  func cancel() async throws {
    try await Self.run { workspace, app in
      try app.write("1")
      let number = try await workspace.task("Album") { $0.completed == 1 }.number
      try await workspace.run("headway cancel \(number)")
      try await workspace.task("Album") { $0.end == "cancelled/user" }
      #expect(app.outputText == "handled com.example.exports.album\nexpired\n")
    }
  }

  @Test("a task that stands still is asked about; stop is an expiry, and the end says so")
  func stall() async throws {
    try await Self.run(config: "[stall]\nsilent-after = \"1s\"\nadvancing-after = \"1s\"\n") {
      workspace, app in
      try app.write("1")
      let asked = try await workspace.task("Album") { $0.question != nil }
      #expect(asked.question?.contains("Album") == true)
      try await workspace.run("headway answer \(asked.number) stop")
      try await workspace.task("Album") { $0.end == "cancelled/question" }
      #expect(app.outputText == "handled com.example.exports.album\nexpired\n")
    }
  }

  @Test("a task that is never completed is lost when its process goes")
  func lost() async throws {
    try await Self.run { workspace, app in
      try app.write("1")
      try await workspace.task("Album") { $0.completed == 1 }
      try app.write("leave")
      try await workspace.task("Album") { $0.end == "lost" }
    }
  }

  @Test("an identifier that isn't listed is refused, with a sentence")
  func notPermitted() async throws {
    try await Workspace.use { workspace in
      try workspace.write(Self.plist("com.example.other.*"), to: "work/Info.plist")
      let outcome = try await workspace.run(
        Binaries.helper("exports"), environment: ["HEADWAY_INFO_PLIST": "Info.plist"])
      #expect(outcome.text.hasPrefix("refused: com.example.exports.album isn't permitted: list it"))
    }
  }

  @Test("a request waits for a slot as a queued card, over a hub's death too, and then runs")
  func queued() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n") { workspace in
      try await workspace.run("headway submit --title first sleep 300")
      let app = try LineDrivenProgram("exports", "queue", in: workspace)
      let album = try await workspace.task("Album") { $0.state == "queued" }
      #expect(album.position == 1 && album.identifier == "com.example.exports.album")
      try await HubProcess(workspace).kill9()
      #expect(try await workspace.task("Album") { $0.state == "queued" }.number == album.number)
      #expect(app.outputText.isEmpty)
      try await workspace.run("headway cancel 1")
      try await eventually("the launch handler") { app.outputText.hasPrefix("handled") }
      try app.write("1")
      try await workspace.task("Album") { $0.state == "running" && $0.completed == 1 }
      try await workspace.run("headway submit --title next true")
      #expect(try await workspace.task("next").state == "queued", "it has the slot")
      try app.write("done")
      try await eventually("the end of both") {
        try await workspace.list().map(\.end)
          == ["cancelled/user", "completed", "completed"]
      }
    }
  }

  @Test("a request that is to run at once is refused where it would wait, and leaves no card")
  func immediate() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n") { workspace in
      try await workspace.run("headway submit --title first sleep 300")
      try await workspace.task("first") { $0.state == "running" }
      let outcome = try await workspace.run(Binaries.helper("exports"))
      #expect(
        outcome.text.hasPrefix("refused: com.example.exports.album can't run at once: "),
        "\(outcome.text)")
      #expect(try await workspace.list().map(\.title) == ["first"])
    }
  }

  @Test("Swift 5: the share of children moves the card, cancel ends the loop")
  func children() async throws {
    try await Workspace.use { workspace in
      _ = try await HubProcess.start(workspace)
      try workspace.write(Self.plist("com.example.encodes.*"), to: "work/Info.plist")
      let program = try workspace.start(
        "exec \(Binaries.helper("encodes"))", environment: ["HEADWAY_INFO_PLIST": "Info.plist"])
      let task = try await workspace.task("Encode") { $0.fraction == 0.25 }
      #expect(task.subtitle == "Film")
      try await workspace.run("headway cancel \(task.number)")
      #expect(try await program.outcome().status == .code(0))
      try await workspace.task("Encode") { $0.end == "cancelled/user" }
    }
  }

  private static func plist(_ identifier: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
    <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>\(identifier)</string></array>
    </dict></plist>
    """
  }

  /// Tests/Helpers/Exports, with a hub, once its task is handled.
  private static func run(
    config: String? = nil, _ body: (Workspace, LineDrivenProgram) async throws -> Void
  ) async throws {
    try await Workspace.use(config: config) { workspace in
      _ = try await HubProcess.start(workspace)
      let app = try LineDrivenProgram("exports", in: workspace)
      try await eventually("the launch handler") { app.outputText.hasPrefix("handled") }
      try await body(workspace, app)
    }
  }
}
