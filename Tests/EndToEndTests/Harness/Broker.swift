import Foundation
import TestHarness
import TestProcesses

/// A mosquitto of one scenario, in the folder `broker` of its workspace.
final class Broker {
  let workspace: Workspace
  let port: Int
  /// The scheme of the broker's address: mqtt or mqtts.
  let scheme: String
  private var process: Program?

  init(workspace: Workspace, port: Int, scheme: String) {
    (self.workspace, self.port, self.scheme) = (workspace, port, scheme)
  }

  static let isPossible =
    FileManager.default.isExecutableFile(atPath: "/usr/sbin/mosquitto")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/mosquitto_sub")

  var url: String { "\(scheme)://localhost:\(port)" }
  /// The words that connect mosquitto_sub(1) and mosquitto_pub(1).
  var options: String { "-h localhost -p \(port) -V 5" }

  /// Starts a broker, and runs `body` with it.
  ///
  /// - Parameters:
  ///   - options: further lines of its configuration.
  ///   - fleet: further lines of `[fleet]` in the config of Headway.
  static func use(
    options: [String] = ["allow_anonymous true"], scheme: String = "mqtt", fleet: String = "",
    _ body: (Broker) async throws -> Void
  ) async throws {
    try await Workspace.use { workspace in
      try FileManager.default.createDirectory(
        atPath: "\(workspace.folder)/broker", withIntermediateDirectories: true)
      for _ in 0..<5 {
        let broker = Broker(
          workspace: workspace, port: .random(in: 20_000..<30_000), scheme: scheme)
        try broker.writeConfiguration(options)
        guard try await broker.start() else { continue }
        try workspace.write(
          "[fleet]\nbroker = \"\(broker.url)\"\nuser = \"ada\"\n\(fleet)\n",
          to: "home/.config/headway/config.toml")
        return try await body(broker)
      }
      throw HarnessError("mosquitto doesn't start")
    }
  }

  private func writeConfiguration(_ options: [String]) throws {
    let folder = "\(workspace.folder)/broker"
    let lines =
      ["listener \(port)"] + options.map { $0.replacing("FOLDER", with: folder) } + [
        "max_queued_messages 0", "persistence true", "persistence_location \(folder)/",
        "autosave_interval 1", "autosave_on_changes true", "user root",
      ]
    try workspace.write(lines.joined(separator: "\n") + "\n", to: "broker/mosquitto.conf")
  }

  /// Starts mosquitto. Returns false if its port is taken.
  @discardableResult
  func start() async throws -> Bool {
    process = try workspace.start(
      "echo >$F/broker/log; exec mosquitto -v -c $F/broker/mosquitto.conf >$F/broker/log 2>&1",
      environment: ["F": workspace.folder])
    return try await eventually("mosquitto runs or has ended") { () -> Bool? in
      let bytes = FileManager.default.contents(atPath: "\(workspace.folder)/broker/log")
      let log = String(decoding: bytes ?? Data(), as: UTF8.self)
      if log.contains("running") { return true }
      return log.contains("Error") ? false : nil
    }
  }

  func kill9() { process?.kill() }

  /// Starts a bridge whose words go to the file `bridge` of the workspace's `work`.
  func startBridge() async throws -> Program {
    let bridge = try workspace.start("exec headway-bridge 2>>bridge")
    try await eventually("the bridge is connected") {
      workspace.read("bridge").contains("connected to \(url)")
    }
    return bridge
  }

  /// What the broker keeps, each line a topic and its content.
  func kept(_ filter: String = "'#'", _ extra: String = "") async throws -> [String] {
    try await workspace.run(
      "mosquitto_sub \(options) \(extra) -t \(filter) -v --retained-only -W 1"
    ).text.split(separator: "\n").map(String.init)
  }
}
