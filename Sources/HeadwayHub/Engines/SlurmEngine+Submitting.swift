import Dispatch
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
    if let word = task.submission.terms?.engine?.job { return show(task, SlurmJobID(word.string)) }
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
    guard let first = launches.first else { return }
    let mark = SlurmMark(first.key, launch: first.launch)
    let attempt = SlurmAttempt(
      launches: launches, mark: mark, cluster: isBusy ? clusterConfig : nil, isBound: isBusy,
      folders: folders, sharesFolder: settings.sharesFolder, program: settings.program,
      paths: paths,
      commands: commands, store: store)
    // The attempt itself withdraws a job of an earlier try.
    doubted.remove(mark)
    workCount += 1
    run(
      on: commands.submissions,
      {
        var attempt = attempt
        return attempt.performInTurn()
      }
    ) { engine, outcome in
      engine.workCount -= 1
      engine.finish(launches, mark, outcome)
      engine.disconnectIfIdle()
    }
  }

  private func finish(
    _ launches: [SlurmLaunch], _ mark: SlurmMark, _ outcome: SlurmAttempt.Outcome
  ) {
    switch outcome {
    case .accepted(let number, let config) where isBusy && config != clusterConfig:
      // Another shell's first job was of another cluster, and came first.
      let job = SlurmCommands.Withdrawal(number: number, config: config)
      run(on: commands.orders, { [commands] in commands.withdraw(job) }) { _, _ in }
      for launch in launches {
        tell(
          .jobRefused(
            launch.key, launch: launch.launch, SlurmAttempt.otherCluster, isFinal: true))
      }
    case .accepted(let number, let config):
      clusterConfig = config
      for launch in launches {
        let index = launch.task.submission.terms?.array?.index
        guard let id = SlurmJobID(number: number, index: index) else { continue }
        let files = folders.files(of: launch.key, launch: launch.launch)
        let nodeFolder =
          settings.sharesFolder ? nil : JobFolders.name(of: launch.key, launch: launch.launch)
        let job = board.add(
          launch.key, launch: launch.launch, id: id, mark: mark, folder: files.folder,
          nodeFolder: nodeFolder, timeLimit: launch.task.description.timeLimit)
        relays[launch.key] = RelayFollower(
          files: files, hasOwnLimit: launch.task.description.timeLimit != nil,
          description: launch.task.description, nodeFolder: nodeFolder)
        tell(.jobReported(launch.key, launch: launch.launch, job, requester))
      }
      pace.noteSubmission()
      scheduleLook(in: .seconds(1))
      scheduleReading(in: readingPause)
    case .refused(let reason, let isFinal):
      if !isFinal { doubted.insert(mark) }
      scheduleLook(in: pace.pause)
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
/// 2. `sbatch` gets the job with a mark of this launch as its comment.
/// 3. The hub's record gets the id. If the hub dies before, the next hub finds the job by the comment.
/// 4. If `sbatch` failed, another mark says so. A job whose submission got through all the same sees
///    the mark and doesn't run. On a node that doesn't see the mark, the job runs, and the next try
///    takes the job for its own.
struct SlurmAttempt: Sendable {
  let launches: [SlurmLaunch]
  let mark: SlurmMark
  /// The variable that names the cluster of the live jobs; nil for none.
  let cluster: RawText?
  /// Whether there are live jobs, so that the job must be of their cluster.
  let isBound: Bool
  let folders: JobFolders
  /// Whether the nodes see the folders.
  let sharesFolder: Bool
  let program: String?
  let paths: HeadwayPaths
  let commands: SlurmCommands
  let store: RecordStore
  /// The jobs that the script carries, for nodes that don't see the folders.
  private var carried: [UInt8] = []

  init(
    launches: [SlurmLaunch], mark: SlurmMark, cluster: RawText?, isBound: Bool,
    folders: JobFolders, sharesFolder: Bool, program: String?, paths: HeadwayPaths,
    commands: SlurmCommands, store: RecordStore
  ) {
    (self.launches, self.mark, self.cluster) = (launches, mark, cluster)
    (self.isBound, self.folders, self.sharesFolder) = (isBound, folders, sharesFolder)
    (self.program, self.paths, self.commands, self.store) = (program, paths, commands, store)
  }

  enum Outcome: Sendable {
    /// Slurm has the job with this number. `config` is the path of the cluster's configuration that
    /// the task's environment names.
    case accepted(Int, config: RawText?)
    case refused(SanitisedText, isFinal: Bool)
  }

  /// The refusal of a job that another cluster than that of the live jobs would run.
  static let otherCluster = SanitisedText(
    wire: "jobs of another cluster are live (SLURM_CONF); submit once they have ended")

  /// Performs the submission once fewer than ``SlurmCommands/submissionLimit`` others are under way.
  mutating func performInTurn() -> Outcome {
    commands.turns.wait()
    defer { commands.turns.signal() }
    return perform()
  }

  private mutating func perform() -> Outcome {
    guard let first = launches.first else {
      return .refused(SanitisedText(wire: "nothing to submit"), isFinal: true)
    }
    let files = folders.files(of: first.key, launch: first.launch)
    do {
      let payload = try first.payload ?? store.payload(of: first.key)
      guard let payload else {
        return .refused(
          SanitisedText(wire: "the command is no longer in the record; submit it again"),
          isFinal: true)
      }
      guard !isBound || payload.clusterConfig == cluster else {
        return .refused(Self.otherCluster, isFinal: true)
      }
      let path = payload.clusterConfig?.string.dropFirst("SLURM_CONF=".count)
      if let path, !path.hasPrefix("/") || access(String(path), R_OK) != 0 {
        return .refused(
          SanitisedText(
            wire: "there is no file \(path) (SLURM_CONF); name the cluster's", limit: .line),
          isFinal: true)
      }
      guard !folders.isNamed || access(folders.path, F_OK) == 0 || errno != ENOENT else {
        return .refused(
          SanitisedText(
            wire: """
              there is no folder \(folders.path); make it where all nodes see it: [slurm] folder
              """, limit: .line), isFinal: true)
      }
      guard SlurmSubmission.canHoldFiles(files.folder) else {
        return .refused(
          SanitisedText(
            wire: "the jobs' folder has a name that Slurm can't use; name another: [slurm] folder"),
          isFinal: true)
      }
      if access(files.refusal, F_OK) == 0 {
        switch withdrawEarlier(payload, files) {
        case .silent: return silent
        case .begun(let number): return .accepted(number, config: payload.clusterConfig)
        case .unknown:
          return .refused(
            SanitisedText(wire: "whether Slurm ran it isn't known; submit it again"), isFinal: true)
        case .gone: break
        }
      }
      try write(files, payload)
      return submit(first, payload, files)
    } catch {
      return .refused(
        SanitisedText(wire: "the job's files can't be written: \(error)", limit: .line),
        isFinal: true)
    }
  }

  /// The size of the largest script in bytes, as Slurm has it unless its administrator sets another
  /// (slurm.conf(5), `max_script_size`).
  private static let scriptLimit = 4 << 20

  private static let silence = SanitisedText(wire: "Slurm doesn't answer")
  private var silent: Outcome { .refused(Self.silence, isFinal: false) }

  /// The fate of an earlier try whose submission failed, and that may have come through.
  private enum EarlierTry {
    /// There is no such job, or it is cancelled.
    case gone
    /// The job with this number began before it could find out that it was refused.
    case begun(Int)
    /// A job has begun, and Slurm doesn't know it.
    case unknown
    /// Slurm doesn't say.
    case silent
  }

  /// Looks for the job of an earlier try, and cancels the job if it hasn't begun.
  private func withdrawEarlier(_ payload: LaunchPayload, _ files: RelayFiles) -> EarlierTry {
    let environment = payload.environment.map { RawText($0) }
    guard
      case .done(let output, false) = commands.run(
        "squeue", SlurmQueue.arguments, environment: environment),
      case (let jobs, 0) = SlurmQueue.jobs(in: output)
    else { return .silent }
    let search = SlurmSearch(
      mark: mark, hasBegun: access(files.state, F_OK) == 0, isRefused: true,
      sharesFolder: folders.readMark(of: files)?.isCarried != true)
    switch search.earlierTry(among: jobs) {
    case .unknown: return .unknown
    case .begun(let number):
      unlink(files.refusal)
      return .begun(number)
    case .gone(let waiting):
      for number in waiting {
        switch commands.run("scancel", ["\(number)"], environment: environment) {
        case .done, .failed(.invalidJob): continue
        case .failed: return .silent
        }
      }
      return unlink(files.refusal) == 0 ? .gone : .silent
    }
  }

  /// Writes the files of all parts, and the mark of the submission.
  private mutating func write(_ files: RelayFiles, _ payload: LaunchPayload) throws {
    try PrivateDirectory.ensure(paths.stateDirectory)
    try PrivateDirectory.ensure(paths.logDirectory)
    try PrivateDirectory.ensure(folders.path)
    var parts = ""
    carried = []
    let content = folders.content(mark, isCarried: !sharesFolder)
    for launch in launches {
      let own = folders.files(of: launch.key, launch: launch.launch)
      try PrivateDirectory.ensure(own.folder)
      unlink(own.state)
      unlink(own.orders)
      let arguments = SupervisorLauncher.arguments(of: launch.task, payload)
      let variables = SupervisorLauncher.variables(of: launch.task)
      let job = RelayJob(
        arguments, stateDirectory: paths.stateDirectory,
        variables: variables.map { RawText("\($0.name)=\($0.value)") })
      if !sharesFolder {
        CarriedJobs.append(
          job, folder: JobFolders.name(of: launch.key, launch: launch.launch),
          index: launch.task.submission.terms?.array?.index, to: &carried)
      }
      try DurableFile.write(job.bytes, to: own.job, isDurable: false)
      if let index = launch.task.submission.terms?.array?.index {
        parts += "\(index) \(JobFolders.name(of: launch.key, launch: launch.launch))\n"
      }
      if launch.key != launches.first?.key {
        try DurableFile.write(content, to: own.attempt, isDurable: false)
      }
    }
    if !parts.isEmpty {
      try DurableFile.write(Array(parts.utf8), to: files.parts, isDurable: false)
    }
    try DurableFile.write(content, to: files.attempt)
  }

  private func submit(
    _ first: SlurmLaunch, _ payload: LaunchPayload, _ files: RelayFiles
  ) -> Outcome {
    guard let program = program ?? SupervisorLauncher.supervisorPath()?.string else {
      return .refused(
        SanitisedText(wire: "the program headway isn't beside headwayd; install it there"),
        isFinal: true)
    }
    let description = first.task.description
    var submission = SlurmSubmission(
      mark: mark, title: description.title, directory: payload.directory,
      folder: files.folder, program: program)
    submission.hidesTitle = description.sensitive
    submission.terms = first.task.submission.terms ?? LaunchTerms()
    submission.timeLimit = description.timeLimit
    submission.engineOptions = submission.terms.engine?.options ?? []
    submission.jobDependencies = first.dependencies
    if !sharesFolder { submission.carried = carried }
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
    guard submission.script.count < Self.scriptLimit else {
      return .refused(
        SanitisedText(
          wire: "the script would be over 4 MiB; submit fewer parts, or share a folder"),
        isFinal: true)
    }
    switch commands.run(
      "sbatch", submission.arguments + ["--", files.script], environment: environment,
      isQuestion: false)
    {
    case .done(let output, _):
      guard let id = SlurmJobID.accepted(String(decoding: output, as: UTF8.self)) else {
        return refuse(
          files, SanitisedText(wire: "sbatch said nothing of a job's number"), isFinal: true)
      }
      return .accepted(id.number, config: payload.clusterConfig)
    case .failed(.controllerSilent):
      return refuse(files, Self.silence, isFinal: false)
    case .failed(.refused(let reason)):
      return refuse(
        files, SanitisedText(wire: "Slurm refuses: \(reason)", limit: .line), isFinal: true)
    case .failed(.invalidJob), .failed(.noAccounting):
      return refuse(files, SanitisedText(wire: "Slurm refuses the job"), isFinal: true)
    }
  }

  /// Marks the submission as refused, so that a job that got through doesn't run.
  private func refuse(_ files: RelayFiles, _ reason: SanitisedText, isFinal: Bool) -> Outcome {
    try? DurableFile.write([], to: files.refusal)
    return .refused(reason, isFinal: isFinal)
  }
}
