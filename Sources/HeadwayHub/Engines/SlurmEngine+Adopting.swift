import Glibc
import HeadwayConfig
import HeadwayHubCore
import HeadwayModel
import HeadwaySlurm
import HeadwaySystem
import HeadwayWire
import Logging

/// A task whose job somebody else submitted.
struct AdoptedJob: Sendable {
  /// The description of the task, for its begin.
  var description: TaskDescription
  /// The file into which the job writes; nil if it isn't known.
  var output: JobOutput?
  /// Whether the job has begun, so that its output is read.
  var isRunning = false

  var command: [String] { description.command?.map(\.string) ?? [] }
}

/// A job that is about to become a task.
struct ArrivingJob: Sendable {
  let job: SlurmJob
  /// The path of the file into which the job writes; nil if it isn't known.
  let output: String?
  let since: AwakeTime
}

/// The details of jobs that somebody else submitted.
private struct FoundJobs: Sendable {
  /// The jobs by their arrays.
  var arrays: [[SlurmJob]]
  var details: [SlurmJobID: SlurmDetails]
  /// Whether Slurm has answered.
  var isWhole = true

  /// Asks Slurm. The call blocks.
  init(_ arrays: [[SlurmJob]], _ commands: SlurmCommands, _ environment: [RawText]) {
    self.arrays = arrays
    details = [:]
    var rest = arrays.flatMap { $0.map(\.id) }[...]
    while !rest.isEmpty {
      let ids = Array(rest.prefix(SlurmQueue.jobLimit))
      rest = rest.dropFirst(ids.count)
      let arguments = SlurmDetails.arguments(for: ids)
      guard case .done(let output, _) = commands.run("squeue", arguments, environment: environment)
      else {
        isWhole = false
        return
      }
      details.merge(SlurmDetails.details(in: output)) { $1 }
    }
  }
}

// Jobs that somebody else submitted.
extension SlurmEngine {
  /// The time for which a job waits to become a task.
  private static let arrivalPatience: Duration = .seconds(60)

  func adopt(
    _ submission: Submission, _ payload: LaunchPayload, by requester: Requester,
    orRefuse refuse: @escaping (SanitisedText, _ isFinal: Bool) -> Void
  ) {
    let word = submission.terms.engine?.job ?? .empty
    guard let id = SlurmJobID(word.string) else {
      return refuse(
        SanitisedText(wire: "\(word) is no number of a job; see: squeue --me", limit: .line), true)
    }
    let config = payload.clusterConfig
    guard !isBusy || config == clusterConfig else {
      return refuse(SlurmAttempt.otherCluster, true)
    }
    connect()
    if !isBusy { clusterConfig = config }
    let (commands, environment, known) = (commands, environment, knownIDs)
    let isIdentified = submission.description.identifier != nil
    workCount += 1
    run(on: commands.queue) { () -> Result<FoundJobs, SlurmAdoptionTrouble> in
      let question = SlurmQueue.arguments + ["--jobs=\(id)"]
      switch commands.run("squeue", question, environment: environment) {
      case .failed(.invalidJob): return .failure(.init(SlurmAdoption.Refusal.unknown(id).words))
      case .failed(let trouble):
        return .failure(.init(trouble.words, isFinal: trouble != .controllerSilent))
      case .done(let output, _):
        let jobs = SlurmQueue.jobs(in: output).jobs
        do throws(SlurmAdoption.Refusal) {
          let named = try SlurmAdoption.jobs(
            named: id, among: jobs, known: known, isIdentified: isIdentified)
          let found = FoundJobs([named], commands, environment)
          guard found.isWhole else {
            return .failure(.init(SlurmTrouble.controllerSilent.words, isFinal: false))
          }
          return .success(found)
        } catch {
          return .failure(.init(error.words))
        }
      }
    } then: { engine, found in
      engine.workCount -= 1
      switch found {
      case .success(let found):
        let known = engine.knownIDs
        for jobs in found.arrays {
          // Another command was faster.
          if let twice = jobs.first(where: { known.contains($0.id) }) {
            refuse(SlurmAdoption.Refusal.known(twice.id).words, true)
          } else {
            engine.enter(jobs, found.details, as: submission, by: requester)
          }
        }
      case .failure(let trouble): refuse(trouble.words, trouble.isFinal)
      }
      engine.disconnectIfIdle()
    }
  }

