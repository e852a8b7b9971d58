import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySupervisor
import HeadwaySystem

/// The supervisor of a queued task. The hub asks the fork server to start it. No person is at a
/// terminal, so messages go to the log and to the hub.
struct LaunchedRun {
  private let arguments: SupervisorArguments
  private let key: TaskKey
  /// The variables that the command gets besides those of this process.
  private var variables: [(name: String, value: RawText)] = []
  private var isJobOfCluster = false

  /// Reads a request to the fork server. Nil if it doesn't ask for a supervisor.
  init?(_ request: ForkRequest) { self.init(SupervisorArguments(request)) }

  /// Reads the command line of this process, for hubs of older versions, which execute the program
  /// instead of asking the fork server. Nil for any other command line.
  init?(executedAs vector: [RawText]) { self.init(SupervisorArguments(withDetails: vector)) }

  /// Creates the run. Nil if the arguments name no valid key.
  private init?(_ arguments: SupervisorArguments?) {
    guard let arguments, let key = TaskKey(arguments.task.string)
    else { return nil }
    (self.arguments, self.key) = (arguments, key)
  }

  /// Runs this process as the fork server until the hub is gone. Every request forks a child that
  /// becomes one supervisor.
  static func serve() -> Never {
    rehearse()
    ForkServer.serve(idle: [SupervisorArguments.name, "idle"]) { request in
      guard let launched = LaunchedRun(request) else { exit(EX_USAGE) }
      do {
        _ = try launched.run()
      } catch {
        exit(EX_SOFTWARE)
      }
    }
  }

  /// Makes Swift set up its metadata of generic types and its tables, so that forked children
  /// inherit them. Without this rehearsal each run costs a tenth more processor time.
  private static func rehearse() {
    Supervisor.rehearse()
    WorkerLink.rehearse()
    guard let paths = try? Hub.paths() else { return }
    let task = TaskDescription(key: TaskKey(high: 0, low: 0), title: "")
    _ = WorkerLink(task: task, paths: paths, isSupervisor: true, mayStartHub: false)
    let command = SupervisedCommand(
      command: ["true"], task: task, paths: paths, config: SupervisedCommand.config())
    _ = command.options
  }

  /// Creates the run of a job that a cluster has started on this machine; nil if there is no such
  /// job.
  init?(_ job: RelayJob, restarts: Int) {
    var arguments = job.arguments
    arguments.launch += min(max(0, restarts), 1_000_000)
    self.init(arguments)
    isJobOfCluster = true
    variables = job.variables.compactMap { variable in
      guard let sign = variable.bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let name = String(decoding: variable.bytes[..<sign], as: UTF8.self)
      return (name, RawText(Array(variable.bytes[(sign + 1)...])))
    }
  }

  /// Supervises the command and returns its status. A supervisor that can't start the command exits.
  func run() throws -> HeadwayModel.ExitStatus {
    // The begin goes out once the command runs, with all that is known by then.
    try run(in: try Hub.paths()) { task, paths in
      WorkerLink(task: task, paths: paths, isSupervisor: true, mayStartHub: true)
    }
  }

