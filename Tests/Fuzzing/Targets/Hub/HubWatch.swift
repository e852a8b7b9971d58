import HeadwayHubCore
import HeadwayModel

/// Looks over a hub's shoulder, one event at a time.
struct HubWatch {
  private var known: [TaskKey: TaskSnapshot] = [:]
  private var highestNumber = 0

  /// `tasks` is the live list after the event that had these effects and made these changes.
  mutating func check(
    _ effects: [HubEffect], _ changes: [TaskChange], _ tasks: [TaskSnapshot]
  ) throws(BrokenPromise) {
    for effect in effects { try check(effect) }
    var told: Set<TaskKey> = []
    for change in changes {
      switch change {
      case .changed(let key, _):
        try promise(known[key]?.state != .ended, "a change of a task that is over")
        told.insert(key)
      case .removed(let key):
        try promise(known[key]?.state == .ended, "a live task left the list")
        known[key] = nil
      }
    }
    for task in tasks { try check(task, isTold: told.contains(task.key)) }
    try promise(known.count == tasks.count, "a task left the list without a word")
  }

  /// Nobody does anything to or for the worker of a task that was over before the event.
  private func check(_ effect: HubEffect) throws(BrokenPromise) {
    switch effect {
    case .tellWorker(_, let key, _), .watchProcess(let key, _), .searchSpool(let key):
      try promise(known[key]?.state != .ended, "for a task that is over: \(effect)")
    case .killProcess(let process):
      let isLive = known.values.contains { $0.worker.pid == process.pid && $0.state != .ended }
      try promise(isLive, "a process of no task is killed")
    case .save(let record, _):
      try promise((record.state == .ended) == (record.ending != nil), "an end without a reason")
    case .confirm, .reply, .unwatchProcess, .launch, .keepPayload, .copyPayload, .searchSupervisor,
      .observe,
      .forget,
      .wakeUp, .recallHistory, .leave, .leaveWithin, .log, .runHook, .gatherNews, .noteInJournal,
      .showOnDesktop, .showInTmux, .showInMonitors, .abandon,
      .dropPayload, .saveGroups, .measureMemory:
      break
    }
  }

  private mutating func check(_ task: TaskSnapshot, isTold: Bool) throws(BrokenPromise) {
    let task = task.withoutClocks
    if let earlier = known[task.key] {
      if earlier == task { return }
      try promise(isTold, "task \(task.number) changed silently")
      try task.checkFollows(earlier)
    } else {
      try promise(task.number.value > highestNumber, "number \(task.number) is used again")
      highestNumber = task.number.value
    }
    try task.checkSense()
    known[task.key] = task
  }
}
