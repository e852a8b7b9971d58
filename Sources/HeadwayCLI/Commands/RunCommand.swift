import ArgumentParser
import HeadwayCore

/// `headway run [OPTIONS] [--] COMMAND…`
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

  mutating func run() throws {
    try CommandWords.answerFlags(words, of: self)
    try CommandRun(words: words, request: task.request, terms: launchTerms).perform()
  }

  /// Nil where it waits for nothing.
  private var launchTerms: LaunchTerms? {
    guard queue || !terms.areEmpty else { return nil }
    var terms = terms.terms
    terms.takesSlot = queue
    terms.launcher = .worker
    return terms
  }
}

/// `headway run COMMAND…` without options, matched literally: parsing would take longer than all
/// else that is done before the command runs.
struct QuickRun {
  private let words: [String]

  init?(_ arguments: [String]) {
    guard let words = CommandWords.withoutOptions(arguments, of: "run") else { return nil }
    self.words = words
  }

  func run() throws { try CommandRun(words: words).perform() }
}

extension StallAction: ExpressibleByArgument {}
