import HeadwayHubCore
import HeadwayModel
import TestClocks

/// A hub's state with a shell of a few lines: a disk that commits when told to, a spool, clocks,
/// and processes that live or don't.
struct QueueShell {
  private(set) var state: HubState
  private(set) var settings: HubSettings
  var now = Moment(
    awake: .seconds(1000), running: .seconds(5000),
    wall: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))
  private(set) var disk = QueueDisk()
  private(set) var spool: [TaskKey: SpooledEnd] = [:]
  private(set) var open: Set<ConnectionID> = []
  /// Supervisors that are to be started, in order.
  private(set) var launches: [TaskRecord] = []
  /// The launches that a supervisor began, with its process: the log that it makes first.
  private(set) var traces: [LaunchName: ProcessIdentity] = [:]
  private(set) var watch: QueueWatch
  private var dead: Set<ProcessIdentity> = []
  private var dues: [TaskKey: AwakeTime] = [:]
  private var watched: [TaskKey: ProcessIdentity] = [:]
  /// Exits that the kernel is about to tell.
  private var exits: [TaskKey] = []
  private var mail: [Mail] = []
  private let trace: ((String) -> Void)?

  /// Something that the hub sends over a connection.
  enum Mail {
    case reply(Requester, HubReply)
    case order(ConnectionID, TaskKey, WorkerOrder)
  }

  init(settings: HubSettings, isLarge: Bool, trace: ((String) -> Void)? = nil) {
    self.settings = settings
    self.trace = trace
    state = HubState(settings: settings)
    watch = QueueWatch(isLarge: isLarge)
  }

  mutating func send(_ event: HubEvent) throws(BrokenPromise) {
    try recall(event)
    try handle(event)
    try tellExits()
  }

  private mutating func tellExits() throws(BrokenPromise) {
    while !exits.isEmpty { try handle(.workerExited(exits.removeFirst())) }
  }

  /// What the event names may have left the live list, but not the record.
  private mutating func recall(_ event: HubEvent) throws(BrokenPromise) {
    var forgotten = state.unknownReferences(in: event)
    if let key = state.forgottenKey(in: event, at: now) { forgotten.append(.key(key)) }
    try recall(forgotten)
    try recall(state.unknownReferences(in: event).filter { !forgotten.contains($0) })
  }

  private mutating func recall(_ references: [TaskReference]) throws(BrokenPromise) {
    for reference in references {
      guard let record = disk.recalled(reference) else { continue }
      try handle(.recordLoaded([record], highestNumber: 0))
    }
  }

  private mutating func handle(_ event: HubEvent) throws(BrokenPromise) {
    trace?("\(now.awake) \(event)")
    if case .settingsChanged(let new) = event { settings = new }
    let effects = state.handle(event, at: now)
    if let trace { for effect in effects { trace("    \(effect)") } }
    let outcome = state.endTurn()
    try watch.check(event, effects, outcome, state, settings, at: now)
    let wasGathering = disk.isGathering
    disk.isGathering = true
    for effect in effects { try perform(effect) }
    disk.isGathering = wasGathering
    disk.beginIfIdle()
  }

  mutating func connect(_ connection: ConnectionID, _ peer: ConnectionPeer) throws(BrokenPromise) {
    open.insert(connection)
    try send(.connectionOpened(connection, peer))
  }

  mutating func close(_ connection: ConnectionID) throws(BrokenPromise) {
    guard open.remove(connection) != nil else { return }
    try send(.connectionClosed(connection))
  }

  mutating func takeMail() -> [Mail] {
    defer { mail.removeAll() }
    return mail.filter { open.contains($0.connection) }
  }

  /// All clocks on, and every wake-up that falls due meanwhile.
  mutating func step(_ duration: Duration) throws(BrokenPromise) {
    now = now.advanced(by: duration)
    var patience = 2000 + 20 * dues.count
    while let next = dues.filter({ $0.value <= now.awake })
      .min(by: { ($0.value, $0.key) < ($1.value, $1.key) })
    {
      patience -= 1
      try promise(patience > 0, "the hub wakes up without end for \(next.key)")
      dues[next.key] = nil
      try send(.wakeUpReached(next.key))
    }
  }

  mutating func setWallClock(by duration: Duration) throws(BrokenPromise) {
    now.wall = now.wall.advanced(by: duration)
    try send(.wallClockSet)
  }
}

// The record.
extension QueueShell {
  /// The commit under way is on disk.
  mutating func commit() throws(BrokenPromise) {
    for follower in disk.commit() {
      try perform(follower)
      try tellExits()
    }
    disk.beginIfIdle()
  }

  /// Everything is on disk.
  mutating func commitAll() throws(BrokenPromise) {
    var rounds = 0
    while !disk.isAtRest {
      rounds += 1
      try promise(rounds < 10_000, "the record never comes to rest")
      try commit()
    }
  }

  mutating func refuseCommit() throws(BrokenPromise) {
    guard disk.isWriting else { return }
    disk.refuse()
    let reason: SanitisedText = "no space left"
    try send(.recordRefused(reason))
    for requester in disk.takeUnacknowledged() {
      mail.append(.reply(requester, .refused(.notRecordedYet(reason))))
    }
  }

  /// The hub is killed, and another one starts from what is on disk and in the spool.
  mutating func reload(settings: HubSettings) throws(BrokenPromise) {
    trace?("KILLED")
    disk.loseUnwritten()
    (open, launches, dues, watched, exits, mail) = ([], [], [:], [:], [], [])
    self.settings = settings
    state = HubState(settings: settings)
    let keptSince = now.wall.advanced(by: .zero - settings.keepEnded)
    let records = disk.loaded(endedAfter: keptSince, and: spool.keys.sorted())
    watch.noteReload(records, disk.records)
    try handle(.groupsLoaded(disk.groups.values.sorted { $0.name < $1.name }))
    try handle(.recordLoaded(records, highestNumber: disk.highestNumber))
    try takeSpool()
    try tellExits()
    try watch.checkReload(records, state, at: now)
  }

