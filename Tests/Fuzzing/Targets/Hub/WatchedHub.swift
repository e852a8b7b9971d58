import HeadwayHubCore
import HeadwayModel
import TestClocks

/// A hub without a shell, watched: events in, effects out, and clocks that only the input moves.
struct WatchedHub {
  private(set) var state: HubState
  private(set) var now = Moment(
    awake: .seconds(1000), running: .seconds(5000),
    wall: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))
  private var watch = HubWatch()
  /// Tasks whose processes are alive, and watched for their exit.
  private var watched: Set<TaskKey> = []
  private var wakeUps: [(key: TaskKey, due: AwakeTime)] = []
  private(set) var replies: [HubReply] = []
  private(set) var orders: [(key: TaskKey, order: WorkerOrder)] = []
  /// What the record would hold.
  private(set) var records: [TaskKey: TaskRecord] = [:]

  init() {
    var settings = HubSettings()
    settings.keepEnded = .seconds(60)
    settings.taskLimit = 6
    state = HubState(settings: settings)
  }

  mutating func connect(_ connection: UInt64, isSupervisor: Bool) throws(BrokenPromise) {
    let process = ProcessIdentity(
      pid: Int32(1000 + connection), startTime: connection, bootID: "boot")
    let peer = ConnectionPeer(process: process, isSupervisor: isSupervisor)
    try send(.connectionOpened(ConnectionID(connection), peer))
  }

  mutating func send(_ event: HubEvent) throws(BrokenPromise) {
    let effects = state.handle(event, at: now)
    try watch.check(effects, state.endTurn().changes, state.snapshots(at: now))
    for effect in effects { try perform(effect) }
  }

  /// All clocks on, and every wake-up that falls due meanwhile.
  mutating func step(_ duration: Duration) throws(BrokenPromise) {
    now = now.advanced(by: duration)
    let due = wakeUps.filter { $0.due <= now.awake }
    wakeUps.removeAll { $0.due <= now.awake }
    for each in due { try send(.wakeUpReached(each.key)) }
  }

  /// The watched processes are gone, and left nothing in the spool.
  mutating func exitWatched() throws(BrokenPromise) {
    for task in snapshots where watched.contains(task.key) { try send(.workerExited(task.key)) }
  }

  mutating func forgetAnswers() {
    replies.removeAll()
    orders.removeAll()
  }

  var snapshots: [TaskSnapshot] { state.snapshots(at: now) }

  private mutating func perform(_ effect: HubEffect) throws(BrokenPromise) {
    switch effect {
    case .save(let record, let followers):
      records[record.description.key] = record
      for case .reply(_, let reply) in followers { replies.append(reply) }
      for case .launch(let task) in followers {
        try send(
          .launchFailed(
            task.description.key, launch: task.description.launch, "no program"))
      }
      for case .noteRecorded(let key) in followers { try send(.submissionRecorded(key)) }
      for case .noteChangeRecorded(let change) in followers { try send(.changeRecorded(change)) }
    case .confirm(_, let followers):
      for case .reply(_, let reply) in followers { replies.append(reply) }
    case .reply(_, let reply): replies.append(reply)
    case .tellWorker(_, let key, let order): orders.append((key, order))
    case .wakeUp(let key, let pause):
      wakeUps.removeAll { $0.key == key }
      wakeUps.append((key, now.awake + pause))
    case .watchProcess(let key, _): watched.insert(key)
    case .unwatchProcess(let key): watched.remove(key)
    case .searchSpool(let key): try send(.spoolFoundEmpty(key))
    case .launch(let task):
      try send(
        .launchFailed(
          task.description.key, launch: task.description.launch, "no program"))
    case .searchSupervisor(let key, let launch):
      try send(.supervisorMissing(key, launch: launch, hasStarted: false))
    case .keepPayload, .copyPayload, .observe, .forget, .killProcess, .recallHistory, .leave,
      .leaveWithin, .log, .runHook, .gatherNews, .noteInJournal, .showOnDesktop, .showInTmux,
      .showInMonitors,
      .abandon,
      .dropPayload, .saveGroups, .measureMemory:
      break
    }
  }
}
