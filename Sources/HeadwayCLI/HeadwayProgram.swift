import ArgumentParser
import Glibc
import HeadwayLanguages
import HeadwayModel
import HeadwaySupervisor
import HeadwaySystem

/// The entry point of `headway`. It picks the fastest way to run the command line, and turns every
/// error into one line on standard error and an exit status.
enum HeadwayProgram {
  /// Runs the command line and exits.
  ///
  /// Frequent command lines (`status`, `run` and `submit` without options) are matched literally
  /// before ArgumentParser is asked, because parsing takes longer than the work.
  static func main(_ arguments: [String]) -> Never {
    OwnProcess.occupyClosedStreams()
    HostHint.takeNearName()
    var words = Array(arguments.dropFirst())
    // The limits come first, because the stack may be too small for anything else.
    if Self.supervises(arguments) { ResourceLimits.raise() }
    if OwnProcess.arguments.first == ForkServer.name { LaunchedRun.serve() }
    do {
      // A hub that is older than this program executes the program once for each task.
      if let launched = LaunchedRun(executedAs: OwnProcess.arguments) {
        Supervisor.leave(as: try launched.run())
      }
      if Self.isRead(words) { MessageCatalog.use(.wanted(by: HostHint.languageVariable)) }
      let host = ProcessEnvironment.variable(HostChoice.variable)
      if host == nil {
        if let quick = QuickStatus(arguments) { exit(try quick.run()) }
        if let quick = QuickRun(arguments) { try quick.run() }
        if let quick = QuickSubmit(arguments) {
          try quick.run()
          exit(0)
        }
      }
      let choice = try HostChoice(try FleetOption.completing(words), variable: host)
      words = try CommandAlias.replaced(in: choice.words)
      try choice.enter(words)
      if try HelpPage.answer(words) { exit(0) }
      try CommandNames.check(words)
      var command = try HeadwayCommand.parseAsRoot(PriorityCommand.markingNumbers(in: words))
      try command.run()
      exit(0)
    } catch let failure as CommandFailure {
      failure.report()
      exit(failure.status)
    } catch {
      finish(error, of: words)
    }
  }

  /// Whether this process will supervise commands. Such a process raises its resource limits first,
  /// because the stack may be too small for anything else.
  private static func supervises(_ arguments: [String]) -> Bool {
    let names = [ForkServer.name.string, SupervisorArguments.name.string]
    return arguments.dropFirst().first == "run"
      || arguments.dropFirst().starts(with: ["hub", "job"])
      || arguments.first.map(names.contains) == true
  }

  /// Whether a person reads what the command prints. The sentences of the hub's own processes go to
  /// the hub, to logs and to ssh, and those of completion to a shell: they stay English.
  private static func isRead(_ words: [String]) -> Bool {
    if words.first == "---completion" { return false }
    return words.first != "hub" || !["connect", "job", "relay"].contains(words.dropFirst().first)
  }

  /// Prints help and versions as ArgumentParser does. Prints a usage error as a single line that
  /// names the page of help.
  private static func finish(_ error: any Error, of words: [String]) -> Never {
    let code = HeadwayCommand.exitCode(for: error)
    if code == .success || error is ExitCode { HeadwayCommand.exit(withError: error) }
    let option = OptionCheck(dump: HeadwayCommand._dumpHelp())?.unknownOption(in: words)
    let complaint = HeadwayCommand.message(for: error).split(separator: "\n").first.map(String.init)
    var message = option ?? complaint ?? String(localized: "wrong usage")
    if message.hasSuffix(".") { message.removeLast() }
    message = String(localizing: message)
    let command = words.first { word in
      HeadwayCommand.configuration.subcommands.contains { $0.configuration.commandName == word }
    }
    let help = ["headway help", command].compactMap { $0 }.joined(separator: " ")
    CommandFailure("\(message); see: \(help)", status: .usage).report()
    exit(ExitStatus.usage.rawValue)
  }

  /// The exit statuses of the program itself (sysexits(3)). A status from 128 on means a signal, as
  /// in a shell.
  enum ExitStatus: CInt {
    /// The command found or did nothing.
    case nothing = 1
    /// The command line or the config is wrong (EX_USAGE).
    case usage = 64
    /// The input names something unknown (EX_DATAERR).
    case unknownInput = 65
    /// No hub can be reached (EX_UNAVAILABLE).
    case noHub = 69
    /// Something else went wrong (EX_SOFTWARE).
    case failure = 70
    /// Standard output can't be written (EX_IOERR).
    case outputLost = 74
    /// The task can't start now (EX_TEMPFAIL).
    case notNow = 75
    /// The user may not do this (EX_NOPERM).
    case notPermitted = 77
    /// Ctrl-C ended the command: 128 and SIGINT.
    case interrupted = 130
  }
}

/// An error that ends a command: a line for the person and an exit status. Commands throw it, and
/// ``HeadwayProgram`` reports it.
///
/// ```swift
/// throw CommandFailure("there is no task 7; see: headway list", status: .nothing)
/// ```
struct CommandFailure: Error {
  /// The line on standard error. Nil if the status alone tells the outcome.
  let message: String?
  let status: CInt

  /// Creates a failure with a line. `message` says what happened and then what to do.
  init(_ message: Message, status: HeadwayProgram.ExitStatus) {
    self.message = message.text
    self.status = status.rawValue
  }

  /// Creates a failure with a line that is in the reader's language already. Generic, and out of favour,
  /// so that a literal is a sentence with translations.
  @_disfavoredOverload
  init(_ message: some StringProtocol, status: HeadwayProgram.ExitStatus) {
    self.message = String(message)
    self.status = status.rawValue
  }

  /// Creates a failure without a line, for example to pass on the status of a task.
  init(silently status: CInt) {
    message = nil
    self.status = status
  }

  /// The failure with the name of the machine whose hub it is about. Unchanged for this machine, and
  /// if the line names the machine already.
  func named(_ host: HostName?) -> CommandFailure {
    guard let host, let message, !message.contains(host.name) else { return self }
    return CommandFailure(message: "\(host): \(message)", status: status)
  }

  private init(message: String, status: CInt) { (self.message, self.status) = (message, status) }

  /// Whether no hub could be reached.
  var isOfNoHub: Bool { status == HeadwayProgram.ExitStatus.noHub.rawValue }

  /// Prints the line.
  func report() {
    if let message { StandardStreams.complain(message) }
  }
}