  mutating func takeSpool() throws(BrokenPromise) {
    for key in spool.keys.sorted() {
      if let end = spool[key] { try send(.endFoundInSpool(end)) }
    }
  }

  mutating func leave(_ end: SpooledEnd) { spool[end.description.key] = end }
}

// Processes.
extension QueueShell {
  func isAlive(_ process: ProcessIdentity) -> Bool { !dead.contains(process) }

  mutating func end(_ process: ProcessIdentity) throws(BrokenPromise) {
    guard dead.insert(process).inserted else { return }
    exits += watched.filter { $0.value == process }.keys.sorted()
    try tellExits()
  }

  /// The process is gone, and the machine with it: no hub hears of that.
  mutating func kill(_ process: ProcessIdentity) { dead.insert(process) }

  mutating func takeLaunch() -> TaskRecord? { launches.isEmpty ? nil : launches.removeFirst() }

  mutating func leaveTrace(of name: LaunchName, _ process: ProcessIdentity) {
    traces[name] = process
  }

  /// How a launch stands, as a search for its supervisor shows it.
  func trace(of name: LaunchName) -> HubEvent? {
    guard let process = traces[name] else { return nil }
    return isAlive(process)
      ? .supervisorStarted(name.key, launch: name.launch, process)
      : .supervisorMissing(name.key, launch: name.launch, hasStarted: true)
  }
}

// Effects.
extension QueueShell {
  private mutating func perform(_ effect: HubEffect) throws(BrokenPromise) {
    switch effect {
    case .save(let record, let then): disk.save(record, then: then)
    case .saveGroups(let groups, let then): disk.save(groups, then: then)
    case .confirm(let key, let then):
      if !disk.confirm(key, then: then) { for follower in then { try perform(follower) } }
    case .forget(let keys, let then): disk.forget(keys, then: then)
    case .abandon(let keys): disk.abandon(keys)
    case .keepPayload(let key, _): disk.keepPayload(of: key)
    case .copyPayload(let key, let copy):
      try promise(disk.hasPayload(of: key), "a run without what it takes: \(key)")
      disk.keepPayload(of: copy)
    case .dropPayload(let key): disk.dropPayload(of: key)
    case .reply(let requester, let reply): mail.append(.reply(requester, reply))
    case .tellWorker(let connection, let key, let order):
      mail.append(.order(connection, key, order))
    case .watchProcess(let key, let process):
      watched[key] = process
      if dead.contains(process) { exits.append(key) }
    case .unwatchProcess(let key):
      watched[key] = nil
      exits.removeAll { $0 == key }
    case .searchSpool(let key):
      try handle(spool[key].map(HubEvent.endFoundInSpool) ?? .spoolFoundEmpty(key))
    case .searchSupervisor(let key, let launch):
      let name = LaunchName(key: key, launch: launch)
      try handle(
        trace(of: name) ?? .supervisorMissing(key, launch: launch, hasStarted: false))
    case .launch(let record): try launch(record)
    case .wakeUp(let key, let pause): dues[key] = now.awake + pause
    case .killProcess, .recallHistory, .observe, .measureMemory, .leave, .leaveWithin, .log,
      .runHook,
      .gatherNews, .noteInJournal,
      .showOnDesktop, .showInTmux, .showInMonitors:
      break
    }
  }

  private mutating func perform(_ follower: AfterCommit) throws(BrokenPromise) {
    switch follower {
    case .reply(let requester, let reply): mail.append(.reply(requester, reply))
    case .removeSpooledEnd(let key): spool[key] = nil
    case .tellToBegin(let key, let units):
      if let connection = state.connection(of: key) {
        mail.append(.order(connection, key, .turnCame(units: units)))
      }
    case .launch(let record): try launch(record)
    case .noteRecorded(let key): try handle(.submissionRecorded(key))
    case .noteChangeRecorded(let change): try handle(.changeRecorded(change))
    case .runHook: break
    }
  }

  private mutating func launch(_ record: TaskRecord) throws(BrokenPromise) {
    try watch.checkLaunch(record, state)
    try promise(
      disk.hasPayload(of: record.description.key), "a launch without what it takes: \(record)")
    launches.append(record)
  }
}

extension QueueShell.Mail {
  var connection: ConnectionID {
    switch self {
    case .reply(let requester, _): requester.connection
    case .order(let connection, _, _): connection
    }
  }
}

/// One launch of one task.
struct LaunchName: Hashable {
  var key: TaskKey
  var launch: Int
}

extension TaskRecord {
  var launchName: LaunchName { LaunchName(key: description.key, launch: description.launch) }
}

// What people were told, and what they look at.
extension QueueShell {
  mutating func noteCancelled(_ name: LaunchName) { watch.noteCancelled(name) }

  mutating func noteHeld(_ key: TaskKey) {
    if state.snapshot(of: key, at: now)?.state == .queued { watch.noteHeld(key) }
  }

  mutating func noteMayGoOn(_ key: TaskKey) { watch.noteMayGoOn(key) }

  mutating func noteLook(at keys: [TaskKey]) { state.noteLook(at: keys, at: now) }

  /// The launch of a task that the hub knows, by what it would write of it.
  func launch(of key: TaskKey) -> Int? { watch.launches[key] }
}
