import Glibc
import HeadwayCore
import HeadwayLink
import HeadwaySupervisor
import HeadwaySystem

/// A supervisor that the hub has asked the fork server for, for a queued task: nobody is at a terminal,
/// and what it has to say goes to the log and to the hub.
struct LaunchedRun {
  private let arguments: SupervisorArguments
  private let key: TaskKey

  /// Nil for a request that isn't for a supervisor.
  init?(_ request: ForkRequest) { self.init(SupervisorArguments(request)) }

  /// For the command line of this process, which a hub of an older version has executed. Nil for the
  /// command line of anything else.
  init?(executedAs vector: [RawText]) { self.init(SupervisorArguments(withDetails: vector)) }

  private init?(_ arguments: SupervisorArguments?) {
    guard let arguments, let key = TaskKey(arguments.task.string)
    else { return nil }
    (self.arguments, self.key) = (arguments, key)
  }

  /// Where this program was started as a fork server: serves as long as the hub is there. Each child is
  /// one such run.
  static func serve() -> Never {
    rehearse()
    ForkServer.serve { request in
      guard let launched = LaunchedRun(request) else { exit(EX_USAGE) }
      do {
        try launched.run()
      } catch {
        exit(EX_SOFTWARE)
      }
    }
  }

  /// What Swift makes on first use, types of generic values and tables, is made here once for all. Measured:
  /// without it a run takes a tenth more of a processor.
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

  func run() throws -> Never {
    // An older hub puts more into the command line.
    OwnProcess.rename("headway", line: arguments.vector)
    OwnProcess.umask = arguments.umask
    let paths = try Hub.paths()
    var task = TaskDescription(key: key, title: SanitisedText(arguments.title.string))
    task.launch = arguments.launch
    task.stallPolicy.after = arguments.stallAfterMilliseconds.map { .milliseconds($0) }
    let command = SupervisedCommand(
      command: arguments.command, task: task, paths: paths, config: SupervisedCommand.config())
    // There can be two where a hub died as it started the first: one of them makes this file.
    let log = command.logPath
    if let log, !Self.makeAnew(log) { exit(EX_OK) }
    let link = WorkerLink(task: task, paths: paths, isSupervisor: true, mayStartHub: true)
    _ = link.step(now: SystemClocks.awake)
    if let problem = enterDirectory() { Self.fail(problem, link, log) }
    var options = command.options
    options.isDetached = true
    options.commandLimits = limits
    do {
      Supervisor.leave(as: try Supervisor(options: options, hub: link).run())
    } catch {
      Self.fail("can't supervise the command: \(error)", link, log)
    }
  }

  /// Why it can't; nil where it did (chdir(2)).
  private func enterDirectory() -> String? {
    let isThere = (arguments.directory.bytes + [0]).withUnsafeBytes { path in
      path.baseAddress.map { chdir($0.assumingMemoryBound(to: CChar.self)) } == 0
    }
    guard !isThere else { return nil }
    return "can't enter \(arguments.directory.string): \(String(cString: strerror(errno)))"
  }

  /// As a shell says it of what it can't execute.
  private static func fail(_ problem: String, _ link: WorkerLink, _ log: String?) -> Never {
    if let log {
      try? DurableFile.write(Array("headway: \(problem)\n".utf8), to: log, mode: 0o600)
    }
    var report = WorkerReport()
    report.subtitle = SanitisedText(problem, limit: .line)
    link.report(report)
    let status = HeadwayCore.ExitStatus.code(126)
    let now = SystemClocks.awake
    link.end(TaskEnding(reason: .failed, status: status), now: now)
    link.settle(since: now)
    Supervisor.leave(as: status)
  }

  /// The command's soft limits. A hub of an older version has raised its limit on descriptors itself,
  /// and tells the limit from before.
  private var limits: ResourceLimits {
    var limits = ResourceLimits.found ?? .current
    limits[.descriptors] = min(limits[.descriptors], arguments.descriptorLimit)
    return limits
  }

  private static func makeAnew(_ path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    guard descriptor < 0, errno == EEXIST else { return true }
    // Another supervisor makes a regular file. Anything else that has the name stops no command: the
    // command runs, and its output is not kept.
    return RegularFile(of: path) == nil
  }
}
