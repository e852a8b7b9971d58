import Glibc
import HeadwayConfig
import HeadwayHubCore
import HeadwayLink
import HeadwayModel
import HeadwaySlurm
import HeadwaySystem
import HeadwayWire
import NIOCore

/// A task that the engine is to submit.
struct SlurmLaunch: Sendable {
  let task: TaskRecord
  /// The payload; nil if the record has it.
  let payload: LaunchPayload?
  /// The jobs that the task waits for.
  let dependencies: [SlurmDependency]

  var key: TaskKey { task.description.key }
  var launch: Int { task.description.launch }
}

// Submitting.
extension SlurmEngine {
  /// The time for which the parts of a job array are gathered into one submission.
  private static let gatherPause: Duration = .milliseconds(50)

  func submit(_ task: TaskRecord, _ payload: LaunchPayload?) {
    connect()
    let needed = task.submission.terms?.dependencies ?? []
    let dependencies = needed.compactMap { dependency -> SlurmDependency? in
      guard case .key(let key) = dependency.task, let id = board.id(of: key) else { return nil }
      return SlurmDependency(id, needsSuccess: dependency.needsSuccess)
    }
    let launch = SlurmLaunch(task: task, payload: payload, dependencies: dependencies)
    guard task.submission.terms?.array != nil else { return submit([launch]) }
    gathered.append(launch)
    guard gathered.count == 1 else { return }
    _ = schedule(in: Self.gatherPause) { engine in
      let gathered = engine.gathered
      engine.gathered = []
      let arrays = Dictionary(grouping: gathered) { $0.task.submission.terms?.array?.first }
      for parts in arrays.values { engine.submit(parts) }
    }
  }

  /// Submits a task, or the parts of one job array.
  private func submit(_ launches: [SlurmLaunch]) {
    let attempt = SlurmAttempt(
      launches: launches, folders: folders, program: settings.program, paths: paths,
      commands: commands, store: store)
    run(on: commands.queue, { attempt.perform() }) { $0.finish(launches, $1) }
  }

  private func finish(_ launches: [SlurmLaunch], _ outcome: SlurmAttempt.Outcome) {
    switch outcome {
    case .accepted(let number, let config):
      clusterConfig = config ?? clusterConfig
      for launch in launches {
        let index = launch.task.submission.terms?.array?.index
        guard let id = SlurmJobID(number: number, index: index), let first = launches.first else {
          continue
        }
        let job = board.add(launch.key, launch: launch.launch, id: id, comment: first.key)
        follow(launch.key)
        tell(.jobReported(launch.key, launch: launch.launch, job, requester))
      }
      pace.noteSubmission()
      scheduleLook(in: .seconds(1))
      scheduleReading(in: readingPause)
    case .refused(let reason, let isFinal):
      for launch in launches {
        tell(.jobRefused(launch.key, launch: launch.launch, reason, isFinal: isFinal))
      }
    }
  }
}

/// A submission to Slurm, on a thread that may block.
///
/// The order of the steps makes sure that no job runs twice, whenever the hub dies:
/// 1. The files of the job are written, and a mark that says that the job is about to be submitted.
/// 2. `sbatch` gets the job with the task's key as its comment.
/// 3. The hub's record gets the id. If the hub dies before, the next hub finds the job by the comment.
/// 4. If `sbatch` failed, another mark says so. A job whose submission got through all the same sees
///    the mark and doesn't run.
struct SlurmAttempt: Sendable {
  let launches: [SlurmLaunch]
  let folders: JobFolders
  let program: String?
  let paths: HeadwayPaths
  let commands: SlurmCommands
  let store: RecordStore

  enum Outcome: Sendable {
    /// Slurm has the job with this number. `config` is the path of the cluster's configuration that
    /// the task's environment names.
    case accepted(Int, config: RawText?)
    case refused(SanitisedText, isFinal: Bool)
  }

  func perform() -> Outcome {
    guard let first = launches.first else { return .refused("nothing to submit", isFinal: true) }
    let files = folders.files(of: first.key)
    do {
      let payload = try first.payload ?? store.payload(of: first.key)
      guard let payload else {
        return .refused("the command is no longer in the record; submit it again", isFinal: true)
      }
      guard SlurmSubmission.canHoldFiles(files.folder) else {
        return .refused(
          "the jobs' folder has a name that Slurm can't use; name another: [slurm] folder",
          isFinal: true)
      }
      if access(files.refusal, F_OK) == 0 {
        guard withdrawEarlier(first.key, payload, files) else { return silent }
      }
      try write(files, payload)
      return submit(first, payload, files)
    } catch {
      return .refused(
        SanitisedText("the job's files can't be written: \(error)", limit: .line), isFinal: true)
    }
  }