  /// The ids of all jobs that are tasks, or are about to become some.
  private var knownIDs: Set<SlurmJobID> {
    let waiting = jobsOfWaitingTasks().compactMap { SlurmJobID($0.string) }
    return board.ids.union(arriving.keys).union(waiting)
  }

  /// Makes tasks of all jobs of the user that no hub of Headway submitted, if the config wants that.
  func adoptOthers(among jobs: [SlurmJob]) {
    guard settings.watch == .mine, !isAdopting else { return }
    let known = knownIDs
    let arrays = SlurmAdoption.others(
      among: jobs, known: known, room: SlurmAdoption.watchLimit - board.adoptedCount)
    guard !arrays.isEmpty else { return }
    connect()
    isAdopting = true
    workCount += 1
    let (commands, environment) = (commands, environment)
    run(on: commands.queue, { FoundJobs(arrays, commands, environment) }) { engine, found in
      engine.isAdopting = false
      engine.workCount -= 1
      let known = engine.knownIDs
      // The next look tries again.
      for jobs in found.arrays
      where found.isWhole && !jobs.contains(where: { known.contains($0.id) }) {
        engine.enter(jobs, found.details, as: nil, by: engine.requester)
      }
      engine.disconnectIfIdle()
    }
  }

  /// Makes a task of a job, or one of each element of an array.
  ///
  /// - Parameter wanted: the key, the title and the identifier that a person gave; nil for a job that
  ///   nobody named.
  private func enter(
    _ jobs: [SlurmJob], _ details: [SlurmJobID: SlurmDetails], as wanted: Submission?,
    by requester: Requester
  ) {
    let now = HubClock.now.awake
    _ = schedule(in: Self.arrivalPatience) { engine in
      // The hub's core refused the tasks of these jobs.
      engine.arriving = engine.arriving.filter { $0.value.since > now }
      engine.disconnectIfIdle()
    }
    let tasks = jobs.enumerated().map { place, job in
      let known = details[job.id] ?? SlurmDetails()
      arriving[job.id] = ArrivingJob(
        job: job, output: known.output?.path(of: job), since: now)
      var submission = submission(of: job, known, as: wanted, place: place)
      if job.id.index != nil {
        submission.terms.array = ArrayPart(index: job.id.index ?? 0, count: jobs.count)
      }
      return BatchedSubmission(line: place + 1, submission)
    }
    if let only = tasks.first?.submission, only.terms.array == nil {
      tell(.taskSubmitted(only, requester))
    } else {
      tell(.batchSubmitted(tasks, requester))
    }
  }

  private func submission(
    of job: SlurmJob, _ details: SlurmDetails, as wanted: Submission?, place: Int
  ) -> Submission {
    var generator = SystemRandomNumberGenerator()
    let key = place == 0 ? wanted?.description.key : nil
    var description = TaskDescription(
      key: key ?? .random(using: &generator), title: job.name)
    if let title = wanted?.description.title, !title.isBlank { description.title = title }
    if description.title.isBlank { description.title = SanitisedText("Slurm \(job.id)") }
    description.identifier = wanted?.description.identifier
    let words = details.command.string.split(separator: " ").prefix(64)
    description.command = words.isEmpty ? nil : words.map { SanitisedText($0) }
    description.directory = details.directory.isBlank ? nil : details.directory
    // Nobody sees whether the job does anything, so that no question about a stall would be true.
    description.stallPolicy.action = .ignore
    var terms = LaunchTerms()
    terms.engine = EngineTerms(Self.name, job: SanitisedText(job.id.description))
    return Submission(description, terms)
  }

  /// Puts a task on the board whose job Slurm had before.
  func show(_ task: TaskRecord, _ id: SlurmJobID?) {
    let (key, launch) = (task.description.key, task.description.launch)
    guard let id else {
      return tell(
        .jobRefused(
          key, launch: launch, SanitisedText(wire: "its job has no number"), isFinal: true))
    }
    let arrival = arriving.removeValue(forKey: id)
    let output = task.job?.output ?? arrival?.output
    let job = board.adopt(
      key, launch: launch, id: id, output: output, cluster: clusterConfig?.configPath)
    var adoptedJob = AdoptedJob(description: task.description)
    adoptedJob.output = output.map { JobOutput(path: $0, command: adoptedJob.command) }
    adopted[key] = adoptedJob
    tell(.jobReported(key, launch: launch, job, requester))
    if let arrival { noteSoon(arrival.job) }
    pace.noteSubmission()
    scheduleLook(in: arrival == nil ? .zero : .seconds(1))
  }

