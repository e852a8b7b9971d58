import HeadwayConfig
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import Logging
import NIOCore

/// The shell of `HubState`: performs the effects that the state decides. Only one event loop calls
/// an engine.
final class HubEngine {
  let loop: any EventLoop
  private(set) var settings: HubEngineSettings
  let logger: Logger
  /// The hub's note of its activity. Set before the start.
  var note = HubNote()
  let store: RecordStore
  var state: HubState
  /// The events that effects caused while an event was handled.
  private var events = EventQueue()
  private let spool: SpoolReader
  var clients = HubClients()
  private lazy var writer = RecordWriter(
    store: store, logs: TaskLogs(paths: paths), loop: loop, logger: logger
  ) { [unowned self] in
    perform($0)
  } afterRefusal: { [unowned self] in
    if !replaceRecord(after: $0) { noteRefusal(RecordStore.words(of: $0)) }
  } afterEnds: { [unowned self] in
    keeper.noteEnds($0)
    metricsFile.noteEnds()
  }
  private lazy var keeper = RecordKeeper(
    store: store, paths: paths, loop: loop, logger: logger, settings: settings,
    isUnlisted: { [unowned self] in !state.isListed($0) },
    lastRuns: { [unowned self] in state.lastRuns },
    found: { [unowned self] in handle(.cleanableFound($0, next: nil, for: nil)) })
  lazy var wakeUps = WakeUps(loop: loop) { [unowned self] in handleWakeUps($0) }
  private lazy var histories = HistoryReader(
    store: store, loop: loop, logger: logger,
    isWanted: { [unowned self] in state.isLive($0) },
    found: { [unowned self] in handle(.historyRecalled($0, $1)) })
  lazy var pages = PageReader(store: store, loop: loop) { [unowned self] in
    replaceRecord(after: $0)
  }
  /// The instant at which a damaged record was last replaced.
  var recordReplacedAt: AwakeTime?
  lazy var engines = makeEngines()
  private lazy var metricsFile = MetricsFile(loop: loop, logger: logger) { [unowned self] in
    gatherMetrics(then: $0)
  }
  let startedAt = HubClock.now.wall
  var recordedRuns: RecordedRuns?
  lazy var machineConditions = ConditionWatcher(
    loop: loop, memoryLimit: settings.memoryLimit, watcher: { [unowned self] in watcher },
    handle: { [unowned self] in if !exit.isLeaving { handle($0) } })
  lazy var notifier = Notifier(
    paths: paths, logger: logger, queueChanged: { [unowned self] in armIdleExit() },
    makeRunner: { [loop] in DetachedRunner(loop: loop, handle: $0) })
  var watcher: SystemWatcher?
  let paths: HeadwayPaths
  private lazy var settingsReader = SettingsReader(loop: loop)
  var round: LoopRound
  var memory = SpareMemory()
  var exit = HubExit()
  private let owner: HubOwner

  /// Makes an engine that has yet to be started.
  ///
  /// - Parameter stop: a function that makes the hub leave. It gets the reason for the goodbye, and
  ///   may be called more than once.
  init(
    loop: any EventLoop, settings: HubEngineSettings, paths: HeadwayPaths, store: RecordStore,
    logger: Logger, ticks: LoopTicks, stop: @escaping (String) -> Void,
    socketDirectoryChanged: @escaping () -> Void
  ) {
    self.loop = loop
    self.settings = settings
    self.store = store
    self.paths = paths
    self.logger = logger
    round = LoopRound(ticks: ticks)
    owner = HubOwner(stop: stop, socketDirectoryChanged: socketDirectoryChanged)
    state = HubState(
      settings: settings.core,
      timeWords: { time, now in
        SanitisedText(LocalTime.words(of: time.wholeSeconds, seenFrom: now.wholeSeconds))
      }, clocks: { LocalTime.offset(at: $0) }, catalog: settings.catalog)
    spool = SpoolReader(directory: paths.spoolDirectory, logger: logger)
  }

