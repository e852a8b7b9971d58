package import HeadwayModel

// What the shell asks the state.
extension HubState {
  /// Whether no task is live and no client is connected.
  package var isIdle: Bool { hub.tasks.liveCount == 0 && hub.connections.isEmpty }

  package var highestNumber: Int { hub.tasks.highestNumber }

  package func isLive(_ key: TaskKey) -> Bool { hub.tasks.isLive(key) }

  /// Live, or ended of late.
  package func isListed(_ key: TaskKey) -> Bool { hub.tasks[key] != nil }

  /// Whether a list shows the task as one of the live list: a task that another took the place of
  /// is there, and isn't shown.
  package func isShown(_ key: TaskKey) -> Bool {
    hub.tasks[key].map { !$0.isReplaced } ?? false
  }

  /// The number of a task in the live list; nil for any other.
  package func number(of key: TaskKey) -> TaskNumber? { hub.tasks.number(of: key) }

  /// The connection of the worker that reports for the task now.
  package func connection(of key: TaskKey) -> ConnectionID? {
    hub.tasks[key]?.worker.connection
  }

  /// The longest time that the hub would wait for assertions if it were told to leave now; nil if
  /// it would leave immediately.
  package var shutdownPatience: Duration? { cancelling.shutdownPatience(in: hub) }

  /// The tasks that come again, with the launch that runs, or was the last that did.
  package var lastRuns: [TaskKey: Int] {
    var launches: [TaskKey: Int] = [:]
    hub.tasks.forEach { task in
      guard task.isLive, task.terms?.refresh != nil else { return }
      launches[task.key] = task.description.launch - (task.awaitsBegin ? 1 : 0)
    }
    return launches
  }

  /// A person has these tasks in view.
  package mutating func noteLook(at keys: [TaskKey], at now: Moment) {
    hub.begin(at: now)
    queue.noteLook(at: keys, in: &hub)
  }

  /// Lets go of room that a crowd needed: collections don't shrink by themselves.
  package mutating func giveBackRoom() {
    hub.tasks.giveBackRoom()
    hub.connections.giveBackRoom()
  }
}

// Turns of the shell.
extension HubState {
  /// Ends a turn. All that a turn asks for is in one answer of a mutating call: each question of
  /// its own would copy the state.
  package mutating func endTurn() -> TurnOutcome {
    TurnOutcome(
      changes: hub.tasks.takeChanges(), hasLiveTasks: hub.tasks.liveCount > 0,
      taskCount: hub.tasks.count)
  }

  /// Whether something changed that no turn has come to yet.
  package var hasUntoldChanges: Bool { hub.tasks.hasUntoldChanges }
}

// Tasks as others see them.
extension HubState {
  /// The task at `now`; nil for one that isn't in the live list.
  package func snapshot(of key: TaskKey, at now: Moment) -> TaskSnapshot? {
    hub.tasks[key].flatMap { $0.isReplaced ? nil : queue.view(of: $0, at: now, in: hub) }
  }

  /// Every task of the live list, by number.
  package func snapshots(at now: Moment) -> [TaskSnapshot] {
    hub.tasks.listed.map { queue.view(of: $0, at: now, in: hub) }
  }

  /// The keys of the live list, by number.
  package var keysByAge: [TaskKey] { hub.tasks.listed.map(\.key) }

  /// The tasks of the live list whose numbers are above `number` and at most `last`, by number.
  /// - Parameters:
  ///   - number: the last number of the part before; 0 for the first part.
  ///   - limit: so many numbers are looked at; some may belong to tasks that aren't shown.
  /// - Returns: the tasks, and where the next part goes on; nil where this was the last one.
  package func part(
    after number: Int, through last: Int, limit: Int, at now: Moment
  ) -> (tasks: [TaskSnapshot], next: Int?) {
    let (keys, next) = hub.tasks.keys(after: number, through: last, limit: limit)
    return (keys.compactMap { snapshot(of: $0, at: now) }, next)
  }

  /// The numbers for a status line.
  package var summary: HubSummary {
    var summary = HubSummary()
    hub.tasks.forEach { if !$0.isReplaced { summary.add($0) } }
    return summary
  }

  /// All that is known of the live list, for a record that has nothing of it.
  package var records: [TaskRecord] { hub.tasks.all.map(TaskRecord.init) }

  /// The records of the tasks that have begun and go on, with their progress.
  package var recordsOfRunning: [TaskRecord] {
    hub.tasks.all.filter { $0.isLive && $0.state != .queued }.map(TaskRecord.init)
  }
}

// What the record has to be asked before an event.
extension HubState {
  /// The task that `event` is about, where it may have ended and left the list since: then the
  /// record is to be loaded first, or the task would begin a second time.
  package func forgottenKey(in event: HubEvent, at now: Moment) -> TaskKey? {
    let key: TaskKey
    switch event {
    case .taskBegan(let task, _, _):
      guard let startedAt = task.startedAt,
        !isFresh(startedAt, at: now) || hub.tasks.mayBeDropped(startedAt)
      else { return nil }
      key = task.key
    // A script may submit its key again after any time: the same key never queues a second task.
    case .taskSubmitted(let submission, _): key = submission.description.key
    case .endFoundInSpool(let end): key = end.description.key
    default: return nil
    }
    return hub.tasks[key] == nil ? key : nil
  }

  /// Whether a task that began at `startedAt` is too young to have ended and left the list. A time
  /// far in the future isn't fresh: somebody has set the wall clock back.
  private func isFresh(_ startedAt: WallTime, at now: Moment) -> Bool {
    let (age, window) = (now.wall.since(startedAt), min(hub.shortestKeep, Self.freshTime))
    return age < window && age > .zero - window
  }

  private static var freshTime: Duration { .seconds(5) }

  /// The references of `event` that aren't in the live list. The record may have them.
  package func unknownReferences(in event: HubEvent) -> [TaskReference] {
    let named: [TaskReference] =
      switch event {
      case .taskSubmitted(let submission, _): submission.terms.dependencies.map(\.task)
      case .restartRequested(let reference, _): [reference] + needs(of: reference)
      case .endAwaited(let reference, _): [reference]
      case .cleanRequested(let references, _): references
      default: []
      }
    return named.filter { (try? hub.tasks.key(of: $0)) == nil }
  }

  /// The tasks whose success the task needs; none for one that isn't listed.
  private func needs(of reference: TaskReference) -> [TaskReference] {
    guard let key = try? hub.tasks.key(of: reference) else { return [] }
    return hub.tasks[key]?.terms?.dependencies.filter(\.needsSuccess).map(\.task) ?? []
  }
}
