import Dispatch
import Glibc
import HeadwayConfig
import HeadwayHubCore
import HeadwayLink
import HeadwayModel
import HeadwaySlurm
import HeadwaySystem
import HeadwayWire
import Logging
import NIOCore

/// The traces that an earlier hub left of a task's submission.
struct SoughtJob: Sendable {
  let task: TaskRecord
  /// The variable of the task that names the cluster's configuration; nil for none.
  var config: RawText?
  /// Whether the environment of the task could be read.
  var isConfigKnown: Bool
  /// The mark in the comment of the job. The parts of a job array share the mark of one part.
  var mark: SlurmMark
  /// The time at which the hub was about to submit the job; nil if there is no trace of that.
  var submittedAt: WallTime?
  /// The files of the job, and the orders in them.
  var files: RelayFiles
  var orders: RelayedOrders
  /// The name of the folder on the node; nil if the node sees the folder of this machine.
  var nodeFolder: String?
  /// The state that the supervisor of the job wrote; nil if it wrote none.
  var written: RelayedState?
  /// Whether the supervisor of the job has left a trace.
  var hasBegun: Bool
  /// Whether the submission was refused, so that the job doesn't run even if Slurm has it.
  var isRefused: Bool

  var search: SlurmSearch {
    SlurmSearch(
      mark: mark, hasBegun: hasBegun, isRefused: isRefused, sharesFolder: nodeFolder == nil)
  }

  /// Reads the files of the task. The call blocks.
  init(_ task: TaskRecord, _ folders: JobFolders, _ paths: HeadwayPaths, _ store: RecordStore) {
    self.task = task
    let (key, launch) = (task.description.key, task.description.launch)
    let payload = try? store.payload(of: key)
    isConfigKnown = payload != nil
    config = payload?.clusterConfig
    files =
      task.job?.folder.map { RelayFiles(folder: $0) } ?? folders.files(of: key, launch: launch)
    let attempt = folders.readMark(of: files)
    mark = attempt?.mark ?? SlurmMark(key, launch: launch)
    nodeFolder = attempt?.isCarried == true ? JobFolders.name(of: key, launch: launch) : nil
    submittedAt = RegularFile(of: files.attempt).map {
      WallTime(millisecondsSinceEpoch: $0.writtenAt.wholeMilliseconds)
    }
    let lines = (try? DurableFile.read(files.orders, byteLimit: RelayedOrders.byteLimit)) ?? nil
    orders = RelayedOrders(lines: lines ?? [], of: key)
    let state = (try? DurableFile.read(files.state, byteLimit: RelayedState.byteLimit)) ?? nil
    written = state.flatMap { try? RelayedState(lines: $0, of: key) }
    isRefused = access(folders.files(of: mark.key, launch: mark.launch).refusal, F_OK) == 0
    hasBegun =
      access(files.state, F_OK) == 0 || access(paths.log(ofKey: key, launch: launch), F_OK) == 0
  }
}

// Looks at Slurm's queue.
extension SlurmEngine {
  /// Looks after `pause`, unless a look is due before. Looks are `distance` apart: a person's order may
  /// be followed by a look sooner than anything else.
  func scheduleLook(
    in pause: Duration, atLeast distance: Duration = HeadwayConfig.Slurm.shortestLook
  ) {
    guard isBusy || !doubted.isEmpty || settings.watch == .mine else { return }
    guard !isLooking else {
      // The answer under way may be older than what the look is for.
      wantedLook = min(wantedLook ?? pause, pause)
      return
    }
    let now = HubClock.now.awake
    let due = max(now + pause, lookedAt.map { $0 + distance } ?? now)
    if look != nil, let lookDue, lookDue <= due { return }
    look?.cancel()
    lookDue = due
    look = schedule(in: due - now) { engine in
      (engine.look, engine.lookDue) = (nil, nil)
      engine.lookNow()
    }
  }

  /// The time until the next look: shorter while an end is awaited, and until a limit is reached.
  private var pauseUntilLook: Duration {
    let now = HubClock.now
    guard !board.awaitsWord(at: now.awake) else { return .seconds(5) }
    let toLimit = board.timeToLimit(at: now.wall).map { max($0 + .seconds(1), .seconds(5)) }
    return min(pace.pause, toLimit ?? pace.pause)
  }