  /// Loads the record, and takes in the ends that workers left in the spool.
  func start(paths: HeadwayPaths) throws {
    let watcher = try SystemWatcher(loop: loop, logger: logger) { [unowned self] in receive($0) }
    self.watcher = watcher
    adoptGPUSettings()
    watcher.watchNames(in: paths.spoolDirectory, as: .spoolChanged)
    watcher.watchNames(in: paths.runtimeDirectory, as: .socketDirectoryChanged)
    note.starts(.loadingRecord)
    let keptSince = HubClock.now.wall.advanced(by: .zero - settings.core.keepEnded)
    let contents = try store.load(endedAfter: keptSince, and: spool.keys())
    if !contents.groups.isEmpty { handle(.groupsLoaded(contents.groups)) }
    handle(.recordLoaded(contents.records, highestNumber: contents.highestNumber))
    note.starts(.readingSpool)
    readSpool()
    spool.removeLeftovers(at: HubClock.now.wall)
    armIdleExit()
    keeper.look()
    metricsFile.adopt(settings.metricsFile)
    checkRecordLater()
  }

  func watchSocketDirectory(_ path: String) {
    watcher?.unwatch(as: .socketDirectoryChanged)
    watcher?.watchNames(in: path, as: .socketDirectoryChanged)
  }

  /// Handles one event. Subscribers are told at the end of the loop's round.
  func handle(_ event: HubEvent) {
    let now = HubClock.now
    handle(event, at: now)
    beginRound(at: now)
  }

  /// Handles one event of a round that began at `now`.
  ///
  /// An event that an effect causes waits until all effects of the event before are performed.
  /// Effects are therefore performed in the order in which the state decided them.
  func handle(_ event: HubEvent, at now: Moment) {
    events.append(event, at: now)
    drain()
  }

  /// Handles the waiting events, the oldest first. Does nothing while an event is being handled:
  /// the call that handles it goes on with the events that came meanwhile.
  private func drain() {
    guard !events.isHandling else { return }
    events.isHandling = true
    while let (event, now) = events.next() {
      let before = note.begin(event) { state.number(of: $0) }
      recall(event, at: now)
      perform(state.handle(event, at: now))
      _ = note.exchange(before)
    }
    events.isHandling = false
  }

  /// Loads the tasks that an event names and the hub has forgotten. A task that ended long ago has
  /// left the live list; the record still has it.
  private func recall(_ event: HubEvent, at now: Moment) {
    var forgotten = state.unknownReferences(in: event)
    if let key = state.forgottenKey(in: event, at: now) { forgotten.append(.key(key)) }
    forgotten += writer.known(state.forgottenKeys(ofBatch: event)).map { .key($0) }
    guard !forgotten.isEmpty else { return }
    recall(forgotten, at: now)
    // A task that was loaded may depend on further tasks.
    recall(state.unknownReferences(in: event).filter { !forgotten.contains($0) }, at: now)
  }

  private func recall(_ references: [TaskReference], at now: Moment) {
    for reference in references {
      do {
        guard let record = try writer.latest(reference) else { continue }
        perform(state.handle(.recordLoaded([record], highestNumber: 0), at: now))
      } catch {
        if replaceRecord(after: error) { continue }
        logger.error("the record can't be read (\(error)); task \(reference) counts as unknown")
      }
    }
  }

  /// Notes the tasks that a client has in view. Nil stands for all tasks and changes nothing.
  func noteLook(at keys: [TaskKey]?) {
    if let keys { state.noteLook(at: keys, at: HubClock.now) }
  }

  /// Counts a message that isn't an update, for the pace of the rounds.
  func noteRequest() { round.pace.noteRequest() }

  /// Applies an update. Most messages that a hub gets are updates, so this way makes no event and
  /// copies no task.
  func apply(
    _ update: borrowing UpdateReader, of key: TaskKey, from client: ConnectionID, at now: Moment
  ) {
    if update.request == nil { round.pace.noteReport() } else { round.pace.noteRequest() }
    let effects = state.apply(
      update.report, of: .key(key), isRecognised: update.isRecognised,
      from: Requester(connection: client, request: update.request), at: now)
    guard !effects.isEmpty else { return }
    events.isHandling = true
    perform(effects)
    events.isHandling = false
    drain()
  }

