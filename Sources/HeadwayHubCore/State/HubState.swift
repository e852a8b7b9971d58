package import HeadwayModel

/// Everything that the hub knows, and every decision that it takes.
///
/// The state is confined to the hub's event loop. It reads no clock and touches no descriptor: the
/// caller passes in the time and performs the effects.
///
/// ```swift
/// for effect in state.handle(.workerExited(key), at: now) { perform(effect) }
/// ```
package struct HubState: Sendable {
  private(set) var settings: HubSettings
  /// The shortest time for which ended tasks have stayed in the live list.
  private(set) var shortestKeep: Duration
  var tasks = TaskTable()
  private var keysByNumber: [TaskNumber: TaskKey] = [:]
  /// The numbers of the live list, so that a part of it can be sent without sorting all of it.
  private var numbers = SortedList<TaskNumber>()
  package private(set) var highestNumber = 0
  var peers: [ConnectionID: ConnectionPeer] = [:]
  var keysByConnection: [ConnectionID: Set<TaskKey>] = [:]
  var waiters = EndWaiters()
  /// Ended tasks of the live list in the order of their ends, and some that have left it.
  var recentlyEnded = Fifo<EndedTask>()
  /// The latest end of a task that `dropOldestEnded` took out of the live list; nil while it took
  /// none.
  var droppedThrough: WallTime?
  /// Tasks that assert something.
  var asserting: Set<TaskKey> = []
  /// Tasks whose worker isn't told of its cancel yet.
  var heldBack: Set<TaskKey> = []
  /// The deadline (awake clock) at which a stopping hub leaves, whatever is asserted; nil while no
  /// stop was requested.
  var leavesBy: AwakeTime?
  private(set) var liveCount = 0
  /// The task that is selected in each monitor.
  var selections: [ConnectionID: TaskKey] = [:]
  /// The instant (awake clock) before which no task is measured or asked about because of low
  /// memory.
  var memoryPatience: AwakeTime = .origin
  /// Tasks with an untold change, in the order of the first, and tasks that left.
  var changedKeys: [TaskKey] = []

  var queue: LaunchQueue
  var waitingTasks = WaitingTasks()
  /// Queued tasks that may depend on a task that ended without success, in the order in which they
  /// came. `endUnmetDependents` ends them before the event is over.
  var unmetDependents: [TaskKey] = []
  var attention = GroupAttention()
  let timeWords: TimeWords
  var pendingNotifications = PendingNotifications()
  var cleaned = CleanedTasks()
  var unrecorded: [TaskKey: UnrecordedSubmission] = [:]
  /// The changes that the record hasn't got yet, by their numbers, which grow.
  var unrecordedChanges: [Int: UnrecordedChange] = [:]
  var lastChange = 0

  /// A time as its user reads it, seen from another: "22:00". Only the shell knows the time zone.
  package typealias TimeWords =
    @Sendable (_ time: WallTime, _ now: WallTime) -> SanitisedText

  package init(
    settings: HubSettings = HubSettings(),
    timeWords: @escaping TimeWords = { time, _ in SanitisedText(time.description) }
  ) {
    self.settings = settings
    self.timeWords = timeWords
    shortestKeep = settings.keepEnded
    queue = LaunchQueue(limits: settings.queue)
  }

  /// Takes in one event; returns what is to be done, in order.
  package mutating func handle(_ event: HubEvent, at now: Moment) -> [HubEffect] {
    var effects = decide(event, at: now)
    effects += endUnmetDependents(at: now)
    effects += takeTurns(at: now)
    dropOldestEnded()
    return effects
  }

  private mutating func decide(_ event: HubEvent, at now: Moment) -> [HubEffect] {
    switch event {
    case .recordLoaded(let records, let highest): load(records, highest: highest, at: now)
    case .connectionOpened(let connection, let peer): open(connection, peer)
    case .connectionClosed(let connection): close(connection)
    case .taskSubmitted(let submission, let requester):
      submit(submission, by: requester, at: now)
    case .submissionRecorded(let key): noteRecorded(key, at: now)
    case .changeRecorded(let change): noteChangeRecorded(change, at: now)
    case .recordRefused(let reason): refuseUnrecorded(because: reason, at: now)
    case .supervisorStarted(let key, let launch, let process):
      noteSupervisor(of: key, launch, process)
    case .launchFailed(let key, let launch, let reason):
      failLaunch(of: key, launch, reason, at: now)
    case .supervisorMissing(let key, let launch, let hasStarted):
      relaunch(key, launch, hasStarted: hasStarted, at: now)
    case .machineConditionsChanged(let machineConditions): apply(machineConditions, at: now)
    case .wallClockSet: lookAtTimes(at: now)
    case .memoryPressed: noteMemoryPressure(at: now)
    case .memoryMeasured(let figures): ask(by: figures, at: now)
    case .selectionMoved(let key, let connection): moveSelection(to: key, in: connection)
    case .taskBegan(let description, let report, let requester):
      begin(description, report, by: requester, at: now)
    case .reportReceived(let reference, let report, let isRecognised, let requester):
      apply(report, of: reference, isRecognised: isRecognised, from: requester, at: now)
    case .heartbeatReceived(let reference, let estimated, let requester):
      takeHeartbeat(of: reference, estimated: estimated, from: requester, at: now)
    case .taskEnded(let reference, let ending, let launch, let endedAt, let requester):
      end(reference, ending, launch: launch, endedAt: endedAt, by: requester, at: now)
    case .restartRequested(let reference, let requester):
      restart(reference, by: requester, at: now)
    case .adjustmentRequested(let reference, let adjustment, let requester):
      adjust(reference, adjustment, by: requester)
    case .cleanRequested(let references, let requester): clean(references, by: requester)
    case .cleanableFound(let keys, let next, let requester):
      clean(keys, next: next, for: requester)
    case .cancelRequested(let reference, let isForced, let note, let requester):
      cancel(reference, isForced: isForced, note: note, by: requester, at: now)
    case .pauseRequested(let reference, let requester):
      pause(reference, by: requester, at: now)
    case .resumeRequested(let reference, let requester):
      resume(reference, by: requester, at: now)
    case .answerGiven(let reference, let answer, let requester):
      apply(answer, to: reference, from: requester, at: now)
    case .endAwaited(let reference, let requester): awaitEnd(of: reference, for: requester)
    case .workerExited(let key): noteExit(of: key)
    case .spoolFoundEmpty(let key): loseTask(key, at: now)
    case .endFoundInSpool(let spooled): recover(spooled, at: now)
    case .wakeUpReached(let key): wakeUp(key, at: now)
    case .historyRecalled(let key, let history): merge(history, of: key, at: now)
    case .launchSimulated(let identifier, let requester):
      simulateLaunch(of: identifier, requester, at: now)
    case .wakeRequested(let identifier, let requester):
      wake(identifier, by: requester, at: now)
    case .expirySimulated(let reference, let requester):
      simulateExpiry(of: reference, requester, at: now)
    case .focusReported(let connection, let isFocused): noteFocus(connection, isFocused)
    case .newsGathered(let time): notify(at: time)
    case .settingsChanged(let settings): change(settings)
    case .shutdownRequested: requestShutdown(at: now)
    case .shutdownPatienceEnded: [.leave]
    }
  }

  /// Whether no task is live and no client is connected.
  package var isIdle: Bool { liveCount == 0 && peers.isEmpty }

  /// Lets go of room that a crowd needed: collections don't shrink by themselves.
  package mutating func giveBackRoom() {
    tasks.giveBackRoom()
    keysByNumber = keysByNumber.withoutSpareRoom
    peers = peers.withoutSpareRoom
    keysByConnection = keysByConnection.withoutSpareRoom
  }

  package func isLive(_ key: TaskKey) -> Bool { tasks[key]?.isLive ?? false }

  /// Live, or ended of late.
  package func isListed(_ key: TaskKey) -> Bool { tasks[key] != nil }

  /// Whether a list shows the task as one of the live list: a task that another took the place of
  /// is there, and isn't shown.
  package func isShown(_ key: TaskKey) -> Bool { tasks[key].map { !$0.isReplaced } ?? false }

  /// All that is known of the live list, for a record that has nothing of it.
  package var records: [TaskRecord] { tasks.all.map(TaskRecord.init) }

  /// The records of the tasks that have begun and go on, with their progress.
  package var recordsOfRunning: [TaskRecord] {
    tasks.all.filter { $0.isLive && $0.state != .queued }.map(TaskRecord.init)
  }

  /// The task as others see it now; nil for one that isn't in the live list.
  package func snapshot(of key: TaskKey, at now: Moment) -> TaskSnapshot? {
    tasks[key].flatMap { $0.isReplaced ? nil : view(of: $0, at: now) }
  }

  /// Every task of the live list, by number.
  package func snapshots(at now: Moment) -> [TaskSnapshot] {
    listed.map { view(of: $0, at: now) }
  }

  /// The keys of the live list, by number.
  package var keysByAge: [TaskKey] { listed.map(\.key) }

  /// The tasks of the live list whose numbers are above `number` and at most `last`, by number.
  /// - Parameters:
  ///   - number: the last number of the part before; 0 for the first part.
  ///   - limit: so many numbers are looked at; some may belong to tasks that aren't shown.
  /// - Returns: the tasks, and where the next part goes on; nil where this was the last one.
  package func part(
    after number: Int, through last: Int, limit: Int, at now: Moment
  ) -> (tasks: [TaskSnapshot], next: Int?) {
    let found = numbers.elements(after: TaskNumber(number), limit: limit).prefix {
      $0.value <= last
    }
    let tasks = found.compactMap { keysByNumber[$0] }.compactMap { snapshot(of: $0, at: now) }
    return (tasks, found.count < limit ? nil : found.last?.value)
  }

  private var listed: [TrackedTask] {
    numbers.compactMap { keysByNumber[$0].flatMap { tasks[$0] } }.filter { !$0.isReplaced }
  }

  /// The numbers for a status line.
  package var summary: HubSummary {
    var summary = HubSummary()
    tasks.forEach { if !$0.isReplaced { summary.add($0) } }
    return summary
  }
}

