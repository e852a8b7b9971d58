internal import HeadwayModel

/// Decides which task the hub asks about when the system is low on memory.
///
/// The hub asks about one task at a time: the one that uses the most memory, because its end would
/// help most. The shell measures no memory until the kernel reports pressure.
struct MemoryWatch: Sendable {
  /// The instant (awake clock) before which the hub measures and asks about no task.
  private var patience: AwakeTime = .origin

  /// The time after a person's "continue" in which the hub asks about no other task.
  private static let pause: Duration = .seconds(60)

  /// Reacts to the kernel's report that programs have to wait for memory.
  ///
  /// If a question about memory is open, it stays. Otherwise the shell measures the tasks that the
  /// hub may ask about.
  func notePressure(in hub: inout HubContext) {
    guard hub.settings.memoryPolicy != .ignore else { return }
    let (all, now) = (hub.tasks.all, hub.now.awake)
    if let asked = all.first(where: \.isAskedForMemory) {
      hub.change(asked.key) { $0.stall.noteMemoryPressure(at: now) }
      return
    }
    guard mayAsk(among: all, at: now) else { return }
    let whole = all.filter {
      $0.isLive && $0.worker.process.pid > 0 && !hub.tasks.isSubtaskOfLiveTask($0)
    }
    let subjects = whole.filter { isCandidate($0, in: hub) }
    guard !subjects.isEmpty else { return }
    let others = whole.filter { !isCandidate($0, in: hub) }.map(\.worker.process)
    hub.perform(.measureMemory(of: subjects.map(MemorySubject.init), apartFrom: others))
  }

  /// Asks about the task that uses the most memory. If every task is below the share that
  /// ``MemoryFigures/large(_:)`` demands, the hub asks about none and doesn't measure again for ten
  /// seconds.
  mutating func ask(by figures: MemoryFigures, in hub: inout HubContext) {
    let (all, now) = (hub.tasks.all, hub.now.awake)
    guard hub.settings.memoryPolicy != .ignore, !all.contains(where: \.isAskedForMemory),
      mayAsk(among: all, at: now)
    else { return }
    let candidates = all.filter { isCandidate($0, in: hub) && figures.large($0.key) != nil }
    let largest = candidates.max { isSmaller($0, than: $1, by: figures) }
    guard let key = largest?.key, let bytes = figures.large(key) else {
      patience = now + StallWatch.pressureMemory
      return
    }
    let endsTask = hub.settings.memoryPolicy == .end
    hub.change(key, showing: .listing) {
      $0.stall.askForMemory(bytes: bytes, endsTask: endsTask, at: now)
    }
    hub.tell(.questionAsked(.memory), to: key)
  }

  private func mayAsk(among all: [TrackedTask], at now: AwakeTime) -> Bool {
    now >= patience && !all.contains(where: \.givesWayToOthers)
  }

  /// Whether the hub may ask about the task: it runs, and isn't a subtask of a live task.
  private func isCandidate(_ task: TrackedTask, in hub: HubContext) -> Bool {
    task.mayStall && task.stall.mayBeAskedForMemory(at: hub.now.awake)
      && !hub.tasks.isSubtaskOfLiveTask(task)
  }

  /// Whether the task uses less memory than `other`. Of two tasks of the same size, the younger one
  /// counts as larger, because less work is lost with it.
  private func isSmaller(
    _ task: TrackedTask, than other: TrackedTask, by figures: MemoryFigures
  ) -> Bool {
    let (mine, others) = (figures.large(task.key) ?? 0, figures.large(other.key) ?? 0)
    return mine != others ? mine < others : task.startedRunning < other.startedRunning
  }

  /// Notes a person's "continue" in answer to a question about memory.
  mutating func noteContinued(at now: Moment) { patience = now.awake + Self.pause }

  /// Notes that a task is being stopped to free memory. The memory takes a moment to become free.
  mutating func noteExpiry(at now: Moment) { patience = now.awake + StallWatch.pressureMemory }
}

extension TrackedTask {
  fileprivate var isAskedForMemory: Bool { stall.question?.kind == .memory }

  fileprivate var givesWayToOthers: Bool { cancelling?.order.reason == .expired(.resource) }
}

extension MemorySubject {
  fileprivate init(_ task: TrackedTask) {
    self.init(
      key: task.key, process: task.worker.process, isSupervisor: task.worker.isSupervisor)
  }
}