  /// The reason why the record can't be written. Nil if the last write succeeded.
  var recordProblem: SanitisedText? { writer.problem }

  /// The failure of a hook or notification, in words; nil if none has failed.
  var tellingFailure: String? { notifier.lastFailure }

  /// Returns the task as it was saved last; nil if there is none, or if the record can't be read.
  func record(of reference: TaskReference) -> TaskRecord? {
    if let known = state.record(of: reference) { return known }
    return try? writer.latest(reference)
  }

  /// Returns the payload of a task, if it isn't in the record yet.
  func unwrittenPayload(of key: TaskKey) -> LaunchPayload? { writer.unwrittenPayload(of: key) }

  /// The number of bytes of payloads that aren't in the record yet.
  var unwrittenPayloadBytes: Int { writer.payloadBytes }

  /// Calls `body` once the record has everything that was saved before this call.
  func afterWriting(_ body: @escaping () -> Void) { writer.afterNextCommit(body) }

  /// Performs the effects of an event. The record gets all saves of an event in one commit.
  private func perform(_ effects: [HubEffect]) {
    writer.gather()
    for effect in effects { perform(effect) }
    writer.release()
  }

  /// Says goodbye to everyone, then calls `body` when the record has everything and is closed.
  func leave(reason: String, then body: @escaping () -> Void) {
    exit.isLeaving = true
    wakeUps.stop()
    for connection in clients.connections.values {
      connection.send(GoodbyeMessage(reason: reason))
      connection.close()
    }
    watcher?.close()
    engines.close()
    writer.whenDrained { [self] in
      keepProgress()
      notifier.leave()
      metricsFile.leave()
      writer.closeRecord(then: body)
    }
  }

  /// Makes the hub leave once no worker asserts work that must be finished. A second call makes the
  /// hub leave at once.
  func requestStop(reason: String) {
    exit.reason = reason
    handle(.shutdownRequested)
  }

  /// Reads the config again, on another thread. `body` gets the reason why the hub keeps its
  /// settings; nil if the hub uses the new ones.
  func reload(then body: @escaping (String?) -> Void) {
    settingsReader.read { [self] in apply($0, then: body) }
  }

  private func adoptGPUSettings() {
    engines.hidesGPUs = settings.hidesGPUs
    engines.adopt(settings)
    machineConditions.setFreeGPUMemory(percent: settings.freeGPUPercent)
  }

  private func apply(
    _ result: Result<HubEngineSettings, any Error>, then body: (String?) -> Void
  ) {
    switch result {
    case .success(let settings):
      self.settings = settings
      adoptGPUSettings()
      handle(.settingsChanged(settings.core))
      (keeper.retention, keeper.keepEnded) = (settings.retention, settings.core.keepEnded)
      keeper.look()
      metricsFile.adopt(settings.metricsFile)
      exit.idle?.cancel()
      exit.idle = nil
      armIdleExit()
      notifier.forgetFailures()
      logger.notice("the config was read again")
      for subscriber in clients.subscribers.values { subscriber.noteSettings() }
      body(nil)
    case .failure(let error):
      logger.error("the hub keeps its settings: \(error)")
      if settings.core.configProblem != nil {
        settings.core.configProblem = SanitisedText("\(error)", limit: .line)
        handle(.settingsChanged(settings.core))
      }
      body(String(wire: "\(error) (the hub keeps its settings)"))
    }
  }
}

