package import HeadwayModel

/// The jobs of a hub in Slurm, and what follows from each thing that the hub learns of them.
///
/// The hub learns from two sides. The supervisor of a job writes its begin, its state and its end into
/// a file. Slurm says why a job waits, where it runs, and how it ended. The end of the supervisor
/// counts, unless Slurm stopped the job: then only Slurm knows why.
///
/// The board is a pure value: each function returns the news that follow.
///
/// ```swift
/// board.add(key, launch: 1, id: id, mark: mark)
/// for item in board.note(jobs, at: now, timeWords: words) { tell(item) }
/// ```
package struct SlurmBoard: Hashable, Sendable {
  /// The time for which the end that a supervisor wrote is awaited after Slurm has told of an end: a
  /// file system of the network shows files late.
  package static let endPatience: Duration = .seconds(20)
  /// The time for which Slurm's word on an end is awaited after the supervisor wrote one.
  package static let wordPatience: Duration = .seconds(60)
  /// The time for which Slurm remembers a job that is over, if its administrator has set nothing else
  /// (slurm.conf(5), `MinJobAge`).
  package static let shortestMemory: Duration = .seconds(300)
  /// The time for which a job that another one preempted, or whose node failed, may come back into
  /// Slurm's queue, if Slurm requeues it at all.
  package static let returnPatience: Duration = .seconds(60)
  /// The time for which a job that is about to be over is looked at more often. A node that doesn't
  /// answer may keep a job longer.
  package static let endingTime: Duration = .seconds(120)

  private var entries: [TaskKey: SlurmBoardEntry] = [:]

  /// Makes a board without jobs.
  package init() {}

  /// The tasks on the board.
  package var keys: [TaskKey] { Array(entries.keys) }
  package var isEmpty: Bool { entries.isEmpty }
  /// Whether one side has told of an end and the other hasn't, so that looks are due soon.
  package func awaitsWord(at now: AwakeTime) -> Bool {
    entries.values.contains { entry in
      entry.written != nil || entry.overSince != nil || entry.isMissing && !entry.isInquired
        || entry.endsUntil.map { now < $0 } ?? false
    }
  }

  /// The time until the next limit of a job is reached, after which Slurm ends the job. Nil if none is
  /// known.
  package func timeToLimit(at now: WallTime) -> Duration? {
    entries.values.lazy.filter { !$0.job.isSuspended }.compactMap { $0.limitEndsAt?.since(now) }
      .filter { $0 >= .zero }.min()
  }

  /// Whether Slurm has suspended the job of the task, as far as the last look told.
  package func isSuspended(_ key: TaskKey) -> Bool { entries[key]?.job.isSuspended ?? false }

  /// The id of the task's job; nil for a task that isn't on the board.
  package func id(of key: TaskKey) -> SlurmJobID? { entries[key]?.id }
  /// Whether the supervisor of the task has begun; nil for a task that isn't on the board.
  package func hasBegun(_ key: TaskKey) -> Bool? { entries[key]?.hasBegun }
  /// The number of the task's launch; nil for a task that isn't on the board.
  package func launch(of key: TaskKey) -> Int? { entries[key]?.launch }

  /// Adds a task whose job Slurm has, under this mark.
  ///
  /// - Parameters:
  ///   - folder: the folder in which the job's supervisor reports.
  ///   - nodeFolder: the name of such a folder on the node, if this machine doesn't see it.
  ///   - timeLimit: the limit that the supervisor keeps; nil for none.
  package mutating func add(
    _ key: TaskKey, launch: Int, id: SlurmJobID, mark: SlurmMark, folder: String? = nil,
    nodeFolder: String? = nil, timeLimit: Duration? = nil
  ) -> EngineJob {
    var job = EngineJob(engine: "slurm", id: SanitisedText(id.description))
    (job.folder, job.nodeFolder) = (folder, nodeFolder)
    entries[key] = SlurmBoardEntry(
      launch: launch, id: id, mark: mark, hasFiles: nodeFolder == nil, timeLimit: timeLimit,
      job: job)
    return job
  }

  /// Adds a task whose job somebody else submitted. No supervisor reports on such a job: Slurm tells
  /// of its begin and its end. `output` is the path of the file into which the job writes, and `cluster`
  /// that of the cluster's configuration, if one is named.
  package mutating func adopt(
    _ key: TaskKey, launch: Int, id: SlurmJobID, output: String? = nil, cluster: String? = nil
  ) -> EngineJob {
    var job = EngineJob(engine: "slurm", id: SanitisedText(id.description))
    (job.output, job.cluster) = (output, cluster)
    entries[key] = SlurmBoardEntry(launch: launch, id: id, mark: nil, hasFiles: false, job: job)
    return job
  }

  /// Notes the file into which the job of a task writes, and returns the news.
  package mutating func noteOutput(_ path: String, of key: TaskKey) -> [SlurmNews] {
    guard let entry = entries[key], entry.job.output != path else { return [] }
    entries[key]?.job.output = path
    return entries[key].map { [.job(key, launch: $0.launch, $0.job)] } ?? []
  }

  /// Whether somebody else submitted the job of the task.
  package func isAdopted(_ key: TaskKey) -> Bool { entries[key].map { $0.mark == nil } ?? false }
  /// The ids of all jobs on the board.
  package var ids: Set<SlurmJobID> { Set(entries.values.lazy.map(\.id)) }
  /// The number of jobs that somebody else submitted.
  package var adoptedCount: Int { entries.values.count { $0.mark == nil } }

  /// Takes a task off the board.
  package mutating func remove(_ key: TaskKey) { entries[key] = nil }

  /// Notes that this hub has ordered the job of the task to stop, with this end.
  ///
  /// - Parameter isForced: whether the job is killed at once, with its supervisor.
  package mutating func noteOrder(
    _ key: TaskKey, _ reason: EndReason, isForced: Bool = false, at now: AwakeTime
  ) {
    guard let entry = entries[key] else { return }
    if entry.ordered == nil { entries[key]?.ordered = reason }
    if isForced { entries[key]?.isKilled = true }
    // Whoever gives the order has Slurm cancel a job that is known to be suspended.
    if entry.job.isSuspended { entries[key]?.isCancelledWhileSuspended = true }
    if isForced || !entry.hasFiles || entry.job.isSuspended {
      entries[key]?.endsUntil = now + Self.endingTime
    }
  }
}

