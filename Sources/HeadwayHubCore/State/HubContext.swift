internal import HeadwayModel

/// All that the features of the hub share: the tasks, the settings, and the event at hand.
///
/// A feature reads and changes tasks here. Here it also leaves effects for the shell, and facts for
/// the features above it. A feature may call features below it: `Tests/check-folders` holds that no
/// two features depend on each other.
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
  /// The shortest time for which ended tasks have stayed in the live list.
  private(set) var shortestKeep: Duration
  let timeWords: TimeWords
  /// The time of the event.
  private(set) var now = Moment(
    awake: .origin, running: .origin, wall: WallTime(millisecondsSinceEpoch: 0))
  private var effects: [HubEffect] = []
  private var facts = Fifo<HubFact>()
  /// Tasks that were changed by this event: each may want to be woken at another time.
  private var changed: [TaskKey] = []

  init(settings: HubSettings, timeWords: @escaping TimeWords) {
    self.settings = settings
    self.timeWords = timeWords
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

  /// The oldest fact that nobody has reacted to; nil for none.
  mutating func nextFact() -> HubFact? { facts.popFirst() }

  /// Arms the wake-ups of all tasks that this event changed, and hands out its effects.
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

// What a feature leaves.
extension HubContext {
  mutating func perform(_ effect: HubEffect) { effects.append(effect) }

  /// Tells the other features what happened. They react once this feature is done.
  mutating func happened(_ fact: HubFact) { facts.append(fact) }

  /// Changes a task of the live list, and nothing where there is none. This is the only way to
  /// change one.
  /// - Parameter kind: the weight of the change for those who look at the list; nil if they see
  ///   nothing of it.
  @discardableResult
  mutating func change<Result>(
    _ key: TaskKey, showing kind: ChangeKind? = nil, _ body: (inout TrackedTask) -> Result
  ) -> Result? {
    guard let result = tasks.change(key, showing: kind, body) else { return nil }
    changed.append(key)
    return result
  }

  /// Adds a task, or another attempt at one, to the live list.
  mutating func insert(_ task: TrackedTask) {
    tasks.insert(task)
    changed.append(task.key)
  }

  /// Saves the task as it is now; `followers` are performed once the record has that.
  mutating func save(_ key: TaskKey, then followers: [AfterCommit] = []) {
    guard let task = tasks[key] else { return }
    effects.append(.save(TaskRecord(task), then: followers))
  }

  /// Performs `followers` once the record has all that was saved of the task.
  mutating func confirm(_ key: TaskKey, then followers: [AfterCommit]) {
    effects.append(.confirm(key, then: followers))
  }

  /// Tells the task's worker, if it is connected.
  mutating func tell(_ order: WorkerOrder, to key: TaskKey) {
    guard let connection = tasks[key]?.worker.connection else { return }
    effects.append(.tellWorker(connection, key, order))
  }

  /// Asks the workers of `holders` to finish what they assert.
  /// - Parameter time: the time they have; nil tells them that they needn't hurry any more.
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

  /// The answer "done" for a commit; none for somebody who awaits no answer.
  func whenDone(_ requester: Requester) -> [AfterCommit] {
    requester.request == nil ? [] : [.reply(requester, .done)]
  }

  /// The task that `reference` names; otherwise the request is refused.
  mutating func task(_ reference: TaskReference, for requester: Requester) -> TrackedTask? {
    do {
      return tasks[try tasks.key(of: reference)]
    } catch {
      refuse(error.refusal, requester)
      return nil
    }
  }

  /// The task that `reference` names; the request is refused where there is none, or where it has
  /// ended.
  mutating func liveTask(_ reference: TaskReference, for requester: Requester) -> TrackedTask? {
    guard let task = task(reference, for: requester) else { return nil }
    guard task.isLive else {
      refuse(.alreadyEnded(task.number), requester)
      return nil
    }
    return task
  }
}

/// The clients that are connected, and the tasks whose workers they are.
struct WorkerConnections: Sendable {
  private var peers: [ConnectionID: ConnectionPeer] = [:]
  private var keys: [ConnectionID: Set<TaskKey>] = [:]

  var isEmpty: Bool { peers.isEmpty }

  /// Who the connection belongs to; nil once it is closed.
  subscript(connection: ConnectionID) -> ConnectionPeer? { peers[connection] }

  mutating func open(_ connection: ConnectionID, _ peer: ConnectionPeer) {
    peers[connection] = peer
  }

  /// Forgets a connection that is closed.
  /// - Returns: the tasks whose worker it was, in order.
  mutating func close(_ connection: ConnectionID) -> [TaskKey] {
    peers[connection] = nil
    return keys.removeValue(forKey: connection)?.sorted() ?? []
  }

  /// The worker of `key` reports over the connection.
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
