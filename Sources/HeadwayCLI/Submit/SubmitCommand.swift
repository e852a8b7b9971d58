import ArgumentParser
import Glibc
import HeadwayConfig
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// The command `headway submit [OPTIONS] [--] COMMAND…`: queues a command and prints its number.
///
/// ```sh
/// headway submit --needs gpu --after 12 -- ./train --epochs 10
/// ```
struct SubmitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "submit", abstract: "Queue a command, print its task number and return.",
    discussion: """
      The command gets the environment, directory, umask, niceness and limits (ulimit) of this \
      shell, and a terminal of its own, as wide as this one. headway logs prints its output, headway \
      attach opens its terminal. PAGER and GIT_PAGER are cat there, since nobody would see a pager. \
      headway submit prints the number once the task is on disk.
      With --no-tty the command has no terminal: its input is /dev/null, and headway logs prints \
      exactly the bytes that the command wrote.
      Without a command, --id NAME starts the command that the config lists for NAME under \
      [permitted."com.example.*"]. The command finds NAME in HEADWAY_IDENTIFIER. Options here \
      override the settings there.
      With --array 1-100%8 the command is queued once for each index from 1 to 100, and at most \
      eight of these parts run at once. Each part is a task of its own. It finds its index in \
      HEADWAY_ARRAY_INDEX, the number of parts in HEADWAY_ARRAY_COUNT, and the number of the first \
      part in HEADWAY_ARRAY. The filter array:12 means all parts of the array that begins with \
      task 12: headway cancel --filter array:12.
      With --batch FILE each line is a script for sh -c, or a JSON object with the long names of \
      these options: {"command": ["make", "-j8"], "title": "Build", "env": {"CC": "clang"}}. A \
      command is a list of words, or a text for sh -c. env and unset add to the variables of the \
      options here; the other fields override the options. Empty lines, and lines that begin with #, are left out. A \
      mistake in one line names the file and the line, and nothing is queued. "after": "last" means \
      the line before. headway submit prints the numbers of the tasks, such as 12-111, once all of \
      them are on disk.
      With --every the command runs again and again, as long as the hub runs; headway hub install \
      starts the hub with your session. Each run is a task with a number, a log and a line in \
      headway history. The next run waits in the queue: headway edit changes it and the runs \
      after it, headway start runs it now, headway cancel ends the series.
      With --host NAME the command runs on another machine. --send FILE copies a file or a folder \
      there first, with rsync or scp: --send data.csv arrives as data.csv in the folder of the \
      command, whatever its folder here is. If a copy fails, nothing is queued.
      A script that must not queue a command twice chooses a key before the first attempt, and \
      gives the same key in each attempt: KEY=$(tr -d - </proc/sys/kernel/random/uuid). If the hub \
      doesn't answer in time, submit exits 69, and the command may be queued all the same.
      """)

  @OptionGroup var task: TaskOptions
  @OptionGroup var terms: TermsOptions
  @OptionGroup var streams: StreamsOptions
  @OptionGroup var process: ProcessOptions
  @OptionGroup var place: PlaceOptions
  @OptionGroup var engine: EngineOptions

  @Flag(
    name: .long,
    help: "Queue the command on hold, until headway resume or headway start.")
  var hold = false

  @Flag(
    name: .long,
    help: """
      Start at once, even if no slot is free. The command still waits for --after, \
      --needs and --while.
      """)
  var immediate = false

  @OptionGroup var series: SeriesOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Queue a command for each line of a file (- for standard input), all of them or none. The "
        + "other options apply to each line.",
      valueName: "file"),
    completion: .file())
  var batch: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Queue a job array: a task for each index, with HEADWAY_ARRAY_INDEX in its environment. "
        + "1-100, 0-20:5 or 1,3,7-9; %8 behind it: at most eight at once.",
      valueName: "indices"),
    transform: ArrayIndices.parse)
  var array: ArrayIndices?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Run periodically, with this time between two starts. Each run has 30 s. Requires --id.",
      valueName: "every"),
    transform: ShortDuration.parse)
  var refresh: ShortDuration?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Set the task's key, 32 hexadecimal digits (default: random). If a task with this key is on "
        + "record, live or ended, submit queues nothing and prints the number of that task.",
      valueName: "key"),
    transform: TaskKey.parse)
  var key: TaskKey?

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "With --host: copy a file or folder there first, into --directory or your home. Can be "
        + "repeated.",
      valueName: "file"),
    completion: .file())
  var send: [String] = []

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("The command and its arguments.", valueName: "command"))
  var words: [String] = []

  @OptionGroup var machine: HostOptions

  /// Checks the options that exclude or need each other.
  mutating func validate() throws {
    try options.validate()
    if !send.isEmpty {
      throw ValidationError(
        localized: "--send copies files to another machine; name it with --host")
    }
    guard batch != nil || array != nil else { return }
    if batch != nil, array != nil {
      throw ValidationError(
        localized: "--array runs one command, and --batch one for each line; leave one out")
    }
    if batch != nil, !words.isEmpty {
      throw ValidationError(
        localized: "--batch has a command on each line; leave out the one after the options")
    }
    if task.identifier != nil {
      throw ValidationError(
        localized: batch == nil
          ? "--id names one task, and an array has several; leave it out"
          : "--id names one task; give each line its own: {\"id\": …}")
    }
    if terms.now { throw ValidationError(localized: "several tasks are queued; leave out --now") }
  }

  var options: SubmissionOptions {
    SubmissionOptions(
      task: task, terms: terms, streams: streams, process: process, place: place,
      engine: engine, hold: hold, startsNow: immediate, refresh: refresh, series: series)
  }

  /// Queues the command, or those of a file.
  mutating func run() throws {
    try CommandWords.answerFlags(words, of: self)
    try task.makeGroup()
    try terms.resolveLast()
    if let batch { return try BatchSubmission.perform(batch, over: options, key: key) }
    if let array { return try BatchSubmission.perform(array, words, over: options, key: key) }
    var submission = CommandSubmission(words: words, request: task.request)
    submission.request.key = key
    submission.streams = { [streams] in streams.streams(over: $0) }
    (submission.niceness, submission.umask) = (process.nice, process.umask)
    submission.scope = try process.scope()
    submission.patch = try place.patch()
    submission.terms = { [options] in options.launchTerms(over: $0) }
    submission.engine = { [engine, task] in try engine.terms(of: task.request.group, $0) }
    try submission.perform()
  }
}

