import Dispatch
import Glibc
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
  /// The key in the comment of the job. The parts of a job array share the key of one part.
  var comment: TaskKey
  /// The time at which the hub was about to submit the job; nil if there is no trace of that.
  var submittedAt: WallTime?

  /// Reads the files of the task. The call blocks.
  init(_ task: TaskRecord, _ folders: JobFolders, _ store: RecordStore) {
    self.task = task
    let payload = try? store.payload(of: task.description.key)
    let name = Array("SLURM_CONF=".utf8)
    config = (payload?.environment.first { $0.starts(with: name) }).map { RawText($0) }
    let files = folders.files(of: task.description.key)
    comment = folders.readMark(of: files)?.comment ?? task.description.key
    submittedAt = RegularFile(of: files.attempt).map {
      WallTime(millisecondsSinceEpoch: $0.writtenAt.wholeMilliseconds)
    }
  }
}

// Looks at Slurm's queue.
extension SlurmEngine {
  /// Looks after `pause`, unless a look is due before.
  func scheduleLook(in pause: Duration) {
    guard !isLooking, !board.isEmpty || !sought.isEmpty else { return }
    let due = HubClock.now.awake + pause
    if look != nil, let lookDue, lookDue <= due { return }
    look?.cancel()
    lookDue = due
    look = schedule(in: pause) { engine in
      (engine.look, engine.lookDue) = (nil, nil)
      engine.lookNow()
    }
  }

  private func lookNow() {
    guard !isLooking else { return }
    isLooking = true
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
      if case .done(let output)? = answer.1 {
        engine.partitions = SlurmPartition.partitions(in: output)
      }
      engine.note(answer.0)
      engine.scheduleLook(in: engine.board.awaitsWord ? .seconds(5) : engine.pace.pause)
    }
  }

  private func note(_ outcome: SlurmCommands.Outcome) {
    let now = HubClock.now
    switch outcome {
    case .done(let output):
      silentSince = nil
      let (jobs, unreadable) = SlurmQueue.jobs(in: output)
      if unreadable > 0 { logger.warning("squeue wrote \(unreadable) lines that aren't jobs") }
      find(jobs)
      var news = board.noteSilence(nil)
      news += board.note(jobs, in: partitions, at: now) { time in
        LocalTime.words(of: time.wholeSeconds, seenFrom: now.wall.wholeSeconds)
      }
      pace.noteLook(changed: !news.isEmpty)
      pass(news)
    case .failed(let trouble):
      if silentSince == nil { logger.warning("squeue failed: \(trouble)") }
      silentSince = silentSince ?? now.wall
      pace.noteTrouble()
      let time = (silentSince ?? now.wall).wholeSeconds
      let words = LocalTime.words(of: time, seenFrom: now.wall.wholeSeconds)
      pass(board.noteSilence(SanitisedText("doesn't answer since \(words)")))
    }
  }

  /// Asks the cluster's accounts how a job ended that the queue no longer lists.
  func inquire(about key: TaskKey, _ id: SlurmJobID) {
    command("sacct", SlurmEnd.accountArguments(for: [id])) { engine, answer in
      var outcome: SlurmOutcome?
      if case .done(let output) = answer {
        outcome = SlurmEnd.outcomes(inAccounts: output)[id]
      }
      if case .failed(.controllerSilent) = answer { return }
      engine.pass(engine.board.noteOutcome(outcome, of: key, at: HubClock.now.awake))
    }
  }
}

// Tasks of an earlier hub.
extension SlurmEngine {
  func resume(_ task: TaskRecord) {
    connect()
    let key = task.description.key
    follow(key)
    let (store, folders) = (store, folders)
    run(on: commands.queue, { SoughtJob(task, folders, store) }) { engine, found in
      engine.clusterConfig = engine.clusterConfig ?? found.config
      let launch = task.description.launch
      if let job = task.job, let id = SlurmJobID(job.id.string) {
        _ = engine.board.add(key, launch: launch, id: id, comment: found.comment)
        engine.tell(.jobReported(key, launch: launch, job, engine.requester))
      } else {
        engine.sought[key] = found
      }
      engine.scheduleLook(in: .zero)
      engine.scheduleReading(in: .zero)
    }
  }

  /// Finds the jobs of tasks that an earlier hub submitted, by the keys in their comments.
  ///
  /// A job that Slurm doesn't have was never submitted, or was forgotten. Slurm forgets a job no
  /// earlier than ``SlurmBoard/shortestMemory`` after its end, so a fresh mark means the former, and
  /// the task is submitted. Otherwise nobody knows, and the task is lost.
  private func find(_ jobs: [SlurmJob]) {
    guard !sought.isEmpty else { return }
    let byComment = Dictionary(grouping: jobs) { $0.key }
    let now = HubClock.now.wall
    for (key, wanted) in sought {
      let launch = wanted.task.description.launch
      let index = wanted.task.submission.terms?.array?.index
      let found = (byComment[wanted.comment] ?? []).first { $0.id.index == index }
      sought[key] = nil
      if let found {
        let job = board.add(key, launch: launch, id: found.id, comment: wanted.comment)
        tell(.jobReported(key, launch: launch, job, requester))
        continue
      }
      let written = relays.removeValue(forKey: key)?.state
      let isFresh = wanted.submittedAt.map { now.since($0) < SlurmBoard.shortestMemory } ?? true
      if written == nil, isFresh {
        tell(.supervisorMissing(key, launch: launch, hasStarted: false))
      } else {
        var report = WorkerReport()
        if written?.ending == nil { report.subtitle = "whether Slurm ran it isn't known" }
        tell(.reportReceived(.key(key), report, isRecognised: true, requester))
        let ending = written?.ending ?? TaskEnding(reason: .lost)
        tell(
          .taskEnded(
            .key(key), ending, launch: launch, endedAt: written?.endedAt, requester))
      }
    }
  }
}
