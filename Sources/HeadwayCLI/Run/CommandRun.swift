import Glibc
import HeadwayConfig
import HeadwayLink
import HeadwayModel
import HeadwaySupervisor
import HeadwaySystem
import SystemPackage

/// The command `headway run`: becomes the supervisor of a command in this terminal.
///
/// The command runs in any case. If the hub, the config or the resource limits prevent supervision,
/// the command runs without a card and the user gets a line that says why.
struct CommandRun {
  /// The command with its arguments, with or without a leading `--`.
  var words: [String]
  /// The properties that the options set.
  var request = TaskRequest()
  /// The conditions of the start. Nil starts the command immediately.
  var terms: LaunchTerms?
  /// The longest wait for the start; nil for no limit.
  var turnLimit: TurnLimit?
  /// The niceness of the command. Nil stands for that of this process.
  var niceness: Int?
  /// The umask of the command. Nil stands for that of this process.
  var umask: UInt16?
  /// The scope around the command. Nil for none.
  var scope: UserScope?

  /// Runs the command and exits with its status. Returns only by throwing.
  func perform() throws {
    let command = try CommandWords.command(words, of: "run")
    if ProcessEnvironment.variable("HEADWAY") == "off" {
      throw PlainExecution.failure(of: command)
    }
    if let shortage = ResourceShortage.ofSupervisor() {
      throw runPlainly(command, because: "\(shortage)")
    }
    try CommandWords.refuseShellSyntax(command, of: "run")
    let config = SupervisedCommand.config()
    try config.checkPermission(of: request.identifier)
    let paths: HeadwayPaths
    do {
      paths = try HeadwayPaths.resolve()
    } catch {
      throw runPlainly(command, because: "\(error)")
    }
    var task = request.description(of: command, grace: config.run.grace)
    let units = try terms.map { terms in
      let submission = Submission(task, terms, report: request.firstReport)
      let units = try TurnWait(submission: submission, paths: paths, limit: turnLimit).perform()
      task.startedAt = WallTime(
        millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
      return units
    }
    let link = WorkerLink(
      task: task, report: request.firstReport, paths: paths, isSupervisor: true, mayStartHub: true)
    let startedAt = SystemClocks.awake
    var complained = false
    var options = SupervisedCommand(
      command: scope?.words(around: command) ?? command, task: task, paths: paths, config: config
    ).options
    if let umask { OwnProcess.umask = umask }
    let inherited = InheritedLimits(niceness: niceness).permitted()
    for refusal in inherited.refusals {
      StandardStreams.complain(String(localizing: refusal))
    }
    options.inherited = inherited.limits
    options.environmentRemovals += LaunchEnvironment.ownNames
    options.environmentAdditions += LaunchEnvironment.variables(of: units ?? [:]).map {
      (name: $0.name, value: RawText($0.value))
    }
    let status: HeadwayModel.ExitStatus
    do {
      status = try Supervisor(options: options, hub: link).run {
        complained = complain(of: link.trouble, isOver: false)
      }
    } catch {
      throw runPlainly(
        command, because: String(localized: "can't supervise the command: \(error)"))
    }
    if !complained, link.number == nil {
      _ = complain(of: link.trouble, isOver: SystemClocks.awake - startedAt > .seconds(1))
    }
    Supervisor.leave(as: status)
  }

  /// Prints the reason and replaces this process by the command. Returns a failure only if the
  /// command can't be executed.
  private func runPlainly(_ command: [RawText], because problem: String) -> CommandFailure {
    StandardStreams.complain(
      request.timeLimit == nil
        ? String(localized: "\(problem) (the command runs without a card)")
        : String(localized: "\(problem) (the command runs without a card and a time limit)"))
    return PlainExecution.failure(of: command)
  }

  /// Prints why the command has no card, and returns whether it printed anything. While the command
  /// runs, a missing hub and a hub that has just left aren't reported, because another hub is being
  /// started. With `isOver` the command has ended, and both are reported.
  private func complain(of trouble: LinkError?, isOver: Bool) -> Bool {
    guard let trouble, isOver || trouble != .noHub && trouble != .connectionLost else {
      return false
    }
    StandardStreams.complain(
      isOver
        ? String(localized: "\(localizing: trouble) (the command ran without a card)")
        : String(localized: "\(localizing: trouble) (the command runs without a card)"))
    return true
  }
}

/// The execution of a command without supervision (execvp(3)), for `HEADWAY=off` and for cases in
/// which Headway can't work.
enum PlainExecution {
  /// Replaces this process by the command. Returns a failure only if the command can't be executed,
  /// with a shell's status: 127 if it doesn't exist, otherwise 126.
  static func failure(of command: [RawText]) -> CommandFailure {
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { word in
      (word.bytes + [0]).withUnsafeBytes { bytes in
        bytes.baseAddress.flatMap { strdup($0.assumingMemoryBound(to: CChar.self)) }
      }
    }
    arguments.append(nil)
    ResourceLimits.found?.apply()
    if let program = arguments[0] { execvp(program, arguments) }
    let error = Errno.last
    StandardStreams.complain(
      String(
        localized: """
          \(command[0].string) can't be executed: \(error.words); check its name
          """)
    )
    return CommandFailure(silently: error == .noSuchFileOrDirectory ? 127 : 126)
  }
}