  /// Supervises the command of a cluster's job, which reports through files, and returns its status.
  func run(
    _ files: RelayFiles, stateDirectory: String, isRepeated: Bool
  ) throws -> HeadwayModel.ExitStatus {
    let paths = HeadwayPaths(socket: try Hub.paths().socket, stateDirectory: stateDirectory)
    return try run(in: paths) { task, _ in
      var task = task
      task.startedAt = WallTime(
        millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
      return RelayLink(task: task, files: files, obeysEarlierOrders: !isRepeated)
    }
  }

  private func run<Link: HubReporting>(
    in paths: HeadwayPaths, reportingBy makeLink: (TaskDescription, HeadwayPaths) -> Link
  ) throws -> HeadwayModel.ExitStatus {
    // An older hub puts more into the command line than ps(1) should show.
    OwnProcess.rename("headway", line: arguments.vector)
    OwnProcess.umask = arguments.umask
    var task = TaskDescription(key: key, title: SanitisedText(arguments.title.string))
    task.launch = arguments.launch
    if let limit = arguments.timeLimit {
      task.timeLimit = .milliseconds(limit.milliseconds)
      task.grace = .milliseconds(limit.graceMilliseconds)
    }
    task.stallPolicy.after = arguments.stallAfterMilliseconds.map { .milliseconds($0) }
    let command = SupervisedCommand(
      command: arguments.command, task: task, paths: paths, config: SupervisedCommand.config())
    // Two supervisors may exist if a hub died while it started the first. The one that creates the
    // log runs the command.
    let log = command.logPath
    // A cluster takes the exit status of its job for that of the command.
    if let log, !Self.makeAnew(log) { exit(isJobOfCluster ? EX_TEMPFAIL : EX_OK) }
    let link = makeLink(task, paths)
    if let problem = enterDirectory() { Self.fail(problem, link, log) }
    var options = command.options
    options.detached = arguments.streams
    options.terminalColumns = arguments.columns
    if arguments.streams == .terminal { options.environmentAdditions += Self.noPagers }
    if arguments.streams == .pipes, log != nil {
      options.errorLogPath = paths.errorLog(ofKey: key, launch: arguments.launch)
    }
    options.environmentAdditions += variables
    options.isJobOfCluster = isJobOfCluster
    options.commandLimits = limits
    let inherited = arguments.inherited.permitted()
    (options.inherited, options.notes) = (inherited.limits, inherited.refusals)
    do {
      return try Supervisor(options: options, hub: link).run()
    } catch {
      Self.fail(String(wire: "can't supervise the command: \(error)"), link, log)
    }
  }

  /// The variables that keep a command from starting a pager, which would wait for keys at a terminal
  /// that nobody sees.
  private static let noPagers = ["PAGER", "GIT_PAGER"].map { name in
    (name: name, value: RawText("cat"))
  }

  /// Enters the task's directory (chdir(2)). Returns the reason if it can't, and nil on success.
  private func enterDirectory() -> String? {
    let isThere = (arguments.directory.bytes + [0]).withUnsafeBytes { path in
      path.baseAddress.map { chdir($0.assumingMemoryBound(to: CChar.self)) } == 0
    }
    guard !isThere else { return nil }
    return String(
      wire: "can't enter \(arguments.directory.string): \(String(cString: strerror(errno)))")
  }

  /// Reports a failed launch the way a shell does: a message in the log, and exit status 126. The
  /// hub gets the message as the task's subtitle.
  private static func fail(
    _ problem: String, _ link: some HubReporting, _ log: String?
  ) -> Never {
    if let log {
      try? DurableFile.write(Array("headway: \(problem)\n".utf8), to: log, mode: 0o600)
    }
    var report = WorkerReport()
    report.subtitle = SanitisedText(problem, limit: .line)
    link.report(report)
    let status = HeadwayModel.ExitStatus.code(126)
    let now = SystemClocks.awake
    link.end(TaskEnding(reason: .failed, status: status), now: now)
    link.settle(since: now)
    Supervisor.leave(as: status)
  }

  /// The soft resource limits of the command. A hub of an older version has already raised the
  /// limit on descriptors, and passes the original limit in the arguments.
  private var limits: ResourceLimits {
    var limits = ResourceLimits.found ?? .current
    limits[.descriptors] = min(limits[.descriptors], arguments.descriptorLimit)
    return limits
  }

  /// Creates the log. Returns false if another supervisor has already created it: the hub may die
  /// while it starts a task, and the next hub starts the task again.
  private static func makeAnew(_ path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    guard descriptor < 0, errno == EEXIST else { return true }
    // Another supervisor creates a regular file. Anything else under that name must not stop the
    // command: the command runs, and its output isn't kept.
    return RegularFile(of: path) == nil
  }
}
