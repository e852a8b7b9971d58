import Dispatch
import HeadwayConfig
import HeadwayHubCore
import HeadwayLink
import HeadwayModel
import HeadwaySlurm
import HeadwaySystem
import HeadwayWire
import Logging
import NIOCore

/// The engine of tasks that Slurm runs. Confined to the event loop.
///
/// The engine asks Slurm little: `squeue` once for all jobs, every 30 s at most. Begin, progress and
/// end of a job come from the files of its supervisor. ``SlurmBoard`` decides what follows from both.
final class SlurmEngine: Engine {
  static let name: SanitisedText = "slurm"
  /// The connection that stands for the engine in the hub's core. No client has this number.
  static let connection = ConnectionID(.max)

  let loop: any EventLoop
  let store: RecordStore
  let paths: HeadwayPaths
  let logger: Logger
  let tell: (HubEvent) -> Void
  /// Returns the jobs in the terms of live tasks that the hub's core may not have handed over yet.
  let jobsOfWaitingTasks: () -> [SanitisedText]
  let commands = SlurmCommands()
  var settings: HeadwayConfig.Slurm
  var board = SlurmBoard()
  var pace: LookPace
  /// The partitions, as Slurm told them last.
  var partitions: [SlurmPartition] = []
  /// The time since which Slurm doesn't answer; nil while it answers.
  var silentSince: WallTime?
  var isLooking = false
  var isReading = false
  /// The next look at Slurm's queue, and its time.
  var look: Scheduled<Void>?
  var lookDue: AwakeTime?
  /// The next look at the files of the supervisors, and its time.
  var reading: Scheduled<Void>?
  var readingDue: AwakeTime?
  /// The queue of work with the files of supervisors.
  let fileQueue = DispatchQueue(label: "headway.slurm.files")
  /// The variable that names the configuration of the live jobs' cluster; nil for none. Without live
  /// jobs, the variable is the hub's own.
  var clusterConfig = SlurmEngine.ownConfig
  /// The parts of job arrays that are about to be submitted together.
  var gathered: [SlurmLaunch] = []
  /// The tasks whose files are looked at, with what was read last.
  var relays: [TaskKey: RelayFollower] = [:]
  /// The tasks whose jobs somebody else submitted.
  var adopted: [TaskKey: AdoptedJob] = [:]
  /// The jobs that are about to become tasks.
  var arriving: [SlurmJobID: ArrivingJob] = [:]
  /// The jobs that have become tasks and that the board hasn't heard of.
  var arrived: [SlurmJob] = []
  /// Whether Slurm is asked about jobs that are to become tasks.
  var isAdopting = false
  /// The jobs whose nodes were asked for their state, the longest ago first.
  var fetched: [TaskKey] = []
  var isFetching = false
  /// The next question to nodes.
  var fetch: Scheduled<Void>?
  /// The tasks of an earlier hub whose job has yet to be found.
  var sought: [TaskKey: SoughtJob] = [:]
  /// The marks of submissions that were refused though they may have come through.
  var doubted: Set<SlurmMark> = []
  /// The number of submissions, and of searches for what an earlier hub left, that are under way.
  var workCount = 0
  /// The pause of a look that was asked for while one was under way; nil for none.
  var wantedLook: Duration?
  /// The time of the last look at Slurm's queue.
  var lookedAt: AwakeTime?
  private var isConnected = false
  /// The tasks that leave the record, whose folders are about to be removed.
  private var forgotten: Set<TaskKey> = []
  private var isForgetting = false
  private(set) var isWatched = false
  private var isClosed = false

  init(
    loop: any EventLoop, settings: HeadwayConfig.Slurm, store: RecordStore, paths: HeadwayPaths,
    logger: Logger, tell: @escaping (HubEvent) -> Void,
    jobsOfWaitingTasks: @escaping () -> [SanitisedText]
  ) {
    self.jobsOfWaitingTasks = jobsOfWaitingTasks
    (self.loop, self.settings, self.store, self.paths) = (loop, settings, store, paths)
    (self.logger, self.tell) = (logger, tell)
    pace = LookPace(base: settings.look)
    sweepFolders()
  }

  /// Removes the folders that an earlier hub left. A folder may be on a server that hangs, so nothing
  /// waits for it.
  private func sweepFolders() {
    let (folders, store) = (folders, store)
    commands.sweeps.async { folders.sweep(store, at: HubClock.now.wall) }
  }

  /// Removes the folders of tasks that leave the record, for many of them at once, and once the record
  /// has forgotten them. A folder may be on a server that hangs, so nothing waits for it.
  func forget(_ keys: [TaskKey]) {
    forgotten.formUnion(keys)
    guard !isForgetting else { return }
    isForgetting = true
    _ = schedule(in: .seconds(1)) { engine in
      engine.isForgetting = false
      let keys = engine.forgotten
      engine.forgotten = []
      let (folders, store) = (engine.folders, engine.store)
      engine.commands.sweeps.async { folders.remove(keys, store) }
    }
  }

  /// The requester of the engine's reports. It awaits no answers.
  var requester: Requester { Requester(connection: Self.connection, request: nil) }

  /// The folders of all jobs.
  var folders: JobFolders {
    JobFolders(settings, paths)
  }

  func adopt(_ settings: HeadwayConfig.Slurm) {
    self.settings = settings
    pace = LookPace(base: settings.look)
    if settings.watch == .mine { scheduleLook(in: .zero) }
  }

