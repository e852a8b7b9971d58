import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

/// A hub without a shell: events in, effects out, and clocks that only the test moves.
struct HubBench {
  var state: HubState
  private(set) var now = Moment(
    awake: .seconds(1000), running: .seconds(5000),
    wall: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))

  init(settings: HubSettings = .bench) { state = HubState(settings: settings) }

  /// What changed by the last event.
  private(set) var changes: [TaskChange] = []

  mutating func send(_ event: HubEvent) -> [HubEffect] {
    defer { changes = state.endTurn().changes }
    return state.handle(event, at: now)
  }

  /// All clocks on, as when the machine stays awake.
  mutating func step(_ duration: Duration) { now = now.advanced(by: duration) }

  /// The machine is suspended: the awake clock stands.
  mutating func suspend(_ duration: Duration) {
    now.running += duration
    now.wall = now.wall.advanced(by: duration)
  }

  /// Somebody sets the wall clock.
  mutating func setWallClock(by duration: Duration) {
    now.wall = now.wall.advanced(by: duration)
  }

  /// A connection of a process whose pid is the connection's number plus 1000.
  mutating func connect(_ connection: UInt64, isSupervisor: Bool = false) {
    let effects = send(
      .connectionOpened(
        ConnectionID(connection),
        ConnectionPeer(process: .numbered(connection), isSupervisor: isSupervisor)))
    #expect(effects.isEmpty)
  }

  mutating func disconnect(_ connection: UInt64) -> [HubEffect] {
    send(.connectionClosed(ConnectionID(connection)))
  }

  /// What these effects submit, and what they change, is in the record.
  @discardableResult
  mutating func commit(_ effects: [HubEffect]) -> [HubEffect] {
    effects.submissions.flatMap { send(.submissionRecorded($0)) }
      + effects.recordedChanges.flatMap { send(.changeRecorded($0)) }
  }

  /// An event, and what it changes is in the record.
  mutating func carryOut(_ event: HubEvent) -> [HubEffect] {
    let effects = send(event)
    return effects + commit(effects)
  }

  @discardableResult
  mutating func begin(
    _ key: TaskKey, _ title: SanitisedText = "Export", report: WorkerReport = WorkerReport(),
    by connection: UInt64 = 1, request: Int? = 1,
    _ adjust: (inout TaskDescription) -> Void = { _ in }
  ) -> [HubEffect] {
    var task = TaskDescription(key: key, title: title)
    adjust(&task)
    return send(.taskBegan(task, report, .on(connection, request)))
  }

  mutating func update(
    _ key: TaskKey, _ report: WorkerReport, isRecognised: Bool = false, by connection: UInt64 = 1,
    request: Int? = nil
  ) -> [HubEffect] {
    send(
      .reportReceived(
        .key(key), report, isRecognised: isRecognised, .on(connection, request)))
  }

  mutating func end(
    _ key: TaskKey, _ reason: EndReason = .completed, by connection: UInt64 = 1, request: Int? = 2
  ) -> [HubEffect] {
    send(.taskEnded(.key(key), TaskEnding(reason: reason), .on(connection, request)))
  }

  func task(_ key: TaskKey) throws -> TaskSnapshot {
    try #require(state.snapshot(of: key, at: now))
  }
}

/// A hub with one worker (connection 1) and its running task.
func benchWithTask(
  _ key: TaskKey = .a, isSupervisor: Bool = false, settings: HubSettings = .bench,
  _ adjust: (inout TaskDescription) -> Void = { _ in }
) -> HubBench {
  var bench = HubBench(settings: settings)
  bench.connect(1, isSupervisor: isSupervisor)
  bench.begin(key) { adjust(&$0) }
  return bench
}

extension TaskKey {
  static let a = TaskKey(high: 0, low: 0xA)
  static let b = TaskKey(high: 0, low: 0xB)
  static let c = TaskKey(high: 0, low: 0xC)
  static let d = TaskKey(high: 0, low: 0xD)
  static let e = TaskKey(high: 0, low: 0xE)
}

extension ProcessIdentity {
  static func numbered(_ number: UInt64) -> ProcessIdentity {
    ProcessIdentity(pid: Int32(1000 + number), startTime: number, bootID: "boot")
  }
}

extension Requester {
  static func on(_ connection: UInt64, _ request: Int? = nil) -> Requester {
    Requester(connection: ConnectionID(connection), request: request)
  }
}

extension WorkerReport {
  static func done(_ completed: Int64, of total: Int64? = nil) -> WorkerReport {
    var report = WorkerReport()
    report.reading = ProgressReading(completed: completed, total: total)
    return report
  }

  static func titled(_ title: SanitisedText) -> WorkerReport {
    var report = WorkerReport()
    report.title = title
    return report
  }

  static func paused(_ isPaused: Bool) -> WorkerReport {
    var report = WorkerReport()
    report.isPaused = isPaused
    return report
  }
}

extension [HubEffect] {
  /// The records to be saved, in order.
  var saved: [TaskRecord] {
    compactMap { if case .save(let record, _) = $0 { record } else { nil } }
  }

  /// The groups to be saved, in order.
  var savedGroups: [GroupRecord] {
    flatMap { effect in
      switch effect {
      case .saveGroups(let groups, _): groups
      default: [GroupRecord]()
      }
    }
  }

  /// What waits for commits, in order.
  var afterCommits: [AfterCommit] {
    flatMap { effect in
      switch effect {
      case .save(_, let followers), .confirm(_, let followers), .saveGroups(_, let followers):
        followers
      default: [AfterCommit]()
      }
    }
  }

  /// The tasks whose supervisors are to be started.
  var launches: [TaskKey] {
    compactMap { if case .launch(let task) = $0 { task.description.key } else { nil } }
      + launchesOnceRecorded
  }

  /// Those that wait for the record to have the task.
  var launchesOnceRecorded: [TaskKey] {
    afterCommits.compactMap {
      if case .launch(let task) = $0 { task.description.key } else { nil }
    }
  }

  /// What the record has once this is written.
  var submissions: [TaskKey] {
    afterCommits.compactMap { if case .noteRecorded(let key) = $0 { key } else { nil } }
  }

  /// The changes that the record has once this is written.
  var recordedChanges: [Int] {
    afterCommits.compactMap { if case .noteChangeRecorded(let change) = $0 { change } else { nil } }
  }

  /// The answers that wait for no commit.
  var immediateReplies: [HubReply] {
    compactMap { if case .reply(_, let reply) = $0 { reply } else { nil } }
  }

  var wakeUps: [Duration] {
    compactMap { if case .wakeUp(_, let after) = $0 { after } else { nil } }
  }

  var ordersToWorkers: [WorkerOrder] {
    compactMap { if case .tellWorker(_, _, let order) = $0 { order } else { nil } }
  }

  var kills: [ProcessIdentity] {
    compactMap { if case .killProcess(let process) = $0 { process } else { nil } }
  }
}

/// The number `value`, where the test itself knows that it is positive.
func number(_ value: Int) throws -> TaskNumber { try #require(TaskNumber(value)) }

extension HubSettings {
  /// The defaults, but every task is asked about after 30 s of silence: most tests are about tasks
  /// that never show progress.
  static var bench: HubSettings {
    var settings = HubSettings()
    settings.stallLimits = StallLimits(unmeasuredAfter: .seconds(30))
    return settings
  }
}

extension [HubEffect] {
  var refusals: [Refusal] {
    compactMap { if case .reply(_, .refused(let refusal)) = $0 { refusal } else { nil } }
  }
}
