internal import HeadwayModel

// What tasks wait for that isn't another task: the machine, and the time.
extension HubState {
  mutating func apply(_ machineConditions: MachineConditions, at now: Moment) -> [HubEffect] {
    waitingTasks.machineConditions = machineConditions
    for (condition, keys) in waitingTasks.byCondition {
      let isMet = machineConditions.meet(condition)
      for key in keys { hold(key, for: condition, isMet: isMet) }
    }
    let running = waitingTasks.conditional.sorted()
    return running.flatMap { keepToConditions($0, at: now) }
  }

  /// Work whose condition has ended is suspended, and goes on when all of them hold again. What
  /// isn't known changes nothing.
  mutating func keepToConditions(_ key: TaskKey, at now: Moment) -> [HubEffect] {
    guard let task = tasks[key], task.isActive, let conditions = task.terms?.whileConditions,
      !conditions.isEmpty
    else { return [] }
    let reason = task.pendingSuspension?.reason ?? task.haltState.suspension
    let verdicts = conditions.map {
      waitingTasks.machineConditions.sustain($0, isSuspended: reason != nil)
    }
    let missing = verdicts.firstIndex(of: false).map { SanitisedText(conditions[$0].words) }
    noteMissing(missing, for: key)
    if let missing { return missing == reason ? [] : suspend(key, because: missing, at: now) }
    return reason != nil && verdicts.allSatisfy { $0 == true } ? unsuspend(key, at: now) : []
  }

  /// Notes the condition that a running task lacks. A task that can't be suspended goes on, and its
  /// card names the condition.
  private mutating func noteMissing(_ condition: SanitisedText?, for key: TaskKey) {
    guard tasks[key]?.missingCondition != condition else { return }
    tasks[key]?.missingCondition = condition
    note(.listing, of: key)
  }

  private mutating func hold(_ key: TaskKey, for condition: StartCondition, isMet: Bool) {
    let isHeld = queue.holds(of: key).contains(.condition(condition))
    guard isHeld == isMet else { return }
    if isMet {
      queue.lift(.condition(condition), from: key)
    } else {
      queue.hold(key, for: .condition(condition))
    }
    waitingTasks.mayAnyoneStart = true
    note(.listing, of: key)
  }

  /// Tells the shell what to look out for, where that is something else than before. What isn't
  /// looked at isn't known: nobody starts on what was so some time ago.
  mutating func lookOut() -> [HubEffect] {
    let watchedConditions = neededConditions
    guard watchedConditions != waitingTasks.watchedConditions else { return [] }
    let dropped = waitingTasks.watchedConditions.conditions.subtracting(
      watchedConditions.conditions)
    waitingTasks.watchedConditions = watchedConditions
    for condition in dropped
    where !watchedConditions.conditions.contains(where: condition.isOfSameKind) {
      waitingTasks.machineConditions.forget(condition)
      for key in waitingTasks.byCondition[condition] ?? [] {
        hold(key, for: condition, isMet: false)
      }
    }
    return [.observe(watchedConditions)]
  }

  private var neededConditions: WatchedConditions {
    let conditions = waitingTasks.byCondition.filter { condition, keys in
      condition.isTold || keys.contains(where: couldOtherwiseStart)
    }
    let kept = waitingTasks.conditional.flatMap { tasks[$0]?.terms?.whileConditions ?? [] }
    return WatchedConditions(
      Set(conditions.keys).union(kept), wallClock: !waitingTasks.timed.isEmpty)
  }

  /// Whether only conditions that have to be looked at hold the task.
  private func couldOtherwiseStart(_ key: TaskKey) -> Bool {
    queue.holds(of: key).allSatisfy { hold in
      switch hold {
      case .condition(let condition): !condition.isTold
      case .record: true
      case .person, .reboot, .task, .earliest, .retry: false
      }
    }
  }
}

// The time.
extension HubState {
  /// Looks whether the time of a queued task has come, and sets the time of the next look.
  mutating func lookAtTime(of key: TaskKey, at now: Moment) {
    guard let task = tasks[key], let looksAt = task.looksAt, looksAt <= now.awake else { return }
    tasks[key]?.looksAt = nil
    tasks[key]?.retriesAt = nil
    queue.lift(.retry, from: key)
    lookAtEarliest(of: key, at: now)
  }

  /// The wall clock stands elsewhere than the one by which tasks wake up would have it.
  mutating func lookAtTimes(at now: Moment) -> [HubEffect] {
    let keys = waitingTasks.timed.sorted()
    return keys.flatMap { key -> [HubEffect] in
      guard !queue.holds(of: key).contains(.retry) else { return [] }
      lookAtEarliest(of: key, at: now)
      return arm(key, at: now)
    }
  }

  mutating func lookAtEarliest(of key: TaskKey, at now: Moment) {
    if let earliest = tasks[key]?.terms?.earliest, earliest.time > now.wall {
      tasks[key]?.looksAt = now.awake + earliest.time.since(now.wall)
    } else {
      tasks[key]?.looksAt = nil
      queue.lift(.earliest, from: key)
    }
    waitingTasks.mayAnyoneStart = true
    note(.listing, of: key)
  }
}

extension StartCondition {
  /// Told by the same fact about the machine.
  fileprivate func isOfSameKind(as other: StartCondition) -> Bool {
    switch (self, other) {
    case (.externalPower, .externalPower), (.network, .network), (.idle, .idle),
      (.loadBelow, .loadBelow):
      true
    case (.externalPower, _), (.network, _), (.idle, _), (.loadBelow, _): false
    }
  }
}
