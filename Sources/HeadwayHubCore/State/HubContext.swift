internal import HeadwayModel

/// The state that all features of the hub share: the tasks, the settings, and the event that is
/// being handled.
///
/// A feature reads and changes tasks here. A feature also leaves effects for the shell and facts
/// for other features here. Calls between features form no circle: `Tests/check-folders` holds
/// that.
///
/// ```swift
/// static func rename(_ key: TaskKey, _ title: SanitisedText, in hub: inout HubContext) {
///   hub.change(key, showing: .listing) { $0.description.title = title }
///   hub.save(key)
/// }
/// ```
struct HubContext: Sendable {
  var tasks = TaskRegistry()
  var connections = WorkerConnections()
  private(set) var settings: HubSettings
  /// The shortest `keepEnded` of all settings since the hub started.
  private(set) var shortestKeep: Duration
  let timeWords: TimeWords
  /// The local clocks, for calendar expressions.
  let clocks: ClockOffset
  /// The language of the hub's user, for notifications. Everything else that the hub says goes to
  /// programs, or to its log, and is English. Nil if the user reads English.
  let catalog: MessageCatalog?
  /// The time of the event.
  private(set) var now = Moment(
    awake: .origin, running: .origin, wall: WallTime(millisecondsSinceEpoch: 0))
  private var effects: [HubEffect] = []
  private var facts = Fifo<HubFact>()
  /// The tasks that this event changed. Each may need another wake-up.
  private var changed: [TaskKey] = []

  init(
    settings: HubSettings, timeWords: @escaping TimeWords, clocks: @escaping ClockOffset,
    catalog: MessageCatalog? = nil
  ) {
    self.settings = settings
    self.timeWords = timeWords
    self.clocks = clocks
    self.catalog = catalog
    shortestKeep = settings.keepEnded
  }

  mutating func adopt(_ settings: HubSettings) {
    self.settings = settings
    shortestKeep = min(shortestKeep, settings.keepEnded)
  }
}

// One event.
extension HubContext {
  mutating func begin(at now: Moment) { self.now = now }

  /// Removes and returns the oldest fact that waits for reactions; nil for none.
  mutating func nextFact() -> HubFact? { facts.popFirst() }

  /// Arms the wake-ups of all tasks that this event changed, and returns the effects of the event.
  mutating func end() -> [HubEffect] {
    for key in changed { arm(key) }
    changed.removeAll(keepingCapacity: changed.count <= Self.keptCapacity)
    defer { effects = [] }
    return effects
  }

  private static var keptCapacity: Int { 256 }

  private mutating func arm(_ key: TaskKey) {
    guard let place = tasks.place(of: key), let pause = tasks[place: place].arm(at: now) else {
      return
    }
    effects.append(.wakeUp(key, after: pause))
  }
}

// The changes, effects and facts that a feature leaves.
extension HubContext {
  mutating func perform(_ effect: HubEffect) { effects.append(effect) }

  /// Tells the other features what happened. They react after this feature is done.
  mutating func happened(_ fact: HubFact) { facts.append(fact) }

  /// Changes a task of the live list, and nothing if the list doesn't have the task. Features
  /// change tasks only with this function, because it arms the wake-up of the task afterwards.
  ///
  /// - Parameter kind: the weight of the change for subscribers; nil if subscribers can't see the
  /// change.
  /// - Returns: the result of `body`; nil if the list doesn't have the task.
  @discardableResult
  mutating func change<Result>(
    _ key: TaskKey, showing kind: ChangeKind? = nil, _ body: (inout TrackedTask) -> Result
  ) -> Result? {
    guard let result = tasks.change(key, showing: kind, body) else { return nil }
    changed.append(key)
    return result
  }

  /// Changes properties of a task that the list finds tasks by, such as its group.
  mutating func replace(_ key: TaskKey, _ body: (inout TrackedTask) -> Void) {
    guard var task = tasks[key] else { return }
    body(&task)
    tasks.replace(task)
    changed.append(key)
  }