  /// Notes a job on the board together with all others that arrive meanwhile: a job array may have
  /// thousands of parts.
  private func noteSoon(_ job: SlurmJob) {
    arrived.append(job)
    guard arrived.count == 1 else { return }
    _ = schedule(in: .milliseconds(20)) { engine in
      let arrived = engine.arrived
      engine.arrived = []
      engine.note(arrived, isComplete: false)
    }
  }

  /// Goes on with a task of an earlier hub whose job somebody else submitted.
  func resumeAdopted(_ task: TaskRecord, _ id: SlurmJobID?) {
    let (key, store) = (task.description.key, store)
    if let job = task.job {
      clusterConfig = job.cluster.map { RawText("SLURM_CONF=\($0)") } ?? Self.ownConfig
      return show(task, id)
    }
    workCount += 1
    run(on: commands.queue, { try? store.payload(of: key) }) { engine, payload in
      engine.workCount -= 1
      if let payload { engine.clusterConfig = payload.clusterConfig }
      engine.show(task, id)
    }
  }

  /// Notes that Slurm has put the job of a task back into its queue.
  func noteReturn(of key: TaskKey) {
    relays[key]?.isRunning = false
    relays[key]?.orders.drop()
    guard var job = adopted[key] else { return }
    job.isRunning = false
    job.output = job.output.map { output in
      JobOutput(path: output.path, command: job.command)
    }
    adopted[key] = job
  }

  /// Asks for the output file of a job that has begun, if its name wasn't known while the job waited.
  private func askForOutput(of key: TaskKey) {
    guard let job = adopted[key], job.output == nil, let id = board.id(of: key) else { return }
    let (commands, environment) = (commands, environment)
    run(on: commands.queue) { () -> String? in
      let question = SlurmQueue.arguments + ["--jobs=\(id)"]
      guard case .done(let output, _) = commands.run("squeue", question, environment: environment)
      else { return nil }
      let jobs = SlurmQueue.jobs(in: output).jobs.filter { $0.id == id }
      let found = FoundJobs([jobs], commands, environment)
      return jobs.first.flatMap { found.details[id]?.output?.path(of: $0) }
    } then: { engine, path in
      guard let path, engine.board.id(of: key) == id, let job = engine.adopted[key] else { return }
      engine.adopted[key]?.output = JobOutput(path: path, command: job.command)
      engine.pass(engine.board.noteOutput(path, of: key))
      engine.scheduleReading(in: .zero)
    }
  }

  /// Notes that the job of a task runs.
  func begin(_ key: TaskKey, launch: Int, at startedAt: WallTime?) {
    guard var description = adopted[key]?.description ?? relays[key]?.description else { return }
    description.launch = launch
    description.startedAt = startedAt
    adopted[key]?.isRunning = true
    relays[key]?.isRunning = true
    tell(.taskBegan(description, WorkerReport(), requester))
    scheduleReading(in: .zero)
    scheduleFetch(in: .zero)
    if relays[key]?.hasUndelivered == true { deliver(key) }
    askForOutput(of: key)
  }

  /// Tells the hub's core what the output of a job shows.
  func note(_ news: WorkerReport, of key: TaskKey) {
    guard adopted[key]?.isRunning == true else { return }
    if news == WorkerReport() {
      tell(.heartbeatReceived(.key(key), estimated: nil, requester))
    } else {
      tell(.reportReceived(.key(key), news, isRecognised: true, requester))
    }
  }
}

/// The reason why a job can't be adopted.
struct SlurmAdoptionTrouble: Error {
  let words: SanitisedText
  /// Whether the same question would be refused again.
  let isFinal: Bool

  init(_ words: SanitisedText, isFinal: Bool = true) {
    (self.words, self.isFinal) = (words, isFinal)
  }
}