/// The command line `headway submit COMMAND…` without options, matched literally because parsing
/// takes longer than everything else.
struct QuickSubmit {
  private let words: [String]

  /// Matches the command line. Nil if it has options.
  init?(_ arguments: [String]) {
    guard let words = CommandWords.withoutOptions(arguments, of: "submit") else { return nil }
    self.words = words
  }

  /// Queues the command under the defaults.
  func run() throws { try CommandSubmission(words: words).perform() }
}

/// The work of `headway submit`, shared by both ways to parse it.
struct CommandSubmission {
  /// The command, with or without a leading `--`. Empty if the identifier stands for a command of
  /// the config.
  var words: [String]
  var request = TaskRequest()
  /// The conditions of the start, given the settings of the config.
  var terms: (TaskHandler) -> LaunchTerms = { _ in LaunchTerms() }
  /// The standard streams of the command, given the config.
  var streams: (HeadwayConfig) -> LaunchStreams = { $0.queue.tty ? .terminal : .pipe }
  /// The engine of the task, given the config; nil for the queue of this machine.
  var engine: (HeadwayConfig) throws -> EngineTerms? = { _ in nil }
  /// The niceness of the command. Nil stands for that of this process.
  var niceness: Int?
  /// The umask of the command. Nil stands for that of this process.
  var umask: UInt16?
  /// The changes of this process's environment and directory.
  var patch = PayloadPatch()
  /// The scope around the command. Nil for none.
  var scope: UserScope?

  /// Queues the command and prints its number once the hub has stored it. Connects to the hub
  /// before the config is read, to save time.
  func perform() throws {
    let ahead = Hub.greetAhead()
    let config = try UserConfig.load(orElse: String(localized: "nothing was queued"))
    let command = try SubmittedCommand(words, identifier: request.identifier, config: config)
    var request = request.over(command.defaults)
    if let directory = patch.directory {
      request.directory = String(decoding: directory, as: UTF8.self)
    }
    var terms = terms(command.defaults)
    terms.streams = streams(config)
    terms.engine = try engine(config)
    if terms.streams == .terminal { terms.columns = Self.columns }
    terms.inherited = .ofThisProcess
    terms.inherited.niceness = niceness ?? terms.inherited.niceness
    let submission = Submission(
      request.description(of: command.words, grace: config.run.grace), terms,
      report: request.firstReport)
    guard var payload = patch.applied(to: try command.payload()) else {
      throw CommandFailure(
        """
        the command and its environment are longer than \(LaunchPayload.byteLimit >> 20) MiB; \
        shorten them, or read them from a file
        """, status: .usage)
    }
    payload.umask = umask ?? payload.umask
    if let scope { payload.command = scope.words(around: command.words).map(\.bytes) }
    let submitted = try Self.submit(
      submission, payload, needing: niceness == nil ? [] : [.nice], ahead: ahead)
    if let replaced = submitted.replaces {
      StandardStreams.complain(String(localized: "task \(submitted.number) replaces \(replaced)"))
    }
    StandardStreams.print(submitted.number)
    if let notice = submitted.notice {
      StandardStreams.complain(SanitisedText(notice, limit: .line).localized)
    }
  }