  private func lookNow() {
    guard !isLooking else { return }
    isLooking = true
    let doubtedBefore = doubted
    lookedAt = HubClock.now.awake
    let (commands, environment) = (commands, environment)
    let asksForPartitions = partitions.isEmpty
    run(
      on: commands.queue,
      {
        let jobs = commands.run("squeue", SlurmQueue.arguments, environment: environment)
        let partitions =
          asksForPartitions
          ? commands.run("sinfo", SlurmPartition.arguments, environment: environment) : nil
        return (jobs, partitions)
      }
    ) { engine, answer in
      engine.isLooking = false
      if case .done(let output, _)? = answer.1 {
        engine.partitions = SlurmPartition.partitions(in: output)
      }
      engine.note(answer.0, doubtedBefore)
      if let wanted = engine.wantedLook {
        engine.wantedLook = nil
        engine.scheduleLook(in: wanted, atLeast: .seconds(2))
      }
      engine.scheduleLook(in: engine.pauseUntilLook)
    }
  }

  private func note(_ outcome: SlurmCommands.Outcome, _ doubtedBefore: Set<SlurmMark>) {
    let now = HubClock.now
    switch outcome {
    case .done(let output, let isCut):
      silentSince = nil
      let (jobs, unreadable) = SlurmQueue.jobs(in: output)
      let isComplete = unreadable == 0 && !isCut
      if unreadable > 0 { logger.warning("squeue wrote \(unreadable) lines that aren't jobs") }
      if isComplete {
        find(jobs)
        withdrawDoubted(jobs, doubtedBefore.intersection(doubted))
      }
      pass(board.noteSilence(nil))
      let hasNews = note(jobs, isComplete: isComplete)
      pace.noteLook(changed: hasNews)
      adoptOthers(among: jobs)
    case .failed(let trouble):
      if silentSince == nil { logger.warning("squeue failed: \(trouble)") }
      silentSince = silentSince ?? now.wall
      pace.noteTrouble()
      let time = (silentSince ?? now.wall).wholeSeconds
      let words = LocalTime.words(of: time, seenFrom: now.wall.wholeSeconds)
      pass(board.noteSilence(SanitisedText(wire: "doesn't answer since \(words)")))
    }
  }

  /// Notes jobs on the board. Returns whether there was any news.
  @discardableResult
  func note(_ jobs: [SlurmJob], isComplete: Bool) -> Bool {
    let now = HubClock.now
    let news = board.note(jobs, in: partitions, isComplete: isComplete, at: now) { time in
      LocalTime.words(of: time.wholeSeconds, seenFrom: now.wall.wholeSeconds)
    }
    pass(news)
    return !news.isEmpty
  }

  /// Cancels the jobs whose submission was refused, and that wait in Slurm all the same. Their users
  /// were told that nothing is queued. A job that has begun is left alone: nobody asked to end it.
  private func withdrawDoubted(_ jobs: [SlurmJob], _ marks: Set<SlurmMark>) {
    guard !marks.isEmpty else { return }
    let through = jobs.filter { job in job.mark.map(marks.contains) ?? false }
    let waiting = through.filter(\.state.isWaiting)
    doubted.subtract(marks)
    for job in through where job.state.isActive {
      logger.warning("job \(job.id) runs, although its submission seemed to fail")
    }
    for (number, jobs) in Dictionary(grouping: waiting, by: \.id.number) {
      logger.notice("job \(number), whose submission was refused, is cancelled")
      command("scancel", ["\(number)"], on: commands.orders) { engine, outcome in
        guard case .failed(.controllerSilent) = outcome else { return }
        engine.doubted.formUnion(jobs.compactMap(\.mark))
        engine.scheduleLook(in: engine.pace.pause)
      }
    }
  }

