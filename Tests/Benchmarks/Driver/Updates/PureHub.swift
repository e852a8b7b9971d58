import HeadwayHubCore
import HeadwayModel
import HeadwayWire

/// The hub without sockets and disk: the lines of workers in, the state they make.
struct PureHub {
  private var state = HubState()
  private var framer = LineFramer()
  private let connection = ConnectionID(1)
  private var now = Moment(
    awake: .origin + .seconds(1000), running: .origin + .seconds(1000),
    wall: WallTime(millisecondsSinceEpoch: 0))

  /// With `count` running tasks.
  init(tasks count: Int) throws {
    let process = ProcessIdentity(pid: 1, startTime: 1, bootID: "")
    _ = state.handle(
      .connectionOpened(connection, ConnectionPeer(process: process, isSupervisor: false)), at: now)
    for index in 0..<count {
      guard let key = TaskKey(workerKey(index)) else { throw BenchmarkError("not a key") }
      var report = WorkerReport()
      report.reading = ProgressReading(completed: 0, total: UpdateTemplate.total)
      let task = TaskDescription(key: key, title: SanitisedText("Workload \(index)"))
      _ = state.handle(
        .taskBegan(task, report, Requester(connection: connection, request: 1)), at: now)
    }
    _ = state.endTurn()
  }

  /// One read's worth of lines, as the hub's connection takes it. How many tasks changed.
  mutating func take(_ bytes: UnsafeRawBufferPointer) throws -> Int {
    framer.append(bytes)
    now = now.advanced(by: .microseconds(100))
    let requester = Requester(connection: connection)
    while let line = try framer.next() {
      var update = UpdateReader()
      guard let key = update.read(line.span) else {
        throw BenchmarkError("the hub would ask the library")
      }
      _ = state.apply(
        update.report, of: .key(key), isRecognised: update.isRecognised, from: requester, at: now)
    }
    return state.endTurn().changes.count
  }
}
