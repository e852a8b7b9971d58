internal import HeadwayModel

/// Decides what happens when the system is low on memory.
///
/// One task at a time is asked about: the one that uses the most, because its end would help.
/// Nothing is measured until the kernel reports pressure.
struct MemoryWatch: Sendable {
  /// The instant (awake clock) before which no task is measured or asked about.
  private var patience: AwakeTime = .origin

  /// The time after a person's "continue" in which no other task is asked about.
  private static let pause: Duration = .seconds(60)

  /// Programs have to wait for memory: keeps a question that stands, or has the tasks measured of
  /// which one may be asked about.
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

  /// Asks about the task that uses the most memory, and about nobody where all are small.
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

  /// Whether the task runs, may be asked about, and isn't a part of another that runs.
  private func isCandidate(_ task: TrackedTask, in hub: HubContext) -> Bool {
    task.mayStall && task.stall.mayBeAskedForMemory(at: hub.now.awake)
      && !hub.tasks.isSubtaskOfLiveTask(task)
  }

  /// Among tasks of the same size the younger one counts as larger: less work is lost with it.
  private func isSmaller(
    _ task: TrackedTask, than other: TrackedTask, by figures: MemoryFigures
  ) -> Bool {
    let (mine, others) = (figures.large(task.key) ?? 0, figures.large(other.key) ?? 0)
    return mine != others ? mine < others : task.startedRunning < other.startedRunning
  }

  /// A person wants the task to go on although memory is short.
  mutating func noteContinued(at now: Moment) { patience = now.awake + Self.pause }

  /// A task is told to stop because nobody answered: its end takes a moment to help.
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
