import HeadwayHubCore
import HeadwayModel
import TestClocks

/// The hub's state with a shell of a few lines: a disk that commits when told to, a spool, clocks,
/// and processes that live or don't.
struct ModelHub {
  private(set) var state = HubState(settings: Self.settings)
  private(set) var now = Moment(
    awake: .seconds(1000), running: .seconds(5000),
    wall: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))
  /// What is on disk, and what waits for a commit.
  private(set) var disk = TaskList<TaskRecord>()
  private var pending: [TaskRecord] = []
  private var followers: [AfterCommit] = []
  private(set) var spool = TaskList<SpooledEnd>()
  private var highestNumber = 0
  private var watched = TaskList<ProcessIdentity>()
  private var dead: [ProcessIdentity] = []
  private var wakeUps: [(key: TaskKey, due: AwakeTime)] = []
  private var replies: [(requester: Requester, reply: HubReply)] = []

  static let settings: HubSettings = {
    var settings = HubSettings()
    settings.keepEnded = .seconds(60)
    return settings
  }()

  mutating func send(_ event: HubEvent) {
    if let key = state.forgottenKey(in: event, at: now), let record = disk[key] {
      perform(state.handle(.recordLoaded([record], highestNumber: highestNumber), at: now))
    }
    perform(state.handle(event, at: now))
  }

  func isDead(_ process: ProcessIdentity) -> Bool { dead.contains(process) }

  /// The wall clock when the awake clock shows `awake`, and the reverse: no story suspends.
  func wall(at awake: AwakeTime) -> WallTime { now.wall.advanced(by: awake - now.awake) }

  func awake(at wall: WallTime?) -> AwakeTime {
    wall.map { now.awake + $0.since(now.wall) } ?? now.awake
  }

  mutating func step(_ duration: Duration) { now = now.advanced(by: duration) }

  /// Every wake-up that is due, until none is.
  mutating func settle() {
    while let index = wakeUps.firstIndex(where: { $0.due <= now.awake }) {
      send(.wakeUpReached(wakeUps.remove(at: index).key))
    }
  }

  mutating func takeReplies() -> [(requester: Requester, reply: HubReply)] {
    defer { replies.removeAll() }
    return replies
  }

  mutating func commit() {
    write()
    let due = followers
    followers.removeAll()
    for follower in due {
      switch follower {
      case .reply(let requester, let reply): replies.append((requester, reply))
      case .removeSpooledEnd(let key): spool[key] = nil
      case .tellToBegin, .runHook, .launch: break
      case .noteRecorded(let key): send(.submissionRecorded(key))
      case .noteChangeRecorded(let change): send(.changeRecorded(change))
      }
    }
  }

  mutating func takeSpool() {
    for end in spool.values { send(.endFoundInSpool(end)) }
  }

  mutating func leave(_ end: SpooledEnd) { spool[end.description.key] = end }

  /// The process is gone; its connection, if it had one, closes by itself.
  mutating func end(_ process: ProcessIdentity) {
    dead.append(process)
    for key in state.keysByAge where watched[key] == process { send(.workerExited(key)) }
  }

  /// Killed, with or without what waited for its commit, and started again.
  mutating func restart(afterCommit: Bool) {
    if afterCommit { write() }
    (pending, followers, wakeUps, watched) = ([], [], [], TaskList())
    replies.removeAll()
    state = HubState(settings: Self.settings)
    let keptSince = now.wall.advanced(by: .zero - Self.settings.keepEnded)
    let records = disk.values.filter { record in
      record.state != .ended || spool.contains(record.description.key)
        || record.endedAt.map { $0 >= keptSince } ?? false
    }
    send(
      .recordLoaded(records.sorted { $0.number < $1.number }, highestNumber: highestNumber))
    takeSpool()
  }

  private mutating func write() {
    for record in pending {
      disk[record.description.key] = record
      highestNumber = max(highestNumber, record.number.value)
    }
    pending.removeAll()
  }

  private mutating func perform(_ effects: [HubEffect]) {
    for effect in effects { perform(effect) }
  }

  private mutating func perform(_ effect: HubEffect) {
    switch effect {
    case .save(let record, let then):
      pending.append(record)
      followers += then
    case .confirm(_, let then): followers += then
    case .reply(let requester, let reply): replies.append((requester, reply))
    case .watchProcess(let key, let process):
      watched[key] = process
      if dead.contains(process) { send(.workerExited(key)) }
    case .unwatchProcess(let key): watched[key] = nil
    case .searchSpool(let key):
      send(spool[key].map(HubEvent.endFoundInSpool) ?? .spoolFoundEmpty(key))
    case .wakeUp(let key, let pause): wakeUps.append((key, now.awake + pause))
    case .launch, .keepPayload, .copyPayload, .searchSupervisor, .observe, .forget, .tellWorker,
      .killProcess,
      .recallHistory, .leave, .leaveWithin, .log, .runHook, .gatherNews, .noteInJournal,
      .showOnDesktop,
      .showInTmux, .showInMonitors, .abandon,
      .dropPayload, .saveGroups, .measureMemory:
      break
    }
  }
}
