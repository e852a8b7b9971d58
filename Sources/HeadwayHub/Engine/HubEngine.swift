import HeadwayConfig
import HeadwayCore
import HeadwaySystem
import HeadwayWire
import Logging
import NIOCore

/// Performs what `HubState` decides. Everything here is confined to one event loop.
final class HubEngine {
  let loop: any EventLoop
  let settings: HubEngineSettings
  let logger: Logger
  let store: RecordStore
  /// One for all connections: they take turns on the loop.
  let codec = WireCodec()
  private(set) var state: HubState
  private let spool: SpoolReader
  private var connections: [ConnectionID: ClientConnection] = [:]
  private var subscribers: [ConnectionID: Subscriber] = [:]
  private lazy var writer = RecordWriter(store: store, loop: loop, logger: logger) {
    [unowned self] in perform($0)
  }
  private lazy var wakeUps = WakeUps(loop: loop) { [unowned self] in takeWakeUps($0) }
  private lazy var histories = HistoryReader(
    store: store, loop: loop, logger: logger,
    isWanted: { [unowned self] in state.isLive($0) },
    found: { [unowned self] in handle(.historyRecalled($0, $1)) })
  private var watcher: SystemWatcher?
  private var idleExit: Scheduled<Void>?
  private var crowd = CrowdWatch()
  private var pace = TurnPace()
  private var isReading = false
  private var isLeaving = false
  private let stop: (String) -> Void
  private var stopReason = ""
  private let socketDirectoryChanged: () -> Void

  /// `stop` is called, once or more, when the hub is to leave; with the reason for its goodbye.
  init(
    loop: any EventLoop, settings: HubEngineSettings, paths: HeadwayPaths, store: RecordStore,
    logger: Logger, stop: @escaping (String) -> Void,
    socketDirectoryChanged: @escaping () -> Void
  ) {
    self.loop = loop
    self.settings = settings
    self.store = store
    self.logger = logger
    self.stop = stop
    self.socketDirectoryChanged = socketDirectoryChanged
    state = HubState(settings: settings.core)
    spool = SpoolReader(directory: paths.spoolDirectory, logger: logger)
  }

  /// Takes over from the record, and looks for ends that nobody took.
  func start(paths: HeadwayPaths) throws {
    let watcher = try SystemWatcher(loop: loop) { [unowned self] in take($0) }
    self.watcher = watcher
    try watcher.watchNames(in: paths.spoolDirectory, as: .spoolChanged)
    try watcher.watchNames(in: paths.runtimeDirectory, as: .socketDirectoryChanged)
    let keptSince = HubClock.now.wall.advanced(by: .zero - settings.core.keepEnded)
    let contents = try store.load(endedAfter: keptSince, and: spool.keys())
    handle(.recordLoaded(contents.records, highestNumber: contents.highestNumber))
    takeSpool()
    armIdleExit()
  }

  func watchSocketDirectory(_ path: String) throws(SystemError) {
    watcher?.unwatchNames(as: .socketDirectoryChanged)
    try watcher?.watchNames(in: path, as: .socketDirectoryChanged)
  }

  /// A turn of its own for one event.
  func handle(_ event: HubEvent) {
    let now = HubClock.now
    handle(event, at: now)
    endTurn(at: now)
  }

  /// One event of a turn that began at `now`.
  func handle(_ event: HubEvent, at now: Moment) {
    recall(event, at: now)
    perform(state.handle(event, at: now))
  }

  /// A task that ended long ago has left the list, but not the record.
  private func recall(_ event: HubEvent, at now: Moment) {
    guard let key = state.forgottenKey(in: event, at: now) else { return }
    do {
      guard let record = try store.load(key) else { return }
      perform(state.handle(.recordLoaded([record], highestNumber: 0), at: now))
    } catch {
      logger.error("the record can't be read (\(error)); task \(key) may begin a second time")
    }
  }

  /// Something was read. What the loop reads in one round is one turn, whoever sent it.
  func noteRead() {
    guard !isReading else { return }
    isReading = true
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.execute { engine.value.endRound() }
  }

