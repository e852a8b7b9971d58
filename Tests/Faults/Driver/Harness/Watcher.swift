import HeadwayModel
import HeadwayLink
import HeadwaySystem
import TestHarness

/// What a monitor is shown, in the row's own process.
final class Watcher {
  private let link: MonitorLink
  private(set) var tasks: [TaskKey: TaskSnapshot] = [:]
  private var isWhole = false

  /// Returns with a whole snapshot.
  init(_ paths: HeadwayPaths) throws {
    link = MonitorLink(paths: paths, subject: .everyTask, mayStartHub: false)
    try timeUntil("a snapshot", isWhole: { $0.isWhole })
  }

  /// The time until `condition` holds for the task titled so.
  @discardableResult
  func timeUntil(
    _ title: String, within limit: Duration = .seconds(15),
    _ condition: (TaskSnapshot) -> Bool
  ) throws -> Duration {
    try timeUntil("task \(title)", within: limit) { watcher in
      watcher.tasks.values.contains { $0.title.string == title && condition($0) }
    }
  }

  @discardableResult
  func timeUntil(
    _ what: String, within limit: Duration = .seconds(15), isWhole: (Watcher) -> Bool
  ) throws -> Duration {
    let start = SystemClocks.awake
    while true {
      step(until: SystemClocks.awake + .milliseconds(20))
      if isWhole(self) { return SystemClocks.awake - start }
      if SystemClocks.awake - start > limit {
        throw HarnessError("never shown within \(limit.shown): \(what)")
      }
    }
  }

  /// Takes what is there, or comes before `deadline`.
  func step(until deadline: AwakeTime) {
    var poller = Poller()
    if let descriptor = link.descriptor {
      poller.watch(descriptor, link.wantsWrite ? [.readable, .writable] : .readable)
    }
    poller.wait(until: link.nextDeadline.map { min($0, deadline) } ?? deadline)
    link.step(now: SystemClocks.awake).forEach(take)
  }

  private func take(_ event: MonitorLink.Event) {
    switch event {
    case .changed(let task): tasks[task.key] = task
    case .stepped(let steps):
      for step in steps { tasks[step.key] = tasks[step.key]?.taking(step) }
    case .removed(let key): tasks[key] = nil
    case .snapshotEnded: isWhole = true
    case .connected: tasks = [:]
    case .disconnected, .silenced, .unreachable, .greeted, .failing, .resumed, .requestFailed,
      .summary, .told,
      .settingsChanged:
      break
    }
  }
}
