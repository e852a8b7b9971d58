package import HeadwayModel

// The shell's questions to the state.
extension HubState {
  /// Whether no task is live and no client is connected.
  package var isIdle: Bool { hub.tasks.liveCount == 0 && hub.connections.isEmpty }

  package var highestNumber: Int { hub.tasks.highestNumber }

  package func isLive(_ key: TaskKey) -> Bool { hub.tasks.isLive(key) }

  /// Whether the task is live or ended recently.
  package func isListed(_ key: TaskKey) -> Bool { hub.tasks[key] != nil }

  /// Whether a list shows the task. A task that a later attempt or another task replaced, or whose
  /// end a person acknowledged, may be in the live list, but is not shown.
  package func isShown(_ key: TaskKey) -> Bool {
    hub.tasks[key]?.isShown ?? false
  }

  /// Returns the number of a task in the live list; nil for any other task.
  package func number(of key: TaskKey) -> TaskNumber? { hub.tasks.number(of: key) }

  /// Returns the connection of the worker that reports for the task now; nil if it isn't connected.
  package func connection(of key: TaskKey) -> ConnectionID? {
    hub.tasks[key]?.worker.connection
  }

  /// The longest time that the hub would wait for assertions if it were asked to leave now. Nil if
  /// the hub would leave immediately.
  package var shutdownPatience: Duration? { cancelling.shutdownPatience(in: hub) }

  /// The live tasks that refresh, each with the number of its last launch that has begun.
  package var lastRuns: [TaskKey: Int] {
    var launches: [TaskKey: Int] = [:]
    hub.tasks.forEach { task in
      guard task.isLive, task.terms?.refresh != nil else { return }
      launches[task.key] = task.description.launch - (task.awaitsBegin ? 1 : 0)
    }
    return launches
  }

  /// Notes that a person has these tasks in view.
  package mutating func noteLook(at keys: [TaskKey], at now: Moment) {
    hub.begin(at: now)
    queue.noteLook(at: keys, in: &hub)
  }

  /// Frees memory that a large number of tasks or clients needed. Collections don't shrink by
  /// themselves.
  package mutating func giveBackRoom() {
    hub.tasks.giveBackRoom()
    hub.connections.giveBackRoom()
  }
}

// The turns of the hub.
extension HubState {
  /// Ends a turn, and returns all that the shell needs to know of it.
  ///
  /// One mutating call answers everything, because every further question would copy the state.
  package mutating func endTurn() -> TurnOutcome {
    TurnOutcome(
      changes: hub.tasks.takeChanges(), hasLiveTasks: hub.tasks.liveCount > 0,
      taskCount: hub.tasks.count)
  }

  /// Whether a task has changed since the last turn ended.
  package var hasUntoldChanges: Bool { hub.tasks.hasUntoldChanges }
}

// Snapshots of tasks.
extension HubState {
  /// Returns the task at `now`; nil for a task that isn't shown.
  package func snapshot(of key: TaskKey, at now: Moment) -> TaskSnapshot? {
    hub.tasks[key].flatMap { $0.isShown ? queue.view(of: $0, at: now, in: hub) : nil }
  }

  /// Returns every shown task of the live list, by number.
  package func snapshots(at now: Moment) -> [TaskSnapshot] {
    hub.tasks.listed.map { queue.view(of: $0, at: now, in: hub) }
  }

  /// The keys of the shown tasks of the live list, by number.
  package var keysByAge: [TaskKey] { hub.tasks.listed.map(\.key) }

  /// Returns the tasks of the live list whose numbers are above `number` and at most `last`, by
  /// number.
  ///
  /// - Parameters:
  ///   - number: the last number of the part before; 0 for the first part.
  ///   - limit: the greatest number of tasks to look at. Some of them may not be shown.
  /// - Returns: the tasks, and the `number` for the next part; nil if this is the last part.
  package func part(
    after number: Int, through last: Int, limit: Int, at now: Moment
  ) -> (tasks: [TaskSnapshot], next: Int?) {
    let (keys, next) = hub.tasks.keys(after: number, through: last, limit: limit)
    return (keys.compactMap { snapshot(of: $0, at: now) }, next)
  }

  /// The numbers for a status line.
  package var summary: HubSummary {
    var summary = HubSummary()
    hub.tasks.forEach { if $0.isShown { summary.add($0) } }
    return summary
  }

  /// The numbers for monitoring systems, without what only the record and the shell know.
  package func metrics(at now: Moment) -> HubMetrics {
    var metrics = HubMetrics()
    metrics.ends = telling.ends
    hub.tasks.forEach { task in
      guard task.isShown || task.isLive else { return }
      metrics.add(queue.view(of: task, at: now, in: hub), at: now.wall)
    }
    return metrics
  }

  /// The groups that commands made, changed or paused, for a new record without any of them.
  package var groupRecords: [GroupRecord] { queue.groups.all }

  /// The general slots first, then all groups by name.
  package var groups: [GroupSnapshot] { Grouping.snapshots(queue, in: hub) }

  /// The slots of this name: those of a group, or the general slots.
  package func slots(named name: String) -> SlotLimit { queue.turns.limits.slots(named: name) }

