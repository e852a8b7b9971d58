public import ArgumentParser
import HeadwayModel

/// The command `headway run [OPTIONS] [--] COMMAND…`: runs a command in this terminal as a task.
///
/// ```sh
/// headway run --title Backup -- rsync -a --info=progress2 src/ dst/
/// ```
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a command in this terminal as a task.",
    discussion: """
      Output, input, window size, signals, job control and exit status are the command's own. \
      Closing the terminal doesn't end the command.
      The command starts at once by default. With --queue, --needs, --after, --after-any, --at, \
      --when or --while it may have to wait. Ctrl-C ends the wait. Closing the terminal doesn't.
      With HEADWAY=off, headway run only executes the command. If a resource limit (ulimit) leaves \
      Headway no room, headway run says so and then only executes the command.
      """)

  @Flag(name: .long, help: "Wait for a free slot of the queue first (default: start at once).")
  var queue = false

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Wait at most this long, then start nothing and exit 75.", valueName: "duration"),
    transform: ShortDuration.parsePositive)
  var giveUpAfter: ShortDuration?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Wait at most this long for a slot, then start without one, as headway start does.",
      valueName: "duration"),
    transform: ShortDuration.parsePositive)
  var startAnywayAfter: ShortDuration?

  @OptionGroup var task: TaskOptions
  @OptionGroup var terms: TermsOptions
  @OptionGroup var process: ProcessOptions

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The command and its arguments.", valueName: "command"))
  var words: [String] = []

  @OptionGroup var machine: HostOptions

  /// Checks the options that need each other.
  mutating func validate() throws {
    if terms.slots != nil, !queue {
      throw ValidationError(localized: "--slots takes slots of the queue; add --queue")
    }
    if giveUpAfter != nil, startAnywayAfter != nil {
      throw ValidationError(
        localized: "--give-up-after and --start-anyway-after exclude each other; leave one out")
    }
    if giveUpAfter != nil || startAnywayAfter != nil, launchTerms == nil {
      throw ValidationError(
        localized: "a limit of the wait needs something to wait for; add --queue")
    }
  }

  /// Runs the command. Exits with its status.
  mutating func run() throws {
    try CommandWords.answerFlags(words, of: self)
    try makeGroup()
    try terms.resolveLast()
    var run = CommandRun(words: words, request: task.request, terms: launchTerms)
    (run.niceness, run.umask) = (process.nice, process.umask)
    run.scope = try process.scope()
    run.turnLimit =
      giveUpAfter.map { .giveUp($0.duration) }
      ?? startAnywayAfter.map { .startAnyway($0.duration) }
    try run.perform()
  }

  /// Makes the group if --create says so. A command that takes no slot runs without a hub, too.
  private func makeGroup() throws(CommandFailure) {
    do {
      try task.makeGroup()
    } catch {
      guard !queue else { throw error }
      error.report()
    }
  }

  /// The conditions of the start. Nil if the command starts immediately.
  private var launchTerms: LaunchTerms? {
    guard queue || !terms.areEmpty else { return nil }
    var terms = terms.terms
    terms.takesSlot = queue
    terms.needsKnownGroup = queue && task.needsKnownGroup
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
