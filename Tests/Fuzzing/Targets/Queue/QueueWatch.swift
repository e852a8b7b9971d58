import HeadwayHubCore
import HeadwayModel

/// Looks over the shoulder of a hub with a queue, one event at a time: its effects, its changes and
/// its list.
///
/// In a large story the list is looked at only now and then: each look costs as much as there are
/// tasks.
struct QueueWatch {
  let isLarge: Bool
  private var events = 0
  private var known: [TaskKey: TaskSnapshot] = [:]
  private var numbers: [TaskKey: TaskNumber] = [:]
  private var highestNumber = 0
  /// The end of each attempt.
  private var endings: [LaunchName: TaskEnding] = [:]
  private var claims = ClaimLedger()
  /// The attempts that had their turn.
  private var turns: Set<LaunchName> = []
  private var launched: Set<LaunchName> = []
  /// The tasks that this event took back.
  private var abandoned: Set<TaskKey> = []
  /// The ended tasks that were to leave the record.
  private(set) var forgotten: Set<TaskKey> = []
  /// Those of this hub: a later one knows nothing of them.
  private var cleaned: Set<TaskKey> = []
  /// The last launch of each task.
  private(set) var launches: [TaskKey: Int] = [:]
  /// What a person was told that it is done, by attempt: it isn't launched any more.
  private(set) var stopped: Set<LaunchName> = []
  private(set) var held: Set<TaskKey> = []

  private static let lookInterval = 1000

  init(isLarge: Bool) { self.isLarge = isLarge }

  mutating func check(
    _ event: HubEvent, _ effects: [HubEffect], _ outcome: TurnOutcome, _ state: HubState,
    _ settings: HubSettings, at now: Moment
  ) throws(BrokenPromise) {
    events += 1
    abandoned = Set(effects.flatMap(\.abandoned))
    for effect in effects { try check(effect, state, settings, at: now) }
    guard !isLarge || events.isMultiple(of: Self.lookInterval) else { return }
    try checkList(event, effects, outcome, state, at: now)
  }

  private mutating func check(
    _ effect: HubEffect, _ state: HubState, _ settings: HubSettings, at now: Moment
  ) throws(BrokenPromise) {
    switch effect {
    case .save(let record, _): try check(record, state, settings, at: now)
    case .abandon(let keys): for key in keys { claims.release(key) }
    case .forget(let keys, _):
      forgotten.formUnion(keys)
      cleaned.formUnion(keys)
      for key in keys { try promise(!state.isListed(key), "\(key) was forgotten, and is listed") }
    case .tellWorker(_, let key, _), .watchProcess(let key, _), .searchSpool(let key),
      .searchSupervisor(let key, _), .wakeUp(let key, _), .recallHistory(let key, _):
      try promise(
        state.isListed(key) || abandoned.contains(key), "an effect for an unknown task: \(effect)")
    case .confirm, .saveGroups, .reply, .unwatchProcess, .killProcess, .keepPayload, .copyPayload,
      .dropPayload,
      .launch, .observe, .measureMemory, .runHook, .gatherNews, .noteInJournal, .showOnDesktop,
      .showInTmux,
      .showInMonitors, .leave, .leaveWithin, .log:
      break
    }
  }

  /// What is to be written of a task.
  private mutating func check(
    _ record: TaskRecord, _ state: HubState, _ settings: HubSettings, at now: Moment
  ) throws(BrokenPromise) {
    launches[record.description.key] = record.description.launch
    let isOfAnEarlierHub = cleaned.isDisjoint(with: [record.description.key])
    try promise(isOfAnEarlierHub, "task \(record.number) was cleaned, and is there again")
    try promise((record.state == .ended) == (record.ending != nil), "an end without a reason")
    try promise(
      record.earlierEnds.count == min(20, record.description.launch - 1),
      "launch \(record.description.launch) after \(record.earlierEnds.count) ends")
    if let ending = record.ending {
      let known = endings.updateValue(ending, forKey: record.launchName)
      try promise(known ?? ending == ending, "task \(record.number) ended twice")
    }
    if record.state == .starting, turns.insert(record.launchName).inserted {
      try checkTurn(of: record, state, at: now)
    }
    try claims.note(record, state, settings)
  }