  /// Asks the cluster's accounts how jobs ended that the queue no longer lists.
  func inquire(about jobs: [SlurmJobID: TaskKey]) {
    let sorted = jobs.keys.sorted { ($0.number, $0.index ?? -1) < ($1.number, $1.index ?? -1) }
    // The next look asks about the others.
    let ids = Array(sorted.prefix(SlurmQueue.jobLimit))
    command("sacct", SlurmEnd.accountArguments(for: ids)) { engine, answer in
      var outcomes: [SlurmJobID: SlurmOutcome] = [:]
      switch answer {
      case .done(let output, false): outcomes = SlurmEnd.outcomes(inAccounts: output)
      case .done, .failed(.controllerSilent): return
      case .failed: break
      }
      let now = HubClock.now.awake
      for id in ids {
        guard let key = jobs[id], engine.board.id(of: key) == id else { continue }
        engine.pass(engine.board.noteOutcome(outcomes[id], of: key, at: now))
      }
    }
  }
}

// Tasks of an earlier hub.
extension SlurmEngine {
  func resume(_ task: TaskRecord) {
    connect()
    if let word = task.submission.terms?.engine?.job {
      return resumeAdopted(task, SlurmJobID(word.string))
    }
    let key = task.description.key
    let (store, folders, paths) = (store, folders, paths)
    workCount += 1
    run(on: commands.queue, { SoughtJob(task, folders, paths, store) }) { engine, found in
      engine.workCount -= 1
      if found.isConfigKnown { engine.clusterConfig = found.config }
      engine.relays[key] = RelayFollower(
        files: found.files, orders: found.orders,
        hasOwnLimit: task.description.timeLimit != nil, description: task.description,
        nodeFolder: found.nodeFolder)
      let launch = task.description.launch
      if let job = task.job, let id = SlurmJobID(job.id.string) {
        _ = engine.board.add(
          key, launch: launch, id: id, mark: found.mark, folder: found.files.folder,
          nodeFolder: found.nodeFolder, timeLimit: task.description.timeLimit)
        engine.tell(.jobReported(key, launch: launch, job, engine.requester))
        if let written = found.written?.description.launch, written >= launch {
          engine.pass(engine.board.noteBegin(of: key, launch: written))
        }
      } else {
        engine.sought[key] = found
      }
      engine.scheduleLook(in: .zero)
      engine.scheduleReading(in: .zero)
    }
  }

  /// Finds the jobs of tasks that an earlier hub submitted, by the keys in their comments.
  ///
  /// An `sbatch` of the earlier hub may still be at work, so a mark of the last minute means: look
  /// again. A job that Slurm doesn't have then was never submitted, or was forgotten. Slurm forgets a
  /// job no earlier than ``SlurmBoard/shortestMemory`` after its end, so a mark of the last minutes
  /// means the former, and the task is submitted. Otherwise nobody knows, and the task is lost.
  private func find(_ jobs: [SlurmJob]) {
    guard !sought.isEmpty else { return }
    let byMark = Dictionary(grouping: jobs) { $0.mark }
    let now = HubClock.now.wall
    for (key, wanted) in sought {
      let launch = wanted.task.description.launch
      let finding = wanted.search.finding(
        among: byMark[wanted.mark] ?? [], index: wanted.task.submission.terms?.array?.index,
        age: wanted.submittedAt.map { now.since($0) })
      if finding == .later { continue }
      sought[key] = nil
      switch finding {
      case .later: break
      case .found(let found):
        let job = board.add(
          key, launch: launch, id: found.id, mark: wanted.mark, folder: wanted.files.folder,
          nodeFolder: wanted.nodeFolder, timeLimit: wanted.task.description.timeLimit)
        tell(.jobReported(key, launch: launch, job, requester))
        scheduleReading(in: .zero)
      case .absent:
        relays[key] = nil
        tell(.supervisorMissing(key, launch: launch, hasStarted: false))
      case .unknown:
        relays[key] = nil
        lose(key, wanted)
      }
    }
    disconnectIfIdle()
  }

  /// Ends a task whose job Slurm doesn't know any more, as the supervisor of the job wrote.
  private func lose(_ key: TaskKey, _ wanted: SoughtJob) {
    let launch = wanted.task.description.launch
    var report = WorkerReport()
    let written = wanted.written.flatMap { $0.description.launch >= launch ? $0 : nil }
    if written?.ending == nil {
      report.subtitle = SanitisedText(wire: "whether Slurm ran it isn't known")
    }
    tell(.reportReceived(.key(key), report, isRecognised: true, requester))
    let ending = written?.ending ?? TaskEnding(reason: .lost)
    tell(.taskEnded(.key(key), ending, launch: launch, endedAt: written?.endedAt, requester))
  }
}