// What the supervisor of a job has written.
extension SlurmBoard {
  /// Notes that a supervisor has begun the task.
  package mutating func noteBegin(of key: TaskKey, launch: Int) -> [SlurmNews] {
    guard let entry = entries[key], launch >= entry.launch else { return [] }
    entries[key]?.hasBegun = true
    guard launch > entry.launch else { return [] }
    entries[key]?.launch = launch
    entries[key]?.written = nil
    entries[key]?.overSince = nil
    entries[key]?.told = nil
    return [.requeued(key, launch: launch, entry.job, after: entry.returnReason)]
  }

  /// Notes the end that a supervisor has written. An end by a signal waits for Slurm's word: only
  /// Slurm knows whether somebody cancelled the job, or a limit was reached.
  package mutating func noteEnd(
    of key: TaskKey, launch: Int, _ ending: TaskEnding, endedAt: WallTime?, at now: AwakeTime
  ) -> [SlurmNews] {
    guard let entry = entries[key], launch >= entry.launch, entry.written == nil else { return [] }
    if let ordered = entry.ordered, ending.reason == .failed || ending.mayBeSlurms {
      return end(key, TaskEnding(reason: ordered, status: ending.status), endedAt: endedAt)
    }
    guard ending.mayBeSlurms else { return end(key, ending, endedAt: endedAt) }
    entries[key]?.written = SlurmBoardEntry.WrittenEnd(
      ending: ending, endedAt: endedAt, since: now)
    return []
  }
}

