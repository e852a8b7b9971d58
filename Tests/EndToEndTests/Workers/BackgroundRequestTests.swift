import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// Refresh and processing requests of a program (Tests/Helpers/Fetches) in the queue of a real hub.
@Suite(.fewAtATime) struct BackgroundRequestTests {
  private static let refresh = "com.example.fetches.refresh"
  private static let tidy = "com.example.fetches.tidy"

  @Test("a request is a queued card that says what it waits for, and runs in its turn")
  func turn() async throws {
    try await Self.run(config: "[queue]\nslots = 1\n") { workspace, app in
      try await workspace.run("headway submit --title first sleep 300")
      try await Self.submit("refresh 2", to: app)
      let queued = try await workspace.task(Self.refresh) { $0.state == "queued" }
      #expect(queued.blockedOn?.hasPrefix("until ") == true, "\(queued.blockedOn ?? "")")
      try await workspace.task(Self.refresh) { $0.blockedOn == "a free slot" && $0.position == 1 }
      try app.write("pending")
      try await eventually("what is pending") { app.outputText.hasSuffix("pending: refresh\n") }
      try await workspace.run("headway cancel 1")
      try await eventually("the launch") { app.outputText.hasSuffix("launched refresh\n") }
      try await workspace.task(Self.refresh) { $0.state == "running" }
      try app.write("pending")
      try await eventually("nothing is pending") { app.outputText.hasSuffix("pending:\n") }
      try app.write("complete")
      try await workspace.task(Self.refresh) { $0.end == "completed" }
    }
  }

  @Test("a killed hub loses no request, and the next one launches it once")
  func survives() async throws {
    try await Self.run { workspace, app in
      try await Self.submit("refresh 3600", to: app)
      let queued = try await workspace.task(Self.refresh) { $0.state == "queued" }
      try await HubProcess(workspace).kill9()
      #expect(
        try await workspace.task(Self.refresh) { $0.state == "queued" }.number == queued.number)
      #expect(app.outputText == "submitted\n")
      #expect(try await workspace.run("headway debug launch \(Self.refresh)").code == 0)
      try await workspace.task(Self.refresh) { $0.state == "running" }
      try await HubProcess(workspace).kill9()
      try await workspace.task(Self.refresh) { $0.state == "running" }
      try app.write("complete")
      try await workspace.task(Self.refresh) { $0.end == "completed" }
      #expect(app.outputText == "submitted\nlaunched refresh\n")
      #expect(try await workspace.list(all: true).count == 1)
    }
  }

  @Test("without a hub, with one that hangs and with HEADWAY=off nothing starts early: unavailable")
  func unavailable() async throws {
    try await Workspace.use { workspace in
      let app = try LineDrivenProgram("fetches", in: workspace)
      try app.write("refresh")
      try await eventually("the refusal") {
        app.outputText
          == "refused 1: \(Self.refresh) can't be queued: no hub is running; start one with: "
          + "headway hub start\n"
      }
      let hub = try await HubProcess.start(workspace)
      try await Self.submit("refresh 3600", to: app)
      let first = try await workspace.task(Self.refresh) { $0.state == "queued" }
      hub.send(SIGSTOP)
      try app.write("refresh 0")
      try await eventually("the second refusal") { app.outputText.contains("does not answer") }
      hub.send(SIGCONT)
      // The hub has heard of the second if the program's connection was still there. It may then
      // have given it the first one's place, which the program takes back.
      try await eventually("the first, or its successor, alone in the queue") {
        let tasks = try await workspace.list()
        let waiting = tasks.filter { $0.state == "queued" }
        return waiting.count == 1 && waiting.allSatisfy { $0.number != first.number + 1 }
          && tasks.allSatisfy { $0.state == "queued" || $0.end == "cancelled/user" }
      }
      try app.write("pending")
      try await eventually("the first one") { app.outputText.hasSuffix("pending: refresh\n") }
      #expect(!app.outputText.contains("launched"))
      let outcome = try await workspace.run(
        "echo refresh | \(Binaries.helper("fetches"))", environment: ["HEADWAY": "off"])
      #expect(
        outcome.text == "refused 1: \(Self.refresh) can't be queued: HEADWAY is off; unset it\n")
    }
  }

  @Test("a cancel from outside and one by the program both take it back; another takes its place")
  func takenBack() async throws {
    try await Self.run { workspace, app in
      try await Self.submit("refresh 3600", to: app)
      let first = try await workspace.task(Self.refresh) { $0.state == "queued" }
      try app.write("refresh2 3600")
      try await eventually("the limit") { app.outputText.contains("refused 2: ") }
      try await Self.submit("refresh 7200", to: app)
      let second = try await workspace.task(Self.refresh) {
        $0.state == "queued" && $0.number > first.number
      }
      #expect(try await workspace.list().count == 1 && second.attempt == 1)
      try await workspace.run("headway cancel \(second.number)")
      try await workspace.task(Self.refresh) { $0.end == "cancelled/user" }
      try await Self.nothingIsPending(app)
      try await Self.submit("refresh2 3600", to: app)
      try await workspace.task("com.example.fetches.refresh2") { $0.state == "queued" }
      try app.write("back refresh2")
      try await workspace.task("com.example.fetches.refresh2") { $0.end == "cancelled/user" }
      try await Self.nothingIsPending(app)
      #expect(!app.outputText.contains("launched"))
    }
  }

  @Test("a wake is the date come")
  func woken() async throws {
    try await Self.run { workspace, app in
      try await Self.submit("refresh 3600", to: app)
      try await workspace.task(Self.refresh) { $0.state == "queued" }
      #expect(try await workspace.run("headway wake \(Self.refresh)").code == 0)
      try await eventually("the launch") { app.outputText.hasSuffix("launched refresh\n") }
    }
  }

  @Test(
    "a request that needs the network waits for a route asleep",
    .enabled(if: OwnNetwork.isAllowed))
  func network() async throws {
    try await Workspace.use { workspace in
      let network = try await OwnNetwork(workspace, "headway hub start")
      let app = try LineDrivenProgram("fetches", in: workspace)
      try await Self.submit("tidy", to: app)
      try await workspace.task(Self.tidy) { $0.blockedOn == "the network" }
      try network.connect()
      try await eventually("the launch") { app.outputText.hasSuffix("launched tidy\n") }
      _ = try await network.leave()
    }
  }

  /// Until the program has heard that the hub has it: it is listed a little earlier.
  private static func submit(_ line: String, to app: LineDrivenProgram) async throws {
    let count = submissions(in: app)
    try app.write(line)
    try await eventually("the answer to \(line)") { submissions(in: app) > count }
  }

  private static func submissions(in app: LineDrivenProgram) -> Int {
    app.outputText.components(separatedBy: "submitted\n").count
  }

  private static func nothingIsPending(_ app: LineDrivenProgram) async throws {
    try await eventually("nothing is pending") {
      try app.write("pending")
      return app.outputText.hasSuffix("pending:\n")
    }
  }

  private static func run(
    config: String? = nil, _ body: (Workspace, LineDrivenProgram) async throws -> Void
  ) async throws {
    try await Workspace.use(config: config) { workspace in
      _ = try await HubProcess.start(workspace)
      try await body(workspace, LineDrivenProgram("fetches", in: workspace))
    }
  }
}
