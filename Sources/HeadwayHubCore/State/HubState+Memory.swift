internal import HeadwayModel

// The system is low on memory. One task at a time is asked about: the one that uses the most, because
// its end would help. Nothing is measured until the kernel reports pressure.
extension HubState {
  /// The time after a person's "continue" in which no other task is asked about.
  private static let memoryPause: Duration = .seconds(60)

  /// Programs have to wait for memory: keeps a question that stands, or has the tasks measured of
  /// which one may be asked about.
  mutating func noteMemoryPressure(at now: Moment) -> [HubEffect] {
    guard settings.memoryPolicy != .ignore else { return [] }
    let all = tasks.all
    if let asked = all.first(where: \.isAskedForMemory) {
      tasks[asked.key]?.stall.noteMemoryPressure(at: now.awake)
      return arm(asked.key, at: now)
    }
    guard mayAskForMemory(among: all, at: now) else { return [] }
    let whole = all.filter { $0.isLive && $0.worker.process.pid > 0 && !isPartOfLiveTask($0) }
    let subjects = whole.filter { isCandidate($0, at: now) }
    guard !subjects.isEmpty else { return [] }
    let others = whole.filter { !isCandidate($0, at: now) }.map(\.worker.process)
    return [.measureMemory(of: subjects.map(MemorySubject.init), apartFrom: others)]
  }

  /// Asks about the task that uses the most memory, and about nobody where all are small.
  mutating func ask(by figures: MemoryFigures, at now: Moment) -> [HubEffect] {
    let all = tasks.all
    guard settings.memoryPolicy != .ignore, !all.contains(where: \.isAskedForMemory),
      mayAskForMemory(among: all, at: now)
    else { return [] }
    let candidates = all.filter { isCandidate($0, at: now) && figures.large($0.key) != nil }
    let largest = candidates.max { isSmaller($0, than: $1, by: figures) }
    guard let task = largest, let bytes = figures.large(task.key) else {
      memoryPatience = now.awake + StallWatch.pressureMemory
      return []
    }
    tasks[task.key]?.stall.askForMemory(
      bytes: bytes, endsTask: settings.memoryPolicy == .end, at: now.awake)
    note(.listing, of: task.key)
    let notice = task.worker.connection.map {
      [HubEffect.tellWorker($0, task.key, .questionAsked(.memory))]
    }
    return (notice ?? []) + arm(task.key, at: now)
  }

  private func mayAskForMemory(among all: [TrackedTask], at now: Moment) -> Bool {
    now.awake >= memoryPatience && !all.contains(where: \.givesWayToOthers)
  }

  /// Whether the task runs, may be asked about, and isn't a part of another that runs.
  private func isCandidate(_ task: TrackedTask, at now: Moment) -> Bool {
    task.mayStall && task.stall.mayBeAskedForMemory(at: now.awake) && !isPartOfLiveTask(task)
  }

  private func isPartOfLiveTask(_ task: TrackedTask) -> Bool {
    task.description.parent.flatMap { tasks[$0] }?.isLive == true
  }

  /// Among tasks of the same size the younger one counts as larger: less work is lost with it.
  private func isSmaller(
    _ task: TrackedTask, than other: TrackedTask, by figures: MemoryFigures
  ) -> Bool {
    let (mine, others) = (figures.large(task.key) ?? 0, figures.large(other.key) ?? 0)
    return mine != others ? mine < others : task.startedRunning < other.startedRunning
  }

  mutating func noteAnswer(to question: StallWatch.Question?, at now: Moment) {
    if question?.kind == .memory { memoryPatience = now.awake + Self.memoryPause }
  }

  mutating func expireForMemory(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    memoryPatience = now.awake + StallWatch.pressureMemory
    return order(.expired(.resource), key, isForced: false, at: now)
  }
}

extension TrackedTask {
  fileprivate var isAskedForMemory: Bool { stall.question?.kind == .memory }

  fileprivate var givesWayToOthers: Bool { cancel?.reason == .expired(.resource) }
}

extension MemorySubject {
  fileprivate init(_ task: TrackedTask) {
    self.init(
      key: task.key, process: task.worker.process, isSupervisor: task.worker.isSupervisor)
  }
}