  /// The task has its turn just now.
  private func checkTurn(
    of record: TaskRecord, _ state: HubState, at now: Moment
  ) throws(BrokenPromise) {
    let number = record.number
    for dependency in record.submission.terms?.dependencies ?? [] {
      guard let key = dependency.task.key else { throw BrokenPromise("a dependency by name") }
      try promise(!state.isLive(key), "task \(number) had its turn before what it waits for")
      let ending = state.snapshot(of: key, at: now)?.ending
      try promise(
        !dependency.needsSuccess || ending == nil || ending?.reason == .completed,
        "task \(number) had its turn though what it needs didn't succeed")
    }
    if let before = record.submission.terms?.series?.runBefore, record.description.launch == 1 {
      try promise(!state.isLive(before), "task \(number) had its turn during the run before it")
    }
    if forgotten.contains(record.description.key) { return }
    try promise(
      !stopped.contains(record.launchName), "task \(number) had its turn after its cancel")
    try promise(!held.contains(record.description.key), "task \(number) had its turn on hold")
    guard record.submission.claim?.slot != nil else { return }
    let group = record.description.group ?? ""
    let isPaused = state.groups.contains {
      $0.name ?? "" == group && $0.pausedBecause != nil
    }
    try promise(!isPaused, "task \(number) had its turn in the paused group \(group)")
  }

  /// A supervisor is to be started.
  mutating func checkLaunch(_ record: TaskRecord, _ state: HubState) throws(BrokenPromise) {
    try promise(
      launched.insert(record.launchName).inserted,
      "launch \(record.description.launch) of task \(record.number) comes twice")
    try promise(
      state.isLive(record.description.key), "task \(record.number) is launched after its end")
    try promise(record.submission.terms?.launcher == .hub, "the hub launches what isn't its own")
  }

  // What people were told.

  mutating func noteCancelled(_ name: LaunchName) { stopped.insert(name) }

  mutating func noteHeld(_ key: TaskKey) { held.insert(key) }

  mutating func noteMayGoOn(_ key: TaskKey) { held.remove(key) }
}

// The list.
extension QueueWatch {
  private mutating func checkList(
    _ event: HubEvent, _ effects: [HubEffect], _ outcome: TurnOutcome, _ state: HubState,
    at now: Moment
  ) throws(BrokenPromise) {
    let tasks = state.snapshots(at: now)
    let records = state.records
    try promise(
      outcome.hasLiveTasks == records.contains { $0.state != .ended }, "the count of live tasks")
    try promise(outcome.taskCount == records.count, "the count of tasks")
    try checkDependents(records)
    if !isLarge, !event.loads { try checkChanges(outcome.changes, tasks) }
    for task in tasks {
      if let earlier = known[task.key], !isLarge { try task.checkFollows(earlier, after: event) }
      try task.checkSense()
    }
    let newest = tasks.last?.number.value ?? 0
    for task in tasks where known[task.key] == nil && !isLarge {
      let isKnown = numbers.updateValue(task.number, forKey: task.key) == task.number
      try promise(
        task.number.value > highestNumber || event.loads || isKnown,
        "number \(task.number) is used again")
    }
    highestNumber = max(highestNumber, newest)
    known = Dictionary(uniqueKeysWithValues: tasks.map { ($0.key, $0.lasting) })
  }

  /// What needed the success of a task that had none has ended.
  private func checkDependents(_ records: [TaskRecord]) throws(BrokenPromise) {
    let failed = Set(
      records.filter { $0.ending != nil && $0.ending?.reason != .completed }.map(\.description.key))
    for record in records where record.state == .queued {
      for dependency in record.submission.terms?.dependencies ?? [] where dependency.needsSuccess {
        guard let key = dependency.task.key, failed.contains(key) else { continue }
        throw BrokenPromise("task \(record.number) waits though what it needs didn't succeed")
      }
    }
  }

