import ArgumentParser
import HeadwayCore

/// `headway run [OPTIONS] [--] COMMAND…`
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a command here as a task; all passes through unchanged.",
    discussion: """
      Output, input, window size, signals, job control and exit status are the command's own. \
      Closing the terminal doesn't end it. With HEADWAY=off the command is simply executed.
      """)

  @Option(name: .long, help: "What the card is called; by default the command line.")
  var title: String?

  @Option(name: .long, help: "A second line for the card.")
  var subtitle: String?

  @Option(name: .customLong("id"), help: "A name for this kind of task across runs.")
  var identifier: String?

  @Option(name: .long, help: "Units in all, for a command that reports units done.")
  var total: Int64?

  @Option(name: .long, help: "What a unit is: files, B, …")
  var unit: String?

  @Option(name: .long, help: "When it makes no headway: ask, expire (after a countdown) or ignore.")
  var onStall = StallAction.ask

  @Option(
    name: .long, help: ArgumentHelp("How long both stall clocks may stand.", valueName: "duration"))
  var stallAfter: ShortDuration?

  @Option(
    name: .long, help: ArgumentHelp("From the polite signal to the kill.", valueName: "duration"))
  var grace: ShortDuration?

  @Option(name: .long, help: "A group to wait for, or to see together.")
  var group: String?

  @Flag(name: .long, help: "Show no title on shared surfaces, such as the status line.")
  var sensitive = false

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The command and its arguments.", valueName: "command"))
  var words: [String] = []

  mutating func validate() throws {
    guard let identifier else { return }
    guard case .identifier = TaskReference(identifier) else {
      throw ValidationError(
        "--id \(identifier) would be taken for a number or a key; choose a name")
    }
  }

  /// Passing all on, the parser passes on its own flags too.
  mutating func run() throws {
    switch words.first {
    case "-h", "--help": throw CleanExit.helpRequest(self)
    case "--version": throw CleanExit.message(HeadwayCommand.configuration.version)
    default: break
    }
    try CommandRun(
      words: words, title: title, subtitle: subtitle, identifier: identifier, total: total,
      unit: unit, stallPolicy: StallPolicy(action: onStall, after: stallAfter?.duration),
      grace: grace?.duration, group: group, sensitive: sensitive
    ).perform()
  }
}

/// `headway run COMMAND…` without options, matched literally: parsing would take longer than all
/// else that is done before the command runs.
struct QuickRun {
  private let words: [String]

  init?(_ arguments: [String]) {
    guard arguments.count > 2, arguments[1] == "run",
      arguments[2] == "--" || !arguments[2].hasPrefix("-")
    else { return nil }
    words = Array(arguments.dropFirst(2))
  }

  func run() throws { try CommandRun(words: words).perform() }
}

extension StallAction: ExpressibleByArgument {}

/// A duration of the command line: `30s`, `5m`, `1h30m`.
struct ShortDuration: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let duration = Duration(shortForm: argument) else { return nil }
    self.duration = duration
  }
}