  private var silent: Outcome { .refused("Slurm doesn't answer", isFinal: false) }

  /// Cancels a job of an earlier try whose submission got through although `sbatch` failed. Returns
  /// false if Slurm doesn't say whether there is one.
  private func withdrawEarlier(
    _ key: TaskKey, _ payload: LaunchPayload, _ files: RelayFiles
  ) -> Bool {
    let environment = payload.environment.map { RawText($0) }
    guard
      case .done(let output) = commands.run(
        "squeue", SlurmQueue.arguments, environment: environment)
    else { return false }
    for job in SlurmQueue.jobs(in: output).jobs where job.key == key && !job.state.isEnd {
      _ = commands.run("scancel", ["\(job.id.number)"], environment: environment)
    }
    unlink(files.refusal)
    return true
  }

  /// Writes the files of all parts, and the mark of the submission.
  private func write(_ files: RelayFiles, _ payload: LaunchPayload) throws {
    try PrivateDirectory.ensure(paths.stateDirectory)
    try PrivateDirectory.ensure(paths.logDirectory)
    try PrivateDirectory.ensure(folders.path)
    var parts = ""
    guard let mark = launches.first.map({ folders.mark($0.key) }) else { return }
    for launch in launches {
      let own = folders.files(of: launch.key)
      try PrivateDirectory.ensure(own.folder)
      unlink(own.state)
      unlink(own.orders)
      let arguments = SupervisorLauncher.arguments(of: launch.task, payload)
      let variables = SupervisorLauncher.variables(of: launch.task)
      let job = RelayJob(
        arguments, stateDirectory: paths.stateDirectory,
        variables: variables.map { RawText("\($0.name)=\($0.value)") })
      try DurableFile.write(job.bytes, to: own.job, isDurable: false)
      if let index = launch.task.submission.terms?.array?.index {
        parts += "\(index) \(launch.key)\n"
      }
      if launch.key != launches.first?.key {
        try DurableFile.write(mark, to: own.attempt, isDurable: false)
      }
    }
    if !parts.isEmpty {
      try DurableFile.write(Array(parts.utf8), to: files.parts, isDurable: false)
    }
    try DurableFile.write(mark, to: files.attempt)
  }

  private func submit(
    _ first: SlurmLaunch, _ payload: LaunchPayload, _ files: RelayFiles
  ) -> Outcome {
    guard let program = program ?? SupervisorLauncher.supervisorPath()?.string else {
      return .refused(
        "the program headway isn't beside headwayd; install it there", isFinal: true)
    }
    let description = first.task.description
    var submission = SlurmSubmission(
      key: first.key, title: description.title, directory: payload.directory,
      folder: files.folder, program: program)
    submission.hidesTitle = description.sensitive
    submission.terms = first.task.submission.terms ?? LaunchTerms()
    submission.timeLimit = description.timeLimit
    submission.engineOptions = submission.terms.engine?.options ?? []
    submission.jobDependencies = first.dependencies
    if let array = submission.terms.array {
      submission.arrayIndices = launches.compactMap { $0.task.submission.terms?.array?.index }
      submission.arrayLimit = array.limit
    }
    let environment = SupervisorLauncher.environment(of: first.task, payload, hidesGPUs: false)
    do {
      try DurableFile.write(submission.script, to: files.script, mode: 0o700, isDurable: false)
    } catch {
      return .refused(SanitisedText("\(error)", limit: .line), isFinal: true)
    }
    switch commands.run(
      "sbatch", submission.arguments + [files.script], environment: environment)
    {
    case .done(let output):
      guard let id = SlurmJobID.accepted(String(decoding: output, as: UTF8.self)) else {
        return refuse(files, "sbatch said nothing of a job's number", isFinal: true)
      }
      let name = Array("SLURM_CONF=".utf8)
      let config = payload.environment.first { $0.starts(with: name) }
      return .accepted(id.number, config: config.map { RawText($0) })
    case .failed(.controllerSilent):
      return refuse(files, "Slurm doesn't answer", isFinal: false)
    case .failed(.refused(let reason)):
      return refuse(files, SanitisedText("Slurm refuses: \(reason)", limit: .line), isFinal: true)
    case .failed(.invalidJob), .failed(.noAccounting):
      return refuse(files, "Slurm refuses the job", isFinal: true)
    }
  }

  /// Marks the submission as refused, so that a job that got through doesn't run.
  private func refuse(_ files: RelayFiles, _ reason: SanitisedText, isFinal: Bool) -> Outcome {
    try? DurableFile.write([], to: files.refusal)
    return .refused(reason, isFinal: isFinal)
  }
}
