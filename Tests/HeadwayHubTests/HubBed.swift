import Foundation
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import HeadwayHub

/// A real hub within this process, in a directory of its own with short paths.
final class HubBed {
  let directory: String
  let paths: HeadwayPaths
  var settings: HubEngineSettings
  private(set) var server: HubServer?

  private static let ticks = LoopTicks()
  static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1, metricsDelegate: ticks)
  /// Hubs that left: what their loop still has to do outlives them, as it never does in a process.
  private static let retired = Mutex<[HubServer]>([])

  init(settings: HubEngineSettings) throws {
    let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(base)/hw-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    directory = String(
      decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    paths = HeadwayPaths(socket: directory + "/run/hub.sock", stateDirectory: directory + "/state")
    self.settings = settings
    try PrivateDirectory.ensure(paths.stateDirectory)
    try PrivateDirectory.ensure(paths.spoolDirectory)
    try PrivateDirectory.ensure(paths.runtimeDirectory)
  }

  func start() async throws {
    var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    let server = HubServer(
      group: Self.group, ticks: Self.ticks, paths: paths, settings: settings, logger: logger)
    Self.retired.withLock { $0.append(server) }
    try await server.start().get()
    self.server = server
  }

  func stop() async {
    guard let server else { return }
    server.requestStop(reason: "the test is over")
    try? await server.leave().get()
    self.server = nil
  }

  func command(
    _ role: ClientRole = .command, patience: Duration = .seconds(30)
  ) throws -> CommandClient {
    try CommandClient(paths, role: role, start: .never, patience: patience)
  }

  func worker(
    _ key: TaskKey, _ title: SanitisedText = "Export", isSupervisor: Bool = false
  ) -> WorkerLink {
    WorkerLink(
      task: TaskDescription(key: key, title: title), paths: paths, isSupervisor: isSupervisor,
      mayStartHub: false)
  }

  func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}

/// Runs `body` with a hub that serves, and leaves nothing behind.
func withHub(
  _ settings: HubEngineSettings = HubEngineSettings(), starting: Bool = true,
  _ body: (HubBed) async throws -> Void
) async throws {
  let bed = try HubBed(settings: settings)
  do {
    if starting { try await bed.start() }
    try await body(bed)
  } catch {
    await bed.stop()
    throw error
  }
  await bed.stop()
  try FileManager.default.removeItem(atPath: bed.directory)
}

extension TaskKey {
  static let a = TaskKey(high: 0, low: 0xA)
  static let b = TaskKey(high: 0, low: 0xB)

  static func numbered(_ number: UInt64) -> TaskKey { TaskKey(high: 1, low: number) }
}

extension WorkerReport {
  static func done(_ completed: Int64, of total: Int64? = nil) -> WorkerReport {
    var report = WorkerReport()
    report.reading = ProgressReading(completed: completed, total: total)
    return report
  }
}