/// The settings of the hub's decisions.
package struct HubSettings: Hashable, Sendable {
  package var stallLimits = StallLimits()
  /// The time for which an ended task stays in the live list.
  package var keepEnded: Duration = .seconds(15 * 60)
  /// Begins beyond this many live tasks are refused.
  package var taskLimit = 20_000
  /// The number of ended tasks that the live list keeps. Beyond it, tasks leave in the order of
  /// their ends.
  package var endedLimit = 10_000
  /// The number of requests that may wait for the ends of tasks. Further ones are refused.
  package var waiterLimit = 10_000
  package var queue = QueueLimits()
  /// The pause before the second attempt of a task that failed. Each further pause is twice as
  /// long.
  package var retryPause: Duration = .seconds(5)
  /// The identifier of this boot of the machine (proc(5), `random/boot_id`).
  package var bootID = ""
  /// Whether tasks that were queued before a reboot stay on hold until a person resumes them.
  package var holdsAfterReboot = true
  package var telling = TellingSettings()
  /// Whether a task is asked about, or ended, when the system is low on memory.
  package var memoryPolicy = MemoryPolicy.ask
  /// The fault of the config; nil if it is understood. While there is one, the hub starts nothing
  /// from the queue.
  package var configProblem: SanitisedText?

  package init() {}
}