  private func checkChanges(
    _ changes: [TaskChange], _ tasks: [TaskSnapshot]
  ) throws(BrokenPromise) {
    var told: Set<TaskKey> = []
    var removed: Set<TaskKey> = []
    for change in changes {
      switch change {
      case .changed(let key, _): told.insert(key)
      case .removed(let key): removed.insert(key)
      }
    }
    for task in tasks where known[task.key] != task.lasting {
      // Places far behind aren't counted.
      if tasks.count > 256, known[task.key]?.withPosition(of: task) == task.lasting { continue }
      try promise(
        told.contains(task.key),
        "task \(task.number) changed silently: \(known[task.key]?.differences(task) ?? [])")
    }
    let listed = Set(tasks.map(\.key))
    for key in known.keys.sorted() where !listed.contains(key) {
      try promise(removed.contains(key), "a task left the list without a word")
    }
  }
}

// Another hub.
extension QueueWatch {
  mutating func noteReload(_ records: [TaskRecord], _ disk: [TaskKey: TaskRecord]) {
    (known, highestNumber, turns, launched, cleaned) = ([:], 0, [], [], [])
    claims = ClaimLedger()
    for record in records { claims.restore(record) }
    launches = disk.mapValues(\.description.launch)
    endings = [:]
    for record in disk.values {
      if let ending = record.ending { endings[record.launchName] = ending }
    }
  }

  /// All that was on disk is in the list, the same.
  func checkReload(
    _ records: [TaskRecord], _ state: HubState, at now: Moment
  ) throws(BrokenPromise) {
    let listed = Dictionary(
      uniqueKeysWithValues: state.records.map { ($0.description.key, $0) })
    for record in records {
      guard let task = listed[record.description.key] else {
        throw BrokenPromise("task \(record.number) got lost between two hubs")
      }
      try promise(task.number == record.number, "task \(record.number) has another number")
      if record.state == .ended, task.description.launch == record.description.launch {
        try promise(task.ending == record.ending, "task \(record.number) has another end")
      }
      if record.state != .queued, record.state != .ended {
        try promise(
          task.state != .queued || task.description.launch > record.description.launch,
          "task \(record.number) has begun, and waits")
      }
    }
  }
}

extension TaskSnapshot {
  /// Without what time changes, and what another task changes by leaving the list.
  fileprivate var lasting: TaskSnapshot {
    var task = withoutClocks
    (task.terms.after, task.terms.afterAny, task.isRestartable) = ([], [], false)
    return task
  }

  fileprivate func withPosition(of other: TaskSnapshot) -> TaskSnapshot {
    var task = self
    task.terms.position = other.terms.position
    return task
  }

  /// The names of the fields that differ.
  fileprivate func differences(_ other: TaskSnapshot) -> [String] {
    let pairs = zip(
      Mirror(reflecting: lasting).children, Mirror(reflecting: other.lasting).children)
    return pairs.compactMap { mine, others in
      "\(mine.value)" == "\(others.value)"
        ? nil : "\(mine.label ?? ""): \(mine.value), then \(others.value)"
    }
  }

  /// As `checkFollows`, where a person may have begun another attempt, or taken that back.
  fileprivate func checkFollows(
    _ earlier: TaskSnapshot, after event: HubEvent
  ) throws(BrokenPromise) {
    let isRestarted = earlier.state == .ended && state != .ended
    let isTakenBack = earlier.state != .ended && state == .ended && attempt < earlier.attempt
    if isRestarted || isTakenBack || attempt != earlier.attempt { return }
    if earlier.terms.refresh != nil, state == .queued { return }
    try checkFollows(earlier)
  }
}

extension HubEffect {
  fileprivate var abandoned: [TaskKey] { if case .abandon(let keys) = self { keys } else { [] } }
}

extension HubEvent {
  /// Tasks come into the list that have their numbers already.
  fileprivate var loads: Bool {
    switch self {
    case .recordLoaded, .groupsLoaded: true
    default: false
    }
  }
}
