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
    commandName: "adopt", abstract: "Watch a process that is already running, as a task.",
    discussion: """
      Its progress is how far it has read its files. It stays in front until the process ends, and \
      exits with its status where that can be known, else with 70. Ctrl-C ends the watch, not the \
      process; closing the terminal ends neither. Cancelling the task ends the process.
      """)

  @Option(name: .long, help: "What the card is called; by default the process's command line.")
  var title: String?

  @Option(name: .customLong("id"), help: "A name for this kind of task across runs.")
  var identifier: String?

  @Option(
    name: .long, help: ArgumentHelp("From the polite signal to the kill.", valueName: "duration"),
    transform: ShortDuration.parse)
  var grace: ShortDuration?

  @Argument(
    help: ArgumentHelp("The process's number.", valueName: "pid"),
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
        "process \(process) is another user's; adopt it as that user", status: .notPermitted)
    case .isSelf: self.init("process \(process) is this one; name another", status: .usage)
    case .isInit:
      self.init("process 1 runs as long as the machine; name another, see: ps x", status: .usage)
    case .system(let error):
      self.init("process \(process) can't be watched: \(error)", status: .failure)
    }
  }
}