extension HubState {
  mutating func insert(_ task: TrackedTask) {
    tasks[task.key] = task
    keysByNumber[task.number] = task.key
    numbers.insert(task.number)
    highestNumber = max(highestNumber, task.number.value)
    if task.isLive { liveCount += 1 } else { noteEnded(task) }
  }

  mutating func remove(_ key: TaskKey) {
    guard let task = tasks[key] else { return }
    tasks[key] = nil
    keysByNumber[task.number] = nil
    numbers.remove(task.number)
    if task.isLive { liveCount -= 1 }
  }

  mutating func noteEnd(of task: TrackedTask) {
    liveCount -= 1
    noteEnded(task)
  }

  /// Applies new settings. Waiting tasks follow them immediately. Running tasks keep the resources
  /// they hold and their own stall limits.
  mutating func change(_ settings: HubSettings) -> [HubEffect] {
    self.settings = settings
    shortestKeep = min(shortestKeep, settings.keepEnded)
    queue.change(settings.queue) { tasks[$0]?.description.group?.string }
    waitingTasks.mayAnyoneStart = true
    for key in queue.keys { note(.listing, of: key) }
    return []
  }

  /// The next number; nil after 2^63 tasks.
  func nextNumber() -> TaskNumber? {
    let (next, overflow) = highestNumber.addingReportingOverflow(1)
    return overflow ? nil : TaskNumber(next)
  }

  mutating func reserveNumbers(through number: Int) {
    highestNumber = max(highestNumber, number)
  }

  /// The place of the task that `reference` names; nil if ``key(of:)`` would throw.
  mutating func place(of reference: TaskReference) -> Int? {
    if case .key(let key) = reference { return tasks.place(of: key) }
    return (try? key(of: reference)).flatMap { tasks.place(of: $0) }
  }

  func key(of reference: TaskReference) throws(RefusedReference) -> TaskKey {
    switch reference {
    case .key(let key): if tasks[key] != nil { return key }
    case .number(let number): if let key = keysByNumber[number] { return key }
    case .identifier(let identifier):
      let matches = tasks.named(identifier).filter { !$0.isReplaced }
      if let only = mostCurrent(of: matches) { return only.key }
      if !matches.isEmpty { throw RefusedReference(.ambiguousIdentifier(identifier)) }
    }
    throw RefusedReference(.unknownTask(reference))
  }

  /// The one live task among `matches`, else the only one.
  private func mostCurrent(of matches: [TrackedTask]) -> TrackedTask? {
    let live = matches.filter(\.isLive)
    if live.count == 1 { return live.first }
    return matches.count == 1 ? matches.first : nil
  }
}

/// A task that couldn't be named.
struct RefusedReference: Error {
  let refusal: Refusal

  init(_ refusal: Refusal) { self.refusal = refusal }
}
