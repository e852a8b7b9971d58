// Memory is short: one task at a time is asked about, the one that has come the least far, and gives
// way where nobody answers and it stays short.
extension HubState {
  /// After a person's "continue" nobody else is asked about for so long.
  private static let memoryPause: Duration = .seconds(60)

  mutating func noteMemoryPressure(at now: Moment) -> [HubEffect] {
    let all = tasks.all
    if let asked = all.first(where: { $0.stall.question?.kind == .memory }) {
      tasks[asked.key]?.stall.noteMemoryPressure(at: now.awake)
      return arm(asked.key, at: now)
    }
    guard now.awake >= memoryPatience, !all.contains(where: \.givesWayToOthers) else { return [] }
    let candidates = all.filter { isCandidate($0, at: now) }
    guard let task = candidates.min(by: { $0.hasComeLessFar(than: $1) }) else { return [] }
    tasks[task.key]?.stall.askForMemory(at: now.awake)
    note(.listing, of: task.key)
    let notice = task.worker.connection.map {
      [HubEffect.tellWorker($0, task.key, .questionAsked(.memory))]
    }
    return (notice ?? []) + arm(task.key, at: now)
  }

  /// It runs, and isn't a part of another that does.
  private func isCandidate(_ task: TrackedTask, at now: Moment) -> Bool {
    task.mayStall && task.stall.mayBeAskedForMemory(at: now.awake)
      && task.description.parent.flatMap { tasks[$0] }?.isLive != true
  }

  mutating func noteAnswer(to question: StallWatch.Question?, at now: Moment) {
    if question?.kind == .memory { memoryPatience = now.awake + Self.memoryPause }
  }

  mutating func expireForMemory(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    tasks[key]?.cancelNote = "memory was short"
    memoryPatience = now.awake + StallWatch.pressureMemory
    return order(.expired(.resource), key, isForced: false, isNoted: true, at: now)
  }
}

extension TrackedTask {
  fileprivate var givesWayToOthers: Bool { cancel?.reason == .expired(.resource) }

  /// What shows no percent counts as none; among equals the younger one.
  fileprivate func hasComeLessFar(than other: TrackedTask) -> Bool {
    let (mine, others) = (progress.fraction ?? 0, other.progress.fraction ?? 0)
    return mine != others ? mine < others : startedContinuous > other.startedContinuous
  }
}