  private func endRound() {
    isReading = false
    let now = HubClock.now
    endTurn(at: now)
    guard let rest = pace.endTurn(at: now.awake) else { return }
    SystemClocks.rest(for: rest)
    pace.rested(until: SystemClocks.awake)
  }

  /// What comes is more than a report.
  func noteRequest() { pace.noteRequest() }

  /// The hot path: most of what a hub hears.
  func take(
    _ update: borrowing PlainUpdate, of key: TaskKey, from client: ConnectionID, at now: Moment
  ) {
    if update.request == nil { pace.noteReport() } else { pace.noteRequest() }
    perform(
      state.take(
        update.report, of: .key(key), isRecognised: update.isRecognised,
        from: Requester(connection: client, request: update.request), at: now))
  }

  private func perform(_ effects: [HubEffect]) {
    for effect in effects { perform(effect) }
  }

  /// Subscribers hear of what changed in this turn, each task once.
  func endTurn(at now: Moment) {
    let changes = state.takeChanges()
    if !changes.isEmpty {
      for subscriber in subscribers.values { subscriber.note(changes, at: now) }
    }
    armIdleExit()
    if crowd.note(connections.count + state.taskCount) { giveMemoryBack() }
  }

  /// Later, when those who left have been forgotten everywhere.
  private func giveMemoryBack() {
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: Self.trimPause) {
      engine.value.state.giveBackRoom()
      engine.value.connections = engine.value.connections.withoutSpareRoom
      engine.value.wakeUps.giveBackRoom()
      OwnMemory.trim()
    }
  }

  private static let trimPause: TimeAmount = .seconds(2)

  /// Says goodbye to everyone, then calls `body` when the record has everything.
  func leave(reason: String, then body: @escaping () -> Void) {
    isLeaving = true
    wakeUps.stop()
    for connection in connections.values {
      connection.send(GoodbyeMessage(reason: reason))
      connection.close()
    }
    writer.whenDrained(body)
  }

  /// Leaves as soon as nothing that workers assert is waited for any more; asked again, at once.
  func requestStop(reason: String) {
    stopReason = reason
    handle(.shutdownRequested)
  }

  private func endPatience(in time: Duration) {
    logger.notice("waiting for what programs must finish first, \(time) at most")
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: TimeAmount(time)) { engine.value.handle(.shutdownPatienceEnded) }
  }
}

/// What the hub's shell is set to.
struct HubEngineSettings: Sendable {
  var core = HubSettings()
  /// From the last task and client to the hub's exit.
  var exitAfter: Duration = .seconds(600)
  /// From a connection to its hello.
  var helloPatience: Duration = .seconds(5)
  /// tmux style of what needs a person.
  var attentionStyle = "fg=yellow,bold"

  init() {}

  init(_ config: HeadwayConfig) {
    exitAfter = config.hub.exitAfter
    core.keepEnded = config.monitor.keepEnded
    core.stallLimits = StallLimits(
      silentAfter: config.stall.silentAfter, advancingAfter: config.stall.advancingAfter,
      countdown: config.stall.countdown)
  }
}

// Effects.
extension HubEngine {
  private func perform(_ effect: HubEffect) {
    switch effect {
    case .save(let record, let followers): writer.save(record, then: followers)
    case .reply(let requester, let reply): answer(requester, reply)
    case .tellWorker(let connection, let key, let order): tell(connection, key, order)
    case .watchProcess(let key, let process): watcher?.watchExit(of: process, for: key)
    case .unwatchProcess(let key): watcher?.unwatch(key)
    case .searchSpool(let key): searchSpool(for: key)
    case .wakeUp(let key, let pause): wakeUps.set(key, due: HubClock.now.awake + pause)
    case .recallHistory(let key, let history): histories.read(history, for: key)
    case .killProcess(let process): watcher?.kill(process)
    case .tellToLaunch(let worker, let identifier):
      connections[worker]?.send(LaunchNotice(identifier: identifier))
    case .leave: stop(stopReason)
    case .leaveWithin(let patience): endPatience(in: patience)
    }
  }