  func refusal(of submission: Submission) -> SanitisedText? {
    SlurmSubmission.refusal(of: submission.terms, description: submission.description)
      ?? SlurmOptions.refusal(of: submission.terms.engine?.options ?? [])
  }

  /// Makes the engine known to the hub's core, before its first report.
  func connect() {
    guard !isConnected else { return }
    isConnected = true
    let nobody = ProcessIdentity(pid: 0, startTime: 0, bootID: Boot.id)
    tell(
      .connectionOpened(Self.connection, ConnectionPeer(process: nobody, isSupervisor: true)))
    sweepFolders()
  }

  /// Whether tasks of the engine are live.
  var isBusy: Bool { !board.isEmpty || !sought.isEmpty }

  /// Takes the engine out of the hub's core once it has no task, so that the hub may leave.
  func disconnectIfIdle() {
    guard isConnected, !isBusy, workCount == 0, gathered.isEmpty, doubted.isEmpty,
      arriving.isEmpty
    else {
      return
    }
    isConnected = false
    // The next task may come when the cluster has changed.
    (relays, adopted, arriving, partitions) = ([:], [:], [:], [])
    clusterConfig = Self.ownConfig
    tell(.connectionClosed(Self.connection))
  }

  func noteWatched(_ isWatched: Bool) {
    guard isWatched != self.isWatched else { return }
    self.isWatched = isWatched
    guard isWatched else { return }
    scheduleReading(in: .zero)
    scheduleFetch(in: .zero)
    if settings.watch == .mine { scheduleLook(in: .zero) }
  }

  func close() {
    isClosed = true
    look?.cancel()
    reading?.cancel()
    fetch?.cancel()
  }

  /// Runs `work` on a thread that may block, and `body` with its result on the loop.
  func run<Result: Sendable>(
    on queue: DispatchQueue, _ work: @escaping @Sendable () -> Result,
    then body: @escaping (SlurmEngine, Result) -> Void
  ) {
    let bound = NIOLoopBound((self, body), eventLoop: loop)
    queue.async { [loop] in
      let result = work()
      loop.execute {
        let (engine, body) = bound.value
        if !engine.isClosed { body(engine, result) }
      }
    }
  }

  /// Calls `body` on the loop after `pause`.
  func schedule(
    in pause: Duration, _ body: @escaping (SlurmEngine) -> Void
  ) -> Scheduled<Void> {
    let bound = NIOLoopBound((self, body), eventLoop: loop)
    return loop.scheduleTask(in: TimeAmount(bounded: pause)) {
      let (engine, body) = bound.value
      if !engine.isClosed { body(engine) }
    }
  }

  /// The environment of Slurm's commands: this hub's, with the cluster that the tasks name.
  var environment: [RawText] {
    let rest = OwnProcess.environment.filter { !$0.string.hasPrefix("SLURM_CONF=") }
    return rest + [clusterConfig].compactMap { $0 }
  }

  /// The variable of the hub's own environment that names a cluster; nil for none, and for an empty
  /// one.
  static let ownConfig = OwnProcess.environment.first {
    $0.string.hasPrefix("SLURM_CONF=") && $0.string != "SLURM_CONF="
  }

  /// Runs one of Slurm's commands.
  func command(
    _ name: String, _ arguments: [String], on queue: DispatchQueue? = nil,
    within patience: Duration = SlurmCommands.patience,
    then body: @escaping (SlurmEngine, SlurmCommands.Outcome) -> Void
  ) {
    let (commands, environment) = (commands, environment)
    run(
      on: queue ?? commands.queue,
      { commands.run(name, arguments, environment: environment, within: patience) }, then: body)
  }

  /// The time until the next look at the files.
  var readingPause: Duration {
    ReadingPace.pause(
      isWatched: isWatched, awaitsWord: board.awaitsWord(at: HubClock.now.awake),
      count: relays.count + adopted.count,
      lastNews: relays.values.lazy.compactMap(\.readAt), at: HubClock.now.awake)
  }

  /// Tells the hub's core what has changed.
  func pass(_ news: [SlurmNews]) {
    var inquiries: [SlurmJobID: TaskKey] = [:]
    for item in news {
      switch item {
      case .job(let key, let launch, let job):
        tell(.jobReported(key, launch: launch, job, requester))
      case .began(let key, let launch, let startedAt): begin(key, launch: launch, at: startedAt)
      case .requeued(let key, let launch, let job, let reason):
        noteReturn(of: key)
        tell(.jobRequeued(key, launch: launch, job, after: reason))
      case .cancel(let key, let id): cancelJob(key, ["\(id)"])
      case .limit(let key, _) where relays[key]?.hasOwnLimit == true: break
      case .limit(let key, let endsAt):
        var report = WorkerReport()
        report.limitEndsAt = endsAt
        tell(.reportReceived(.key(key), report, isRecognised: true, requester))
      case .inquiry(let key, let id): inquiries[id] = key
      case .ended(let key, let launch, let ending, let words, let endedAt):
        relays[key] = nil
        adopted[key] = nil
        if let words {
          var report = WorkerReport()
          report.subtitle = words
          tell(.reportReceived(.key(key), report, isRecognised: true, requester))
        }
        tell(.taskEnded(.key(key), ending, launch: launch, endedAt: endedAt, requester))
      }
    }
    if !inquiries.isEmpty { inquire(about: inquiries) }
    disconnectIfIdle()
  }
}
