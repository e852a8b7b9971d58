internal import HeadwayModel

/// Refreshes: short commands that run again and again under one number.
enum Refreshing {
  /// Whether the task is queued again after this end. A person's cancel, and another task that
  /// waits under the same identifier, rule it out.
  static func mayRefresh(
    _ task: TrackedTask, after ending: TaskEnding, _ queue: TaskQueue
  ) -> Bool {
    guard let terms = task.terms, terms.refresh != nil, terms.launcher == .hub else { return false }
    if case .cancelled = ending.reason { return false }
    if case .cancelled? = task.cancelling?.order.reason { return false }
    guard let identifier = task.description.identifier else { return true }
    let pending = queue.waiting.byIdentifier[identifier]
    return pending == nil || pending == task.key
  }

  /// The next run of a refresh, queued for the time at which it is due.
  static func nextRun(
    of task: TrackedTask, after end: EndDecision, in hub: HubContext
  ) -> TrackedTask {
    var next = task.nextAttempt(after: end, in: hub)
    next.attempt = task.attempt
    next.subtitle =
      end.ending.reason == .completed
      ? SanitisedText(wire: "last run: completed")
      : SanitisedText(wire: "last run: \(end.ending.refreshSentence)", limit: .line)
    let begun = task.awaitsBegin ? hub.now.wall : task.startedAt
    let pause =
      task.terms?.isWoken == true ? HubSettings.wakePause : task.terms?.refresh ?? .zero
    next.terms?.isWoken = false
    next.terms?.earliest = start(at: begun.advanced(by: pause), in: hub)
    return next
  }

  /// The earliest start of a submission. A refresh that is submitted again keeps its distance from
  /// the last run.
  static func earliestStart(
    _ identifier: SanitisedText?, _ terms: LaunchTerms, in hub: HubContext
  ) -> EarliestStart? {
    guard let interval = terms.refresh, let identifier else { return terms.earliest }
    let begins = hub.tasks.named(identifier.string).filter { $0.terms?.refresh != nil }
      .compactMap(\.lastBegin)
    guard let last = begins.max(), let next = start(at: last.advanced(by: interval), in: hub)
    else { return terms.earliest }
    guard let earliest = terms.earliest, earliest.time >= next.time else { return next }
    return earliest
  }

  /// The earliest start at `time`; nil if that has passed.
  private static func start(at time: WallTime, in hub: HubContext) -> EarliestStart? {
    guard time > hub.now.wall else { return nil }
    return EarliestStart(
      time, words: SanitisedText(wire: "until \(hub.timeWords(time, hub.now.wall))"))
  }

  /// Expires a refresh that has run for long enough. It runs again when it is due. The hub's log
  /// says so too, because the next run replaces what the task shows of this one.
  static func expire(_ key: TaskKey, in hub: inout HubContext) {
    guard let task = hub.tasks[key] else { return }
    let budget = HubSettings.refreshBudget.spoken
    let name = task.description.sensitive ? nil : task.description.identifier
    hub.perform(
      .log(
        "task \(task.number)\(name.map { " (\($0))" } ?? ""): its run is stopped after \(budget), the "
          + "time of each periodic run"))
    let note = SanitisedText(wire: "each run has \(budget)")
    hub.change(key) {
      $0.submission?.refreshEnds = nil
      $0.cancelNote = note
    }
    hub.happened(
      .cancelDecided(CancelDecision(key: key, reason: .expired(.grace), isNoted: true)))
  }

  /// Runs the refresh of an identifier soon, the analogue of a background push.
  static func wake(
    _ identifier: SanitisedText, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, in hub: inout HubContext
  ) {
    let queued = queue.waiting.byIdentifier[identifier].flatMap {
      hub.tasks[$0]?.terms?.refresh == nil ? nil : $0
    }
    if let key = queued ?? queue.programRequest(of: identifier, in: hub) {
      return wakeQueued(key, by: requester, &queue, &durability, in: &hub)
    }
    let running = hub.tasks.named(identifier.string)
      .filter { $0.isLive && $0.terms?.refresh != nil }
      .min { $0.number < $1.number }
    guard let running else { return hub.refuse(.nothingToWake(identifier), requester) }
    durability.change([running.key], by: requester, &queue, in: &hub) { _, hub in
      hub.change(running.key) { $0.terms?.isWoken = true }
    }
  }

  private static func wakeQueued(
    _ key: TaskKey, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, in hub: inout HubContext
  ) {
    guard let task = hub.tasks[key], let planned = task.terms?.earliest else {
      return hub.save(key, then: hub.whenDone(requester))
    }
    let soonest = task.lastBegin.flatMap {
      start(at: $0.advanced(by: HubSettings.wakePause), in: hub)
    }
    if let soonest, soonest.time >= planned.time {
      return hub.save(key, then: hub.whenDone(requester))
    }
    durability.change([key], by: requester, &queue, in: &hub) { queue, hub in
      hub.change(key) { $0.terms?.earliest = soonest }
      queue.lookAtEarliest(of: key, in: &hub)
    }
  }
}

extension TrackedTask {
  /// The begin of this run, or of the run before; nil if there was none.
  fileprivate var lastBegin: WallTime? { awaitsBegin ? earlierEnds.last?.startedAt : startedAt }
}

extension TaskEnding {
  fileprivate var refreshSentence: String {
    guard reason == .expired(.grace) else { return sentence }
    return String(wire: "expired after \(HubSettings.refreshBudget.spoken)")
  }
}
