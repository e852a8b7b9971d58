public import ArgumentParser
import HeadwayModel

/// The command `headway run [OPTIONS] [--] COMMAND…`: runs a command in this terminal as a task.
///
/// ```sh
/// headway run --title Backup -- rsync -a --info=progress2 src/ dst/
/// ```
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a command here as a task; all passes through unchanged.",
    discussion: """
      Output, input, window size, signals, job control and exit status are the command's own. \
      Closing the terminal doesn't end it. It starts at once, unless it is to wait: for a slot \
      (--queue), a resource, a time, a condition or another task; then Ctrl-C ends the wait, and closing \
      the terminal doesn't. With HEADWAY=off the command is simply executed; so it is, with a line \
      that says why, where a resource limit (ulimit) leaves Headway no room.
      """)

  @Flag(name: .long, help: "Wait for a slot of the queue first.")
  var queue = false

  @OptionGroup var task: TaskOptions
  @OptionGroup var terms: TermsOptions

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The command and its arguments.", valueName: "command"))
  var words: [String] = []

  /// Runs the command. Exits with its status.
  mutating func run() throws {
    try CommandWords.answerFlags(words, of: self)
    try CommandRun(words: words, request: task.request, terms: launchTerms).perform()
  }

  /// The conditions of the start. Nil if the command starts immediately.
  private var launchTerms: LaunchTerms? {
    guard queue || !terms.areEmpty else { return nil }
    var terms = terms.terms
    terms.takesSlot = queue
    terms.launcher = .worker
    return terms
  }
}

/// The command line `headway run COMMAND…` without options, matched literally because parsing takes
/// longer than everything else before the command starts.
struct QuickRun {
  private let words: [String]

  /// Matches the command line. Nil if it has options.
  init?(_ arguments: [String]) {
    guard let words = CommandWords.withoutOptions(arguments, of: "run") else { return nil }
    self.words = words
  }

  func run() throws { try CommandRun(words: words).perform() }
}

/// The values of `--on-stall`.
extension StallAction: ExpressibleByArgument {}
