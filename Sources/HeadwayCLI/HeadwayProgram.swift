import ArgumentParser
import Glibc
import HeadwaySystem

/// The program `headway`: chooses the road, turns errors into one line and an exit status.
enum HeadwayProgram {
  static func main(_ arguments: [String]) -> Never {
    OwnProcess.occupyClosedStreams()
    // First of all: the stack may be too small for anything else.
    if Self.supervises(arguments) { ResourceLimits.raise() }
    if OwnProcess.arguments.first == ForkServer.name { LaunchedRun.serve() }
    do {
      // A hub that was there before its programs were replaced executes one for each task.
      if let launched = LaunchedRun(executedAs: OwnProcess.arguments) { try launched.run() }
      if let quick = QuickStatus(arguments) { exit(try quick.run()) }
      if let quick = QuickRun(arguments) { try quick.run() }
      if let quick = QuickSubmit(arguments) {
        try quick.run()
        exit(0)
      }
      let words = Array(arguments.dropFirst())
      if try HelpPage.answer(words) { exit(0) }
      try CommandNames.check(words)
      var command = try HeadwayCommand.parseAsRoot(PriorityCommand.markingNumbers(in: words))
      try command.run()
      exit(0)
    } catch let failure as CommandFailure {
      failure.report()
      exit(failure.status)
    } catch {
      finish(error, of: arguments)
    }
  }

  private static func supervises(_ arguments: [String]) -> Bool {
    let names = [ForkServer.name.string, SupervisorArguments.name.string]
    return arguments.dropFirst().first == "run" || arguments.first.map(names.contains) == true
  }

  /// Help, versions and usage errors: as the parser has them, but for one line on misuse.
  private static func finish(_ error: any Error, of arguments: [String]) -> Never {
    let code = HeadwayCommand.exitCode(for: error)
    if code == .success || error is ExitCode { HeadwayCommand.exit(withError: error) }
    let message = HeadwayCommand.message(for: error).split(separator: "\n").first ?? "wrong usage"
    let command = arguments.dropFirst().first { word in
      HeadwayCommand.configuration.subcommands.contains { $0.configuration.commandName == word }
    }
    let help = ["headway help", command].compactMap { $0 }.joined(separator: " ")
    CommandFailure("\(message); see: \(help)", status: .usage).report()
    exit(ExitStatus.usage.rawValue)
  }

  /// What the program exits with besides a command's own status (sysexits(3), and the shell's).
  enum ExitStatus: CInt {
    case nothing = 1
    case usage = 64
    case unknownInput = 65
    case noHub = 69
    case failure = 70
    case outputLost = 74
    case notNow = 75
    case notPermitted = 77
    case interrupted = 130
  }
}

/// The end of a command that didn't succeed: one line for the person, and a status.
struct CommandFailure: Error {
  let message: String?
  let status: CInt

  /// `message` says what happened and what to do, in one line.
  init(_ message: String, status: HeadwayProgram.ExitStatus) {
    self.message = message
    self.status = status.rawValue
  }

  /// Without a line: the status says it all.
  init(silently status: CInt) {
    message = nil
    self.status = status
  }

  var isOfNoHub: Bool { status == HeadwayProgram.ExitStatus.noHub.rawValue }

  func report() {
    if let message { StandardStreams.complain(message) }
  }
}