  /// Returns a line for a person whose task was queued in a paused group: why the task waits, and
  /// how the group goes on. Nil for any other task.
  package func noticeOfPause(_ key: TaskKey) -> SanitisedText? {
    guard let task = hub.tasks[key], let group = queue.pausedGroup(of: key) else { return nil }
    let (pause, advice) = (queue.words(ofPaused: group), queue.advice(onPaused: group))
    return SanitisedText(
      wire: "task \(task.number) waits for \(pause); \(advice)", limit: .line)
  }

  /// The jobs in the terms of all live tasks whose engine had the job before.
  package var adoptedJobs: [SanitisedText] {
    var jobs: [SanitisedText] = []
    hub.tasks.forEach { task in
      if task.isLive, let job = task.terms?.engine?.job { jobs.append(job) }
    }
    return jobs
  }

  /// Returns the record of a task of the live list; nil for any other task.
  package func record(of reference: TaskReference) -> TaskRecord? {
    guard let key = try? hub.tasks.key(of: reference) else { return nil }
    return hub.tasks[key].map { TaskRecord($0) }
  }

  /// The records of all tasks of the live list, for a new record without any of them.
  package var records: [TaskRecord] { hub.tasks.all.map(TaskRecord.init) }

  /// The records of the tasks that have begun and go on, with their progress.
  package var recordsOfRunning: [TaskRecord] {
    hub.tasks.all.filter { $0.isLive && $0.state != .queued }.map(TaskRecord.init)
  }
}

// The tasks that the record must be asked about before an event.
extension HubState {
  /// Returns the key of the task that `event` is about, if the task may have ended and left the
  /// live list.
  ///
  /// The caller then loads the task from the record before it handles the event. Without that, the
  /// task would begin a second time. Nil if the task is in the live list, or if the record can't
  /// have it.
  package func forgottenKey(in event: HubEvent, at now: Moment) -> TaskKey? {
    let key: TaskKey
    switch event {
    case .taskBegan(let task, _, _):
      guard let startedAt = task.startedAt,
        !isFresh(startedAt, at: now) || hub.tasks.mayBeDropped(startedAt)
      else { return nil }
      key = task.key
    // A script may submit its key again after any time. The same key never queues a second task.
    case .taskSubmitted(let submission, _): key = submission.description.key
    case .endFoundInSpool(let end): key = end.description.key
    default: return nil
    }
    return hub.tasks[key] == nil ? key : nil
  }

  /// Returns the keys of a batch that aren't in the live list. The record may have the tasks: a
  /// client that got no answer submits the same batch again.
  package func forgottenKeys(ofBatch event: HubEvent) -> [TaskKey] {
    guard case .batchSubmitted(let tasks, _) = event else { return [] }
    return tasks.map(\.submission.description.key).filter { hub.tasks[$0] == nil }
  }

  /// The number of tasks that the queue still takes.
  package var freeTaskCount: Int { max(0, hub.settings.taskLimit - hub.tasks.liveCount) }

  /// Whether a task that began at `startedAt` is too young to have ended and left the live list. A
  /// time far in the future doesn't count as young: the wall clock was set back.
  private func isFresh(_ startedAt: WallTime, at now: Moment) -> Bool {
    let (age, window) = (now.wall.since(startedAt), min(hub.shortestKeep, Self.freshTime))
    return age < window && age > .zero - window
  }

  private static var freshTime: Duration { .seconds(5) }

  /// Returns the references of `event` that aren't in the live list. The record may have the tasks.
  package func unknownReferences(in event: HubEvent) -> [TaskReference] {
    let named: [TaskReference] =
      switch event {
      case .taskSubmitted(let submission, _): submission.terms.dependencies.map(\.task)
      case .batchSubmitted(let tasks, _): tasks.dependenciesOutside
      case .adjustmentRequested(_, .edit(let edit), _): edit.dependencies?.map(\.task) ?? []
      case .restartRequested(let reference, _, _, _): [reference] + needs(of: reference)
      case .endAwaited(let reference, _): [reference]
      case .cleanRequested(let references, _), .acknowledgementRequested(let references, _):
        references
      default: []
      }
    return named.filter { (try? hub.tasks.key(of: $0)) == nil }
  }

  /// Returns the tasks whose success the task needs; none if the task isn't in the live list.
  private func needs(of reference: TaskReference) -> [TaskReference] {
    guard let key = try? hub.tasks.key(of: reference) else { return [] }
    return hub.tasks[key]?.terms?.dependencies.filter(\.needsSuccess).map(\.task) ?? []
  }
}

extension [BatchedSubmission] {
  /// The tasks that tasks of the batch depend on, without those of the batch itself.
  fileprivate var dependenciesOutside: [TaskReference] {
    let named = Set(flatMap { $0.submission.terms.dependencies.map(\.task) })
    guard !named.isEmpty else { return [] }
    let keys = Set(map(\.submission.description.key))
    let identifiers = Set(compactMap(\.submission.description.identifier?.string))
    return named.filter { reference in
      switch reference {
      case .key(let key): !keys.contains(key)
      case .identifier(let identifier): !identifiers.contains(identifier)
      case .number: true
      }
    }
  }
}