// What Slurm says.
extension SlurmBoard {
  /// Notes an answer of Slurm with all jobs of the user.
  ///
  /// - Parameters:
  ///   - isComplete: Whether the answer has all jobs. A job that isn't in a cut answer may be there.
  ///   - timeWords: writes a time as its reader's clock shows it.
  package mutating func note(
    _ jobs: [SlurmJob], in partitions: [SlurmPartition] = [], isComplete: Bool = true,
    at now: Moment, timeWords: (WallTime) -> String
  ) -> [SlurmNews] {
    let byID = Dictionary(jobs.map { ($0.id, $0) }) { first, _ in first }
    let arrays = Set(jobs.lazy.map(\.id.number))
    let byName = Dictionary(partitions.map { ($0.name, $0) }) { first, _ in first }
    var news: [SlurmNews] = []
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard let job = byID[entry.id],
        job.mark == nil || entry.mark == nil || job.mark == entry.mark
      else {
        if isComplete {
          news += noteAbsence(
            of: key, entry, knowsArray: arrays.contains(entry.id.number), at: now)
        }
        continue
      }
      entries[key]?.isMissing = false
      entries[key]?.isInquired = false
      if job.state.isEnd {
        news += noteMissedBegin(of: key, entry, job)
        news += noteOutcome(SlurmOutcome(job), of: key, at: now.awake)
      } else {
        news += note(job, of: key, entry, in: byName[job.partition], at: now, timeWords)
      }
    }
    return news
  }

  /// Notes that Slurm doesn't answer, in words such as "doesn't answer since 14:02"; nil once it
  /// answers again.
  package mutating func noteSilence(_ words: SanitisedText?) -> [SlurmNews] {
    entries.sorted { $0.key < $1.key }.compactMap { key, entry in
      guard entry.job.silence != words else { return nil }
      entries[key]?.job.silence = words
      return entries[key].map { .job(key, launch: $0.launch, $0.job) }
    }
  }

  /// Notes how a job ended that Slurm's queue doesn't list any more. Nil if nobody knows.
  package mutating func noteOutcome(
    _ outcome: SlurmOutcome?, of key: TaskKey, at now: AwakeTime
  ) -> [SlurmNews] {
    guard let entry = entries[key] else { return [] }
    guard let outcome else {
      if let written = entry.written {
        return end(key, written.ending.unexplained, endedAt: written.endedAt)
      }
      if let told = entry.told, let (ending, words) = ending(of: told, entry) {
        return end(key, ending, words: words, endedAt: told.endedAt)
      }
      if let ordered = entry.ordered { return end(key, TaskEnding(reason: ordered)) }
      let words = SanitisedText(wire: "Slurm no longer knows the job")
      return end(key, TaskEnding(reason: .lost), words: words)
    }
    guard let (ending, words) = ending(of: outcome, entry) else { return [] }
    let since = entry.overSince ?? now
    entries[key]?.overSince = since
    entries[key]?.told = outcome
    if outcome.mayBeRequeued, now - since < Self.returnPatience { return [] }
    if let written = entry.written {
      let isSlurms = outcome.state != .completed && outcome.state != .failed
      if isSlurms {
        return end(key, ending.with(written.ending.status), words: words, endedAt: written.endedAt)
      }
      return end(key, written.ending.unexplained, endedAt: written.endedAt)
    }
    guard entry.hasFiles else {
      let ending = entry.supervised(ending, endedAt: outcome.endedAt)
      return end(key, ending, words: words, endedAt: outcome.endedAt)
    }
    let patience =
      entry.hasBegun || !outcome.node.isBlank || entry.overSince != nil ? Self.endPatience : .zero
    guard now - since >= patience || outcome.endsWithoutFile || entry.isKilled else { return [] }
    let missing = entry.hasBegun ? nil : outcome.missingProgramWords
    return end(key, ending, words: missing ?? words, endedAt: outcome.endedAt)
  }

  /// The end of a job as Slurm tells it. A cancel that this hub ordered has the reason of the order.
  private func ending(
    of outcome: SlurmOutcome, _ entry: SlurmBoardEntry
  ) -> (ending: TaskEnding, words: SanitisedText?)? {
    guard var told = outcome.ending(orderedCancel: entry.ordered != nil) else { return nil }
    if let ordered = entry.ordered, told.ending.reason == .cancelled(by: .user) {
      told.ending.reason = ordered
    }
    return told
  }

  /// Notes the begin of a job that Slurm alone tells of, and that began and ended between two looks.
  private mutating func noteMissedBegin(
    of key: TaskKey, _ entry: SlurmBoardEntry, _ job: SlurmJob
  ) -> [SlurmNews] {
    guard !entry.hasFiles, !entry.hasBegun, !job.nodes.isBlank, let startsAt = job.startsAt else {
      return []
    }
    entries[key]?.hasBegun = true
    entries[key]?.startedAt = startsAt
    return [.began(key, launch: entry.launch, at: startsAt)]
  }

  private mutating func note(
    _ job: SlurmJob, of key: TaskKey, _ entry: SlurmBoardEntry, in partition: SlurmPartition?,
    at now: Moment, _ timeWords: (WallTime) -> String
  ) -> [SlurmNews] {
    var news: [SlurmNews] = []
    entries[key]?.overSince = nil
    if job.state == .completing, entry.endsUntil == nil {
      entries[key]?.endsUntil = now.awake + Self.endingTime
    }
    // A limit that is reached ends the job within Slurm's KillWait.
    if let limit = entry.limitEndsAt, limit.since(now.wall) <= .zero, entry.endsUntil == nil,
      job.state == .running
    {
      entries[key]?.endsUntil = now.awake + Self.endingTime
    }
    let isRequeued = job.state.isWaiting && entry.hasBegun
    if !isRequeued, let written = entry.written, now.awake - written.since >= Self.wordPatience {
      return end(key, written.ending.unexplained, endedAt: written.endedAt)
    }
    var seen = EngineJob(engine: entry.job.engine, id: entry.job.id)
    (seen.folder, seen.output) = (entry.job.folder, entry.job.output)
    (seen.nodeFolder, seen.cluster) = (entry.job.nodeFolder, entry.job.cluster)
    seen.isSuspended = job.state == .suspended || job.state == .stopped
    if !seen.isSuspended { entries[key]?.isCancelledWhileSuspended = false }
    if seen.isSuspended, entry.ordered != nil, !entry.isCancelledWhileSuspended {
      entries[key]?.isCancelledWhileSuspended = true
      entries[key]?.endsUntil = now.awake + Self.endingTime
      news.append(.cancel(key, entry.id))
    }
    if let wait = job.wait(in: partition, timeWords: timeWords) {
      if wait.canNeverStart { seen.hindrance = wait.words } else { seen.wait = wait.words }
      seen.isHeld = wait.isHeldByPerson
    } else if !job.nodes.isBlank {
      seen.nodes = job.nodes
    }
    if isRequeued {
      entries[key]?.hasBegun = false
      entries[key]?.written = nil
      entries[key]?.endsUntil = nil
      entries[key]?.limitEndsAt = nil
      entries[key]?.launch += 1
      news.append(
        .requeued(key, launch: entry.launch + 1, seen, after: entry.returnReason))
      entries[key]?.told = nil
    }
    if !entry.hasFiles, job.state.hasBegun, !entry.hasBegun {
      entries[key]?.hasBegun = true
      entries[key]?.startedAt = job.startsAt
      news.append(.began(key, launch: entry.launch, at: job.startsAt))
    }
    if seen != entry.job {
      entries[key]?.job = seen
      news.append(.job(key, launch: entries[key]?.launch ?? entry.launch, seen))
    }
    if job.state == .running, let left = job.timeLeft {
      let ends = now.wall.advanced(by: left)
      let isNews = entry.limitEndsAt.map { abs($0.since(ends)) > .seconds(2) } ?? true
      if isNews {
        entries[key]?.limitEndsAt = ends
        if entry.ordered == nil { entries[key]?.endsUntil = nil }
        news.append(.limit(key, endsAt: ends))
      }
    }
    return news
  }

  /// Notes that Slurm doesn't list a job any more.
  ///
  /// Slurm drops an element of an array that is cancelled before it begins. So such an element was
  /// cancelled if Slurm still lists its array, or others of it.
  private mutating func noteAbsence(
    of key: TaskKey, _ entry: SlurmBoardEntry, knowsArray: Bool, at now: Moment
  ) -> [SlurmNews] {
    if let written = entry.written, now.awake - written.since >= Self.wordPatience {
      return end(key, written.ending.unexplained, endedAt: written.endedAt)
    }
    if !entry.hasBegun, let ordered = entry.ordered, entry.isMissing {
      return end(key, TaskEnding(reason: ordered))
    }
    if !entry.hasBegun, entry.id.index != nil, knowsArray, entry.isMissing {
      let words = SanitisedText(wire: "cancelled in Slurm")
      return end(key, TaskEnding(reason: .cancelled(by: .engine)), words: words)
    }
    entries[key]?.isMissing = true
    guard entry.isMissing else { return [] }
    entries[key]?.isInquired = true
    return [.inquiry(key, entry.id)]
  }

  private mutating func end(
    _ key: TaskKey, _ ending: TaskEnding, words: SanitisedText? = nil, endedAt: WallTime? = nil
  ) -> [SlurmNews] {
    guard let entry = entries.removeValue(forKey: key) else { return [] }
    return [.ended(key, launch: entry.launch, ending, words: words, endedAt: endedAt)]
  }
}

/// The amount of a duration without its sign.
private func abs(_ duration: Duration) -> Duration {
  duration < .zero ? .zero - duration : duration
}
