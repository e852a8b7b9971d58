import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// Follows every task, through any number of hubs, and starts the next one as a monitor does.
final class Observer {
  private let link: MonitorLink
  private let ledger: Ledger
  private var poller = Poller()
  private var shown: [TaskKey: Shown] = [:]

  private struct Shown {
    var phase: SanitisedText?
    var completed: Int64
    /// When it was shown as less than before; nil while it isn't.
    var setBackAt: AwakeTime?
  }

  init(paths: HeadwayPaths, ledger: Ledger) {
    link = MonitorLink(paths: paths, subject: .everyTask, mayStartHub: true)
    self.ledger = ledger
  }

  func step() {
    for event in link.step(now: SystemClocks.awake) {
      if case .changed(let task) = event { take(task) }
    }
    poller.begin()
    if let descriptor = link.descriptor {
      poller.watch(descriptor, link.wantsWrite ? [.readable, .writable] : .readable)
    }
    let soon = SystemClocks.awake + .milliseconds(100)
    poller.wait(until: link.nextDeadline.map { min($0, soon) } ?? soon)
  }

  private func take(_ task: TaskSnapshot) {
    let isOver = task.state == .ended
    let completed = task.progress.completed ?? 0
    var known = shown[task.key] ?? Shown(phase: task.progress.phase, completed: -1)
    if known.phase != task.progress.phase {
      known = Shown(phase: task.progress.phase, completed: -1)
    }
    if completed > known.completed || isOver, task.title.string == "patron" {
      ledger.note("seen", task.key.description, isOver ? "over" : "\(completed)")
    }
    note(task.key, completed, isOver, &known)
    shown[task.key] = known
  }

  private func note(_ key: TaskKey, _ completed: Int64, _ isOver: Bool, _ known: inout Shown) {
    let now = SystemClocks.awake
    if completed < known.completed, !isOver {
      known.setBackAt = known.setBackAt ?? now
      return
    }
    if let since = known.setBackAt {
      ledger.note("recovered", key.description, "\(Int64(since.sinceOrigin / .microseconds(1)))")
    }
    known.setBackAt = nil
    known.completed = max(known.completed, completed)
  }
}