// Effects.
extension HubEngine {
  private func perform(_ effect: HubEffect) {
    switch effect {
    case .save(let record, let followers): writer.save(record, then: followers)
    case .confirm(let key, let followers): writer.confirm(key, then: followers)
    case .forget(let keys, let followers):
      writer.forget(keys, then: followers)
      engines.forget(keys)
    case .abandon(let keys): writer.abandon(keys)
    case .dropPayload(let key): writer.dropPayload(of: key)
    case .copyPayload(let key, let copy): writer.copyPayload(of: key, for: copy)
    case .saveGroups(let groups, let followers): writer.save(groups, then: followers)
    case .reply(let requester, let reply): answer(requester, reply)
    case .tellWorker(let connection, let key, let order): tell(connection, key, order)
    case .watchProcess(let key, let process): watcher?.watchExit(of: process, for: key)
    case .unwatchProcess(let key): watcher?.unwatch(key)
    case .searchSpool(let key): searchSpool(for: key)
    case .wakeUp(let key, let pause): wakeUps.set(key, due: HubClock.now.awake + pause)
    case .recallHistory(let key, let history): histories.read(history, for: key)
    case .killProcess(let process): watcher?.kill(process)
    case .keepPayload(let key, let connection):
      let payload =
        clients.batches.payload(of: key, from: connection)
        ?? clients.payloads.payload(of: key, from: connection)
      if let payload { writer.keep(payload, of: key) }
      clients.payloads.forget(connection)
    case .launch(let task): launch(task)
    case .searchSupervisor(let key, _): resume(key)
    case .observe(let watchedConditions): machineConditions.observe(watchedConditions)
    case .measureMemory(let subjects, let others): machineConditions.measure(subjects, others)
    case .runHook(let hook): notifier.run(hook)
    case .noteInJournal(let entry): SystemJournal.write(entry.bytes)
    case .gatherNews(let time): gatherNews(for: time)
    case .showOnDesktop(let notification): notifier.showOnDesktop(notification)
    case .showInTmux(let notification): notifier.showInTmux(notification)
    case .showInMonitors(let notification):
      for subscriber in clients.subscribers.values { subscriber.notify(notification) }
    case .log(let line): logger.notice("\(line)")
    case .leave: owner.stop(exit.reason)
    case .leaveWithin(let patience): endPatience(in: patience)
    }
  }

  private func perform(_ follower: AfterCommit) {
    switch follower {
    case .reply(let requester, let reply): answer(requester, reply)
    case .removeSpooledEnd(let key): spool.remove(key)
    case .tellToBegin(let key, let units):
      if let worker = state.connection(of: key) { tell(worker, key, .turnCame(units: units)) }
    case .runHook(let hook): notifier.run(hook)
    case .launch(let task): launch(task)
    case .noteRecorded(let key): handle(.submissionRecorded(key))
    case .noteChangeRecorded(let change): handle(.changeRecorded(change))
    }
  }

  private func noteRefusal(_ reason: SanitisedText) {
    handle(.recordRefused(reason))
    for requester in writer.takeUnacknowledged() {
      answer(requester, .refused(.notRecordedYet(reason)))
    }
    hearAll()
  }

  func answer(_ requester: Requester, _ reply: HubReply) {
    guard let connection = clients.connections[requester.connection] else { return }
    var notice: SanitisedText?
    if case .submitted(let key, _, _) = reply { notice = state.noticeOfPause(key) }
    connection.send(reply, to: requester.request, notice: notice)
    if requester.request != nil { connection.noteAnswer() }
  }

  private func tell(_ connection: ConnectionID, _ key: TaskKey, _ order: WorkerOrder) {
    if let engine = engines.engine(behind: connection) { return engine.obey(order, for: key) }
    clients.connections[connection]?.send(order, of: key)
  }

  private func searchSpool(for key: TaskKey) {
    if let end = spool.read(key) {
      handle(.endFoundInSpool(end))
    } else {
      handle(.spoolFoundEmpty(key))
    }
  }

  private func readSpool() {
    for key in spool.keys() {
      if let end = spool.read(key) { handle(.endFoundInSpool(end)) }
    }
  }

  /// Handles all due deadlines in one turn.
  private func handleWakeUps(_ keys: [TaskKey]) {
    let now = HubClock.now
    for key in keys { handle(.wakeUpReached(key), at: now) }
    beginRound(at: now)
  }

  private func receive(_ news: SystemWatcher.News) {
    guard !exit.isLeaving else { return }
    switch news {
    case .exited(let key): handle(.workerExited(key))
    case .spoolChanged: readSpool()
    case .socketDirectoryChanged: owner.socketDirectoryChanged()
    case .routesChanged, .powerChanged, .wallClockSet, .memoryPressed:
      machineConditions.receive(news)
    }
  }
}