  /// Adds a task to the live list, or replaces the task with the same key by its next attempt.
  mutating func insert(_ task: TrackedTask) {
    tasks.insert(task)
    changed.append(task.key)
  }

  /// Saves the task as it is now. The shell performs `followers` once the record has the save.
  mutating func save(_ key: TaskKey, then followers: [AfterCommit] = []) {
    guard let task = tasks[key] else { return }
    effects.append(.save(TaskRecord(task), then: followers))
  }

  /// Performs `followers` once the record has everything that was saved of the task.
  mutating func confirm(_ key: TaskKey, then followers: [AfterCommit]) {
    effects.append(.confirm(key, then: followers))
  }

  /// Tells the worker of the task, if the worker is connected.
  mutating func tell(_ order: WorkerOrder, to key: TaskKey) {
    guard let connection = tasks[key]?.worker.connection else { return }
    effects.append(.tellWorker(connection, key, order))
  }

  /// Asks the workers of `holders` to finish the work that they assert.
  ///
  /// - Parameter time: the time that the workers have. Nil tells them that nothing waits for them
  /// any more.
  mutating func askToFinish(_ holders: [TaskKey], within time: Duration?) {
    for key in holders { tell(.assertionAwaited(within: time.map { max(.zero, $0) }), to: key) }
  }

  /// The effects of this event so far.
  var effectsSoFar: [HubEffect] { effects }
}

// Answers.
extension HubContext {
  mutating func reply(_ requester: Requester, _ reply: HubReply) {
    effects.append(.reply(requester, reply))
  }

  mutating func refuse(_ refusal: Refusal, _ requester: Requester) {
    reply(requester, .refused(refusal))
  }

  mutating func acknowledge(_ requester: Requester) {
    if requester.request != nil { reply(requester, .done) }
  }

  /// Returns the answer "done" for after a commit; empty if the requester awaits no answer.
  func whenDone(_ requester: Requester) -> [AfterCommit] {
    requester.request == nil ? [] : [.reply(requester, .done)]
  }

  /// Returns the task that `reference` names. If there is none, refuses the request and returns
  /// nil.
  mutating func task(_ reference: TaskReference, for requester: Requester) -> TrackedTask? {
    do {
      return tasks[try tasks.key(of: reference)]
    } catch {
      refuse(error.refusal, requester)
      return nil
    }
  }

  /// Returns the live task that `reference` names. If there is none, or if the task has ended,
  /// refuses the request and returns nil.
  mutating func liveTask(_ reference: TaskReference, for requester: Requester) -> TrackedTask? {
    guard let task = task(reference, for: requester) else { return nil }
    guard task.isLive else {
      refuse(.alreadyEnded(task.number), requester)
      return nil
    }
    return task
  }
}

/// The connected clients, and the tasks for which each client is the worker.
struct WorkerConnections: Sendable {
  private var peers: [ConnectionID: ConnectionPeer] = [:]
  private var keys: [ConnectionID: Set<TaskKey>] = [:]

  var isEmpty: Bool { peers.isEmpty }

  /// The client of the connection; nil once the connection is closed.
  subscript(connection: ConnectionID) -> ConnectionPeer? { peers[connection] }

  mutating func open(_ connection: ConnectionID, _ peer: ConnectionPeer) {
    peers[connection] = peer
  }

  /// Forgets a connection that is closed.
  ///
  /// - Returns: the tasks whose worker reported over the connection, by key.
  mutating func close(_ connection: ConnectionID) -> [TaskKey] {
    peers[connection] = nil
    return keys.removeValue(forKey: connection)?.sorted() ?? []
  }

  /// Notes that the worker of `key` reports over the connection.
  mutating func attach(_ key: TaskKey, to connection: ConnectionID) {
    keys[connection, default: []].insert(key)
  }

  mutating func detach(_ task: TrackedTask) {
    if let connection = task.worker.connection { keys[connection]?.remove(task.key) }
  }

  mutating func giveBackRoom() {
    peers = peers.withoutSpareRoom
    keys = keys.withoutSpareRoom
  }
}
