import ArgumentParser
import Glibc
import HeadwayConfig
import HeadwayModel
import HeadwayLink
import HeadwaySlurm
import HeadwaySupervisor
import HeadwaySystem
import HeadwayWire

/// The command `headway adopt`: watches a process that is already running, or a job that somebody
/// submitted to Slurm, as a task.
///
/// ```sh
/// headway adopt "$(pidof -s rsync)"
/// headway adopt slurm:17
/// ```
struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt", abstract: "Watch a running process, or a job of Slurm, as a task.",
    discussion: """
      The progress is how far the process has read its files. headway adopt runs until the process \
      ends. It exits with the status of the process, or with 70 if Headway can't learn the status. \
      Ctrl-C ends the watch, not the process. Closing the terminal ends neither. Cancelling the \
      task ends the process.
      slurm:17 is a job of yours that was submitted with Slurm's own commands, and slurm:17_3 an \
      element of a job array. headway adopt prints the number of the task and returns, because the \
      hub watches the job. The progress is what the output file of the job shows. Cancelling the \
      task cancels the job.
      """)

  @Option(
    name: .long, parsing: .unconditional,
    help: "Set the card's title (default: the command line of the process).")
  var title: String?

  @Option(
    name: .customLong("id"), parsing: .unconditional,
    help: "Set an identifier, the same for every run of this kind of task: com.example.backup.")
  var identifier: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Set the time between SIGTERM and SIGKILL of a process (default: [run] grace in the config, 5s).",
      valueName: "duration"),
    transform: ShortDuration.parse)
  var grace: ShortDuration?

  @Argument(
    help: ArgumentHelp(
      "The number of the process (PID), or slurm: and the number of the job.", valueName: "pid"),
    transform: AdoptedThing.parse)
  var thing: AdoptedThing

  mutating func validate() throws {
    if case .job = thing, grace != nil {
      throw ValidationError(
        localized: "--grace is for processes; Slurm has a pause of its own (KillWait)")
    }
  }

  /// Watches the process until it ends, and exits with its status if that can be known. Of a job, lets
  /// the hub watch.
  mutating func run() throws {
    if ProcessEnvironment.variable("HEADWAY") == "off" { return }
    switch thing {
    case .process(let process): try adopt(process)
    case .job(let job): try adopt(job)
    }
  }

  /// Lets the hub watch a job, and prints the number of the task.
  private func adopt(_ job: SlurmJobID) throws {
    _ = try UserConfig.load(orElse: String(localized: "nothing was adopted"))
    var generator = SystemRandomNumberGenerator()
    var description = TaskDescription(
      key: .random(using: &generator), title: SanitisedText(title ?? ""))
    description.identifier = identifier.map { SanitisedText($0) }
    var terms = LaunchTerms()
    terms.engine = EngineTerms("slurm", job: SanitisedText(job.description))
    // The hub asks the cluster that the environment names.
    let payload = try LaunchPayload.ofThisProcess([RawText("slurm:\(job)")])
    let submission = Submission(description, terms)
    let submitted = try Hub.ask { client throws(LinkError) in
      try client.submit(submission, payload)
    }
    StandardStreams.print(submitted.number)
  }

  private func adopt(_ process: Int32) throws {
    let paths = try Hub.paths()
    let config = try UserConfig.load()
    let handle = try open(process)
    let task = description(of: handle, config.run.grace)
    let link = WorkerLink(task: task, paths: paths, isSupervisor: true, mayStartHub: true)
    _ = link.step(now: SystemClocks.awake)
    if let trouble = link.trouble, trouble != .noHub, trouble != .connectionLost {
      throw CommandFailure(trouble)
    }
    let status = try watch(handle, link, stallAfter: config.stall.silentAfter)
    if status != 0 { throw CommandFailure(silently: status) }
  }

  /// Returns the exit status. Prints the task's number once the hub has given it.
  private func watch(
    _ handle: ProcessHandle, _ link: WorkerLink, stallAfter: Duration
  ) throws -> CInt {
    var isAnnounced = false
    let adoption = try Adoption(of: handle, hub: link, stallAfter: stallAfter)
    let outcome = adoption.run {
      guard !isAnnounced, let number = link.number else { return }
      isAnnounced = true
      StandardStreams.print(
        String(
          localized: """
            watching process \(handle.process) as task \(number); Ctrl-C ends the watch, not the \
            process
            """)
      )
    }
    switch outcome {
    case .ended(let status?): return status.shellCode
    case .ended(nil): return TaskEnding(reason: .lost).waitStatus
    case .released(let signal): return ExitStatus.signal(signal).shellCode
    }
  }

  /// A handle of the process. Throws a failure that says why it can't be watched.
  private func open(_ process: Int32) throws(CommandFailure) -> ProcessHandle {
    do {
      return try ProcessHandle(process)
    } catch {
      throw .of(error, process)
    }
  }

  /// The task. Its start is the start of the process.
  private func description(of handle: ProcessHandle, _ grace: Duration) -> TaskDescription {
    TaskDescription(
      of: handle.commandLine.map(\.string), title: title, identifier: identifier,
      directory: handle.workingDirectory, grace: self.grace?.duration ?? grace,
      startedAt: SystemClocks.sinceEpoch - handle.age)
  }
}

extension CommandFailure {
  /// Explains why `process` can't be adopted.
  fileprivate static func of(_ error: ProcessHandleError, _ process: Int32) -> CommandFailure {
    switch error {
    case .notFound:
      CommandFailure("there is no process \(process); see: ps x", status: .nothing)
    case .hasEnded:
      CommandFailure("process \(process) has ended already; see: ps x", status: .nothing)
    case .foreign:
      CommandFailure(
        "process \(process) belongs to another user; adopt it as that user", status: .notPermitted)
    case .isSelf:
      CommandFailure(
        "process \(process) is headway adopt itself; name another process", status: .usage)
    case .isInit:
      CommandFailure(
        "process 1 never ends while the machine runs; name another process, see: ps x",
        status: .usage)
    case .system(let error):
      CommandFailure("process \(process) can't be watched: \(error)", status: .failure)
    }
  }
}

/// The thing that `headway adopt` makes a task of.
enum AdoptedThing: Hashable, Sendable {
  /// A process of this machine, by its number.
  case process(Int32)
  /// A job of Slurm, or an element of a job array.
  case job(SlurmJobID)

  /// Reads `4711`, `slurm:17` or `slurm:17_3`. Throws a `ValidationError` for anything else.
  static func parse(_ word: String) throws -> AdoptedThing {
    guard word.hasPrefix("slurm:") else {
      guard let process = Int32(word), process > 0 else {
        throw ValidationError(localized: "a process is a whole number, a job of Slurm is slurm:17")
      }
      return .process(process)
    }
    guard let id = SlurmJobID(word.dropFirst("slurm:".count)) else {
      throw ValidationError(
        localized: "a job of Slurm is slurm:17, or slurm:17_3 for an element of an array")
    }
    return .job(id)
  }
}
