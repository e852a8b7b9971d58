import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// Reports over the wire as the work goes: at most 20 times a second, never waiting for the hub.
final class ProgressReporter {
  private let link: WorkerLink
  private let total: Int64
  private var stage: SanitisedText = ""
  private var completed: Int64 = 0
  private var order: CancelOrder?
  private var nextReport: AwakeTime = .origin

  /// What is being worked on.
  var subtitle = ""

  private static let interval: Duration = .milliseconds(50)

  init(title: String, total: Int64, paths: HeadwayPaths) {
    var generator = SystemRandomNumberGenerator()
    let task = TaskDescription(key: .random(using: &generator), title: SanitisedText(title))
    self.total = total
    link = WorkerLink(task: task, paths: paths, isSupervisor: false, mayStartHub: false)
  }

  func begin(stage name: String) {
    stage = SanitisedText(name)
    completed = 0
    nextReport = .origin
    _ = advance(by: 0)
  }

  /// False once the task was told to stop.
  func advance(by count: Int64) -> Bool {
    completed += count
    let now = SystemClocks.awake
    if now >= nextReport {
      nextReport = now + Self.interval
      report(at: now)
    }
    return order == nil
  }

  /// The end, acknowledged or spooled; whether the work was done.
  func finish() -> Bool {
    let now = SystemClocks.awake
    report(at: now)
    let ending = order.map { TaskEnding(reason: $0.reason) } ?? TaskEnding(reason: .completed)
    link.end(ending, now: now)
    while !link.isSettled {
      step(at: SystemClocks.awake)
      var entry = pollfd(fd: link.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, 5)
    }
    return order == nil
  }

  private func report(at now: AwakeTime) {
    var report = WorkerReport()
    report.subtitle = SanitisedText(subtitle)
    report.reading = ProgressReading(
      completed: completed, total: total, unit: "B", phase: stage)
    link.report(report)
    step(at: now)
  }

  private func step(at now: AwakeTime) {
    for case .cancel(let cancel) in link.step(now: now) { order = order ?? cancel }
  }
}