  private func perform(_ follower: AfterCommit) {
    switch follower {
    case .reply(let requester, let reply): answer(requester, reply)
    case .removeSpooledEnd(let key): spool.remove(key)
    }
  }

  private func answer(_ requester: Requester, _ reply: HubReply) {
    guard let connection = connections[requester.connection] else { return }
    let request = requester.request
    switch reply {
    case .done: connection.send(OkMessage(request: request))
    case .begun(let key, let number):
      connection.send(BegunMessage(request: request, key: key, number: number))
    case .ended(let key, let number, let ending):
      connection.send(EndedMessage(request: request, key: key, number: number, ending: ending))
    case .refused(let refusal):
      connection.send(
        ErrorMessage(request: request, code: refusal.code, message: refusal.message))
    }
  }

  private func tell(_ connection: ConnectionID, _ key: TaskKey, _ order: WorkerOrder) {
    switch order {
    case .cancel(let cancel): connections[connection]?.send(CancelNotice(key: key, order: cancel))
    case .questionAsked(let kind):
      connections[connection]?.send(QuestionNotice(key: key, stalled: kind))
    case .terminalMoved(let isAttached):
      connections[connection]?.send(TerminalNotice(key: key, isAttached: isAttached))
    case .assertionAwaited(let time):
      connections[connection]?.send(AssertionNotice(key: key, within: time))
    }
  }

  private func searchSpool(for key: TaskKey) {
    if let end = spool.read(key) {
      handle(.endFoundInSpool(end))
    } else {
      handle(.spoolFoundEmpty(key))
    }
  }

  private func takeSpool() {
    for key in spool.keys() {
      if let end = spool.read(key) { handle(.endFoundInSpool(end)) }
    }
  }

  /// One turn for all that are due.
  private func takeWakeUps(_ keys: [TaskKey]) {
    let now = HubClock.now
    for key in keys { handle(.wakeUpReached(key), at: now) }
    endTurn(at: now)
  }

  private func take(_ news: SystemWatcher.News) {
    guard !isLeaving else { return }
    switch news {
    case .exited(let key): handle(.workerExited(key))
    case .spoolChanged: takeSpool()
    case .socketDirectoryChanged: socketDirectoryChanged()
    }
  }
}

// Connections and subscribers.
extension HubEngine {
  func open(_ connection: ClientConnection, role: ClientRole) {
    connections[connection.id] = connection
    let isWorker = role == .worker || role == .supervisor
    let identity =
      (isWorker ? watcher?.identity(of: connection.peerPID) : nil)
      ?? ProcessIdentity(pid: connection.peerPID, startTime: 0, bootID: "")
    handle(
      .connectionOpened(
        connection.id, ConnectionPeer(process: identity, isSupervisor: role == .supervisor)))
  }

  func close(_ id: ConnectionID) {
    guard connections.removeValue(forKey: id) != nil else { return }
    subscribers.removeValue(forKey: id)?.stop()
    handle(.connectionClosed(id))
  }

  func subscriber(of connection: ClientConnection) -> Subscriber {
    if let known = subscribers[connection.id] { return known }
    let new = Subscriber(connection: connection, engine: self)
    subscribers[connection.id] = new
    return new
  }

  func becameWritable(_ id: ConnectionID) { subscribers[id]?.pump() }

  private func armIdleExit() {
    guard state.isIdle, connections.isEmpty, !isLeaving else {
      idleExit?.cancel()
      idleExit = nil
      return
    }
    guard idleExit == nil else { return }
    let engine = NIOLoopBound(self, eventLoop: loop)
    idleExit = loop.scheduleTask(in: TimeAmount(settings.exitAfter)) {
      engine.value.requestStop(reason: "nothing left to do")
    }
  }
}

extension TimeAmount {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    self = overflow ? .nanoseconds(.max / 4) : .nanoseconds(scaled + attoseconds / 1_000_000_000)
  }
}