  /// The width of this process's terminal, or else `COLUMNS` (environ(7)); nil for the usual width.
  static var columns: Int? {
    let terminal = [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO].lazy.compactMap { stream in
      (try? WindowSize(of: stream)).flatMap { $0.columns > 0 ? Int($0.columns) : nil }
    }.first
    let given = terminal ?? ProcessEnvironment.variable("COLUMNS").flatMap { Int($0) }
    return given.flatMap { LaunchTerms.columnCounts.contains($0) ? $0 : nil }
  }

  /// Sends the submission. If the hub may have stored the task without answering, the failure
  /// contains the key with which to ask again. A refusal, or a hub that was never reached, stored
  /// nothing.
  private static func submit(
    _ submission: Submission, _ payload: LaunchPayload, needing features: [HubFeature],
    ahead: CommandClient?
  ) throws(CommandFailure) -> SubmittedMessage {
    try ask(for: submission.description.key, ahead: ahead, again: "-- …") {
      client throws(LinkError) in
      try client.submit(submission, payload, needing: features)
    }
  }

  /// Performs `body`, which submits. `again` are the words of a second attempt, behind the key.
  static func ask(
    for key: TaskKey, ahead: CommandClient?, again: String,
    _ body: (CommandClient) throws(LinkError) -> SubmittedMessage
  ) throws(CommandFailure) -> SubmittedMessage {
    var unanswered: LinkError?
    do throws(CommandFailure) {
      return try Hub.ask(ahead: ahead) { client throws(LinkError) in
        do throws(LinkError) {
          return try body(client)
        } catch {
          if case .refused = error { unanswered = nil } else { unanswered = error }
          throw error
        }
      }
    } catch {
      guard let unanswered else { throw error }
      throw .mayBeQueued(key, after: unanswered, again: again)
    }
  }
}

extension CommandFailure {
  /// The failure for a task that the hub may have queued without answering. The line contains the
  /// key with which a person can ask again.
  fileprivate static func mayBeQueued(
    _ key: TaskKey, after error: LinkError, again: String
  ) -> CommandFailure {
    let event =
      switch error {
      case .hubSilent: String(localized: "the hub didn't answer within 5 s")
      case .connectionLost: String(localized: "the hub left before it answered")
      case .noHub, .daemonMissing, .startTimedOut, .hubDied, .shortage, .foreignHub, .directory,
        .system, .otherHub, .hubElsewhere, .host, .config, .refused, .malformed:
        String(localized: "the hub's answer didn't arrive (\(error))")
      }
    return CommandFailure(
      "\(event), and the task may be queued; ask again with: headway submit --key \(key) \(again)",
      status: .noHub)
  }
}

/// Keys on the command line, for `--key`.
extension TaskKey: AllowedWords {
  init?(argument: String) { self.init(argument) }

  static var allowedWords: String { String(localized: "32 hexadecimal digits") }
}

extension LaunchPayload {
  /// The command with this process's environment and umask, and with its directory unless another
  /// is named. Removes `HEADWAY_TASK`. Throws if the current directory was deleted.
  static func ofThisProcess(
    _ command: [RawText], in directory: String? = nil
  ) throws(CommandFailure) -> LaunchPayload {
    guard let directory = directory.map({ RawText($0) }) ?? ProcessEnvironment.workingDirectory
    else {
      throw CommandFailure(
        "the current directory was deleted; change to another one and try again",
        status: .failure)
    }
    return LaunchPayload(
      command: command.map(\.bytes),
      environment: OwnProcess.environment.map(\.bytes).filter { !$0.starts(with: Self.task) },
      directory: directory.bytes,
      umask: OwnProcess.umask)
  }

  /// The variable that is removed from the environment: a queued task isn't a subtask of the task
  /// that queued it.
  private static let task = Array("HEADWAY_TASK=".utf8)
}
