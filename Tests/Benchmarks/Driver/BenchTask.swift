import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// A running task, reported by a worker's connection to the hub.
final class BenchTask {
  static let total: Int64 = 1_000_000

  let title: String
  private let key: TaskKey
  private let connection: HubConnection

  /// Returns once the hub has recorded the task.
  init(index: Int, paths: HeadwayPaths) throws {
    var generator = SystemRandomNumberGenerator()
    key = .random(using: &generator)
    title = "Workload-\(index)"
    connection = try HubConnection(to: paths, mayStart: false)
    connection.send(ClientHello(role: .worker))
    var report = WorkerReport()
    report.subtitle = SanitisedText(UpdateMark.none, limit: .line)
    report.reading = ProgressReading(completed: 1000, total: Self.total, unit: "files")
    let task = TaskDescription(key: key, title: SanitisedText(title))
    connection.send(BeginMessage(task, report, request: 1))
    try awaitNumber()
  }

  func report(completed: Int64, subtitle: String) {
    var report = WorkerReport()
    report.subtitle = SanitisedText(subtitle, limit: .line)
    report.reading = ProgressReading(completed: completed)
    connection.send(UpdateMessage(task: .key(key), report))
  }

  func end() {
    connection.send(EndMessage(task: .key(key), TaskEnding(reason: .completed)))
  }

  private func awaitNumber() throws {
    let limit = SystemClocks.awake + .seconds(5)
    while SystemClocks.awake < limit {
      var poller = Poller()
      poller.watch(connection.descriptor, .readable)
      poller.wait(until: limit)
      let isRecorded = try connection.receive().contains { message in
        if case .begun = message { true } else { false }
      }
      if isRecorded { return }
    }
    throw BenchmarkError("the hub doesn't record a task")
  }
}
