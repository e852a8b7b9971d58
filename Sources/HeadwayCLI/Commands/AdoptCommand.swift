import ArgumentParser
import Glibc
import HeadwayConfig
import HeadwayModel
import HeadwayLink
import HeadwaySupervisor
import HeadwaySystem

/// The command `headway adopt PID`: watches a process that is already running, as a task.
///
/// ```sh
/// headway adopt "$(pidof -s rsync)"
/// ```
struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt", abstract: "Watch a running process as a task.",
    discussion: """
      The progress is how far the process has read its files. headway adopt runs until the process \
      ends. It exits with the status of the process, or with 70 if Headway can't learn the status. \
      Ctrl-C ends the watch, not the process. Closing the terminal ends neither. Cancelling the \
      task ends the process.
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
      "Set the time between SIGTERM and SIGKILL (default: [run] grace in the config, 5s).",
      valueName: "duration"),
    transform: ShortDuration.parse)
  var grace: ShortDuration?

  @Argument(
    help: ArgumentHelp("The number of the process (PID).", valueName: "pid"),
    transform: wholeNumber(in: 1...Int32.max))
  var process: Int32

  /// Watches the process until it ends, and exits with its status if that can be known.
  mutating func run() throws {
    if ProcessEnvironment.variable("HEADWAY") == "off" { return }
    let paths = try Hub.paths()
    let config = try UserConfig.load()
    let handle = try open()
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
        "watching process \(handle.process) as task \(number); Ctrl-C ends the watch, not the process"
      )
    }
    switch outcome {
    case .ended(let status?): return status.shellCode
    case .ended(nil): return TaskEnding(reason: .lost).waitStatus
    case .released(let signal): return ExitStatus.signal(signal).shellCode
    }
  }

  /// A handle of the process. Throws a failure that says why it can't be watched.
  private func open() throws(CommandFailure) -> ProcessHandle {
    do {
      return try ProcessHandle(process)
    } catch {
      throw CommandFailure(error, process)
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
  fileprivate init(_ error: ProcessHandleError, _ process: Int32) {
    switch error {
    case .notFound: self.init("there is no process \(process); see: ps x", status: .nothing)
    case .hasEnded: self.init("process \(process) has ended already; see: ps x", status: .nothing)
    case .foreign:
      self.init(
        "process \(process) belongs to another user; adopt it as that user", status: .notPermitted)
    case .isSelf:
      self.init(
        "process \(process) is headway adopt itself; name another process", status: .usage)
    case .isInit:
      self.init(
        "process 1 never ends while the machine runs; name another process, see: ps x",
        status: .usage)
    case .system(let error):
      self.init("process \(process) can't be watched: \(error)", status: .failure)
    }
  }
}
