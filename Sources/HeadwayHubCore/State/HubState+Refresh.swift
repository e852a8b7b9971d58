package import HeadwayModel

// Refresh: a short command that runs again and again under one number, and what wakes it.
extension HubState {
  /// The longest time of one run of a refresh.
  package static let refreshBudget: Duration = .seconds(30)
  /// The shortest time between two begins of a task that is woken. Wakes that come in between make
  /// one run.
  package static let wakePause: Duration = .seconds(10)

  /// Whether the task is queued again after this end. A person's cancel, and another task that
  /// waits under the same identifier, rule it out.
  func mayRefresh(_ task: TrackedTask, after ending: TaskEnding) -> Bool {
    guard let terms = task.terms, terms.refresh != nil, terms.launcher == .hub else { return false }
    if case .cancelled = ending.reason { return false }
    if case .cancelled? = task.cancel?.reason { return false }
    guard let identifier = task.description.identifier else { return true }
    let pending = waitingTasks.byIdentifier[identifier]
    return pending == nil || pending == task.key
  }

  /// The next run, in the record with the end of the last one, in one commit.
  mutating func refresh(
    _ task: TrackedTask, after ending: TaskEnding, endedAt: WallTime, at now: Moment,
    then afterCommit: [AfterCommit]
  ) -> [HubEffect] {
    var next = task.nextAttempt(after: ending, endedAt: endedAt, settings: settings, at: now)
    next.attempt = task.attempt
    next.turnRank = nil
    next.subtitle = SanitisedText("last run: \(ending.refreshSentence)", limit: .line)
    let begun = task.awaitsBegin ? now.wall : task.startedAt
    let pause = task.terms?.isWoken == true ? Self.wakePause : task.terms?.refresh ?? .zero
    next.terms?.isWoken = false
    next.terms?.earliest = start(at: begun.advanced(by: pause), at: now)
    return replace(task, by: next, at: now, then: afterCommit)
  }

  /// The tasks that come again, with the launch that runs, or was the last that did.
  package var lastRuns: [TaskKey: Int] {
    var launches: [TaskKey: Int] = [:]
    tasks.forEach { task in
      guard task.isLive, task.terms?.refresh != nil else { return }
      launches[task.key] = task.description.launch - (task.awaitsBegin ? 1 : 0)
    }
    return launches
  }

  /// Submitted again, it keeps its distance from the last run.
  func earliestRefresh(
    _ identifier: SanitisedText?, _ terms: LaunchTerms, at now: Moment
  ) -> EarliestStart? {
    guard let interval = terms.refresh, let identifier else { return terms.earliest }
    let begins = tasks.named(identifier.string).filter { $0.terms?.refresh != nil }
      .compactMap(\.lastBegin)
    guard let last = begins.max(), let next = start(at: last.advanced(by: interval), at: now) else {
      return terms.earliest
    }
    guard let earliest = terms.earliest, earliest.time >= next.time else { return next }
    return earliest
  }

  /// The earliest start at `time`; nil if the task isn't to run again.
  private func start(at time: WallTime, at now: Moment) -> EarliestStart? {
    guard time > now.wall else { return nil }
    return EarliestStart(time, words: SanitisedText("until \(timeWords(time, now.wall))"))
  }

  /// Expires a refresh that has run for long enough. It runs again when it is due.
  mutating func expireRefresh(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    tasks[key]?.budgetEnds = nil
    tasks[key]?.cancelNote = SanitisedText("a refresh has \(Self.refreshBudget.spoken)")
    return order(.expired(.grace), key, isForced: false, isNoted: true, at: now)
  }
}

// Waking, the analogue of a background push.
extension HubState {
  mutating func wake(
    _ identifier: SanitisedText, by requester: Requester, at now: Moment
  ) -> [HubEffect] {
    if let key = queuedRefresh(identifier) ?? programRequest(identifier) {
      return wakeQueued(key, requester, at: now)
    }
    let running = tasks.named(identifier.string).filter { $0.isLive && $0.terms?.refresh != nil }
      .min { $0.number < $1.number }
    if let running {
      return change([running.key], by: requester) { state in
        state.tasks[running.key]?.terms?.isWoken = true
        return []
      }
    }
    return refuse(.nothingToWake(identifier), requester)
  }

  private func queuedRefresh(_ identifier: SanitisedText) -> TaskKey? {
    waitingTasks.byIdentifier[identifier].flatMap { tasks[$0]?.terms?.refresh == nil ? nil : $0 }
  }

  private mutating func wakeQueued(
    _ key: TaskKey, _ requester: Requester, at now: Moment
  ) -> [HubEffect] {
    guard let task = tasks[key], let planned = task.terms?.earliest else {
      return saved(key, requester)
    }
    let soonest = task.lastBegin.flatMap { start(at: $0.advanced(by: Self.wakePause), at: now) }
    if let soonest, soonest.time >= planned.time { return saved(key, requester) }
    return change([key], by: requester) { state in
      state.tasks[key]?.terms?.earliest = soonest
      state.lookAtEarliest(of: key, at: now)
      return state.arm(key, at: now)
    }
  }

  private func saved(_ key: TaskKey, _ requester: Requester) -> [HubEffect] {
    tasks[key].map { [.save(TaskRecord($0), then: whenDone(requester))] } ?? []
  }
}

// Whose turn is first.
extension HubState {
  /// A person has these tasks in view: their groups' refreshes go before others'.
  package mutating func noteLook(at keys: [TaskKey], at now: Moment) {
    let groups = Set(keys.compactMap { tasks[$0]?.description.group })
    let fresh = groups.filter { attention.note($0, at: now.running) }
    guard !fresh.isEmpty else { return }
    for task in tasks.all where task.state == .queued && task.terms?.refresh != nil {
      guard let group = task.description.group, fresh.contains(group) else { continue }
      queue.setStanding(queueRank(of: task, at: now), of: task.key)
    }
  }

  func queueRank(of task: TrackedTask, at now: Moment) -> Int {
    guard task.terms?.refresh != nil else { return LaunchQueue.Turn.ordinary }
    return attention.queueRank(of: task.description.group, at: now.running)
  }
}

extension TrackedTask {
  /// The begin of this run, or of the run before; nil if there was none.
  fileprivate var lastBegin: WallTime? { awaitsBegin ? earlierEnds.last?.startedAt : startedAt }

  /// Sets the deadline of a refresh, counted from its begin, even if an earlier hub saw the begin.
  mutating func armBudget(at now: Moment) {
    guard terms?.refresh != nil else { return }
    let used = max(.zero, now.running - startedRunning)
    budgetEnds = now.awake + max(.zero, HubState.refreshBudget - used)
  }
}

extension TaskEnding {
  fileprivate var refreshSentence: String {
    reason == .expired(.grace) ? "expired after \(HubState.refreshBudget.spoken)" : sentence
  }
}
