package import HeadwayHubCore
package import HeadwayModel
import TestClocks

/// A trace told to a real hub's state, with clocks that only the replay moves.
package struct TraceReplay {
  private var state: HubState
  private var origin = Moment(
    awake: .seconds(1000), running: .seconds(5000),
    wall: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))
  package private(set) var now: Moment
  /// What was asked about, and when, from the trace's start.
  package private(set) var questions: [(kind: StallKind, at: Duration)] = []
  private var wakeUps: [AwakeTime] = []
  /// Whether the total grows, so that the trace is told in units, not in percent.
  private var countsUnits = false

  private static let connection = ConnectionID(1)
  /// The last total of a trace that is told in units.
  private static let growingTotal = 10_000.0
  private static let key = TaskKey(high: 0, low: 1)

  package init(history: TaskHistory = TaskHistory(), settings: HubSettings = HubSettings()) {
    state = HubState(settings: settings)
    now = origin
    let process = ProcessIdentity(pid: 1, startTime: 1, bootID: "boot")
    send(
      .connectionOpened(Self.connection, ConnectionPeer(process: process, isSupervisor: true)))
    send(
      .taskBegan(
        TaskDescription(key: Self.key, title: "Trace"), WorkerReport(),
        Requester(connection: Self.connection)))
    if !history.runs.isEmpty { send(.historyRecalled(Self.key, history)) }
  }

  package mutating func take(_ reading: ReadingTrace.Reading) {
    go(to: reading.seconds)
    var report = WorkerReport()
    if reading.whole < 1 || countsUnits {
      countsUnits = true
      let total = (reading.whole * Self.growingTotal).rounded()
      let completed = (reading.done * Self.growingTotal).rounded()
      report.reading = ProgressReading(completed: Int64(completed), total: Int64(total))
    } else if let percent = reading.percent, let known = ProgressReading.percent(percent) {
      report.reading = known
    }
    report.reading.phase = reading.phase.map { SanitisedText($0) }
    take(report)
  }

  /// A supervisor's report comes now.
  package mutating func take(_ report: WorkerReport) {
    send(
      .reportReceived(
        .key(Self.key), report, isRecognised: true, Requester(connection: Self.connection)))
  }

  /// A sign of life comes now.
  package mutating func takeHeartbeat() {
    send(
      .heartbeatReceived(
        .key(Self.key), estimated: nil, Requester(connection: Self.connection)))
  }

  /// Time goes on, with every wake-up that the hub asked for.
  package mutating func go(to seconds: Double) {
    go(to: Duration(nonNegativeSeconds: seconds) ?? .zero)
  }

  /// Time goes on to so long after the start.
  package mutating func go(to time: Duration) {
    let end = origin.advanced(by: time)
    while let next = wakeUps.min(), next <= end.awake {
      wakeUps.removeAll { $0 == next }
      now = now.advanced(by: max(.zero, next - now.awake))
      send(.wakeUpReached(Self.key))
    }
    now = now.advanced(by: max(.zero, end.awake - now.awake))
  }

  /// The task is completed now. Returns what the record knows of it.
  package mutating func complete() -> TaskRecord? {
    let effects = state.handle(
      .taskEnded(
        .key(Self.key), TaskEnding(reason: .completed, status: .code(0)),
        Requester(connection: Self.connection)), at: now)
    for case .save(let record, _) in effects where record.state == .ended { return record }
    return nil
  }

  package var task: TaskSnapshot? { state.snapshot(of: Self.key, at: now) }

  private mutating func send(_ event: HubEvent) {
    for effect in state.handle(event, at: now) {
      switch effect {
      case .wakeUp(_, let pause): wakeUps.append(now.awake + pause)
      case .tellWorker(_, _, .questionAsked(let kind)):
        questions.append((kind, now.awake - origin.awake))
      case .save, .saveGroups, .confirm, .reply, .tellWorker, .watchProcess, .unwatchProcess,
        .searchSpool, .killProcess,
        .recallHistory, .launch, .keepPayload, .copyPayload, .searchSupervisor, .observe, .forget,
        .leave, .leaveWithin, .log, .runHook, .gatherNews, .noteInJournal, .showOnDesktop,
        .showInTmux,
        .showInMonitors,
        .abandon,
        .dropPayload, .measureMemory:
        break
      }
    }
  }
}
