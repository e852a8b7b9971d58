internal import HeadwayModel

// The conditions of the machine and the times that tasks wait for.
extension TaskQueue {
  /// Applies the new conditions of the machine.
  mutating func apply(_ machineConditions: MachineConditions, in hub: inout HubContext) {
    waiting.machineConditions = machineConditions
    if turns.busyGPUs != machineConditions.busyGPUs {
      turns.busyGPUs = machineConditions.busyGPUs
      waiting.mayAnyoneStart = true
    }
    for (condition, keys) in waiting.byCondition {
      let isMet = machineConditions.meet(condition)
      for key in keys { hold(key, for: condition, isMet: isMet, in: &hub) }
    }
    for key in waiting.conditional.sorted() { keepToConditions(key, in: &hub) }
  }

  /// Checks whether a running task lacks one of its conditions. A condition that isn't known
  /// changes nothing.
  func keepToConditions(_ key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key], task.isActive, let conditions = task.terms?.whileConditions,
      !conditions.isEmpty
    else { return }
    let reason = task.halting.pending?.reason ?? task.halting.reasons.suspension
    let verdicts = conditions.map {
      waiting.machineConditions.sustain($0, isSuspended: reason != nil)
    }
    let missing = verdicts.firstIndex(of: false).map { SanitisedText(conditions[$0].words) }
    noteMissing(missing, of: task, in: &hub)
    if let missing {
      if missing != reason { hub.happened(.conditionChanged(key, lacks: missing)) }
    } else if reason != nil, verdicts.allSatisfy({ $0 == true }) {
      hub.happened(.conditionChanged(key, lacks: nil))
    }
  }

  /// Notes the condition that a running task lacks. A task that can't be suspended goes on, and its
  /// card names the condition.
  private func noteMissing(
    _ condition: SanitisedText?, of task: TrackedTask, in hub: inout HubContext
  ) {
    guard task.halting.missingCondition != condition else { return }
    hub.change(task.key, showing: .listing) { $0.halting.missingCondition = condition }
  }

  private mutating func hold(
    _ key: TaskKey, for condition: StartCondition, isMet: Bool, in hub: inout HubContext
  ) {
    let isHeld = turns.holds(of: key).contains(.condition(condition))
    guard isHeld == isMet else { return }
    if isMet {
      turns.lift(.condition(condition), from: key)
    } else {
      turns.hold(key, for: .condition(condition))
    }
    waiting.mayAnyoneStart = true
    hub.tasks.note(.listing, of: key)
  }

  /// Tells the shell which conditions to watch, if they have changed. A condition that nobody
  /// watches isn't known: an old observation must start no task.
  mutating func watchConditions(in hub: inout HubContext) {
    let watched = neededConditions(in: hub)
    if !watched.gpus { (waiting.machineConditions.busyGPUs, turns.busyGPUs) = (nil, nil) }
    guard watched != waiting.watchedConditions else { return }
    let dropped = waiting.watchedConditions.conditions.subtracting(watched.conditions)
    waiting.watchedConditions = watched
    for condition in dropped
    where !watched.conditions.contains(where: condition.isOfSameKind) {
      waiting.machineConditions.forget(condition)
      for key in waiting.byCondition[condition] ?? [] {
        hold(key, for: condition, isMet: false, in: &hub)
      }
    }
    hub.perform(.observe(watched))
  }

  private func neededConditions(in hub: HubContext) -> WatchedConditions {
    let conditions = waiting.byCondition.filter { condition, keys in
      condition.isTold || keys.contains(where: couldOtherwiseStart)
    }
    let kept = waiting.conditional.flatMap { hub.tasks[$0]?.terms?.whileConditions ?? [] }
    return WatchedConditions(
      Set(conditions.keys).union(kept), wallClock: !waiting.timed.isEmpty,
      gpus: turns.wantsLookAtGPUs)
  }

  /// Whether nothing but conditions that the shell must look at holds the task.
  private func couldOtherwiseStart(_ key: TaskKey) -> Bool {
    turns.holds(of: key).allSatisfy { hold in
      switch hold {
      case .condition(let condition): !condition.isTold
      case .record: true
      case .person, .reboot, .task, .run, .earliest, .retry: false
      }
    }
  }
}

// The time.
extension TaskQueue {
  /// Checks whether the time of a queued task has come, and sets the time of the next look.
  mutating func lookAtTime(of key: TaskKey, in hub: inout HubContext) {
    guard let looksAt = hub.tasks[key]?.submission?.looksAt, looksAt <= hub.now.awake else {
      return
    }
    hub.change(key) { $0.submission?.retriesAt = nil }
    turns.lift(.retry, from: key)
    lookAtEarliest(of: key, in: &hub)
  }

  /// Looks at the times of all tasks again, because the wall clock was set.
  mutating func lookAtTimes(in hub: inout HubContext) {
    for key in waiting.timed.sorted() where !turns.holds(of: key).contains(.retry) {
      lookAtEarliest(of: key, in: &hub)
    }
  }

  /// Checks whether the earliest start of a task has passed.
  mutating func lookAtEarliest(of key: TaskKey, in hub: inout HubContext) {
    guard hub.tasks[key]?.terms?.isNextRun != true else { return lookAtRun(key, in: &hub) }
    var looksAt: AwakeTime?
    if let earliest = hub.tasks[key]?.terms?.earliest, earliest.time > hub.now.wall {
      looksAt = hub.now.awake + earliest.time.since(hub.now.wall)
    } else {
      turns.lift(.earliest, from: key)
    }
    hub.change(key, showing: .listing) { $0.submission?.looksAt = looksAt }
    waiting.mayAnyoneStart = true
  }
}

extension StartCondition {
  /// Whether both conditions follow from the same fact about the machine.
  fileprivate func isOfSameKind(as other: StartCondition) -> Bool {
    switch (self, other) {
    case (.externalPower, .externalPower), (.network, .network), (.idle, .idle),
      (.loadBelow, .loadBelow):
      true
    case (.externalPower, _), (.network, _), (.idle, _), (.loadBelow, _): false
    }
  }
}
