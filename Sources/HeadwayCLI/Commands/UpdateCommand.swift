import ArgumentParser
import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// The command `headway update`: reports progress from a script.
///
/// ```sh
/// headway update --completed "$i" --total 40 --unit files --subtitle "$name"
/// ```
struct UpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Report progress from a script, for the task it runs in.")

  @Option(
    name: .long, parsing: .unconditional,
    help: "Report for this task (default: the task that the script runs in).",
    completion: TaskCompletion.live, transform: TaskReference.parse)
  var task: TaskReference?

  @Option(name: .long, parsing: .unconditional, help: "Set the card's title.")
  var title: String?

  @Option(name: .long, parsing: .unconditional, help: "Say what the task is doing now.")
  var subtitle: String?

  @Option(
    name: .long, parsing: .unconditional, help: "Set the number of units done.",
    transform: wholeNumber(in: 0...Int64.max))
  var completed: Int64?

  @Option(
    name: .long, parsing: .unconditional, help: "Set the total number of units; 0 if unknown.",
    transform: wholeNumber(in: 0...Int64.max))
  var total: Int64?

  @Option(name: .long, parsing: .unconditional, help: "Name the unit: files, B (bytes), …")
  var unit: String?

  @Option(
    name: .long, parsing: .unconditional, help: "Set the percent done, 0 to 100, instead of units.",
    transform: PercentDone.parse)
  var percent: PercentDone?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Name the phase. Within a phase, progress doesn't go back.")
  var phase: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Say how the work stands: working, idle, blocked (needs you), done or error.")
  var state: ToldState?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Say what the task waits for: permission, question or auth (with --state blocked).")
  var kind: BlockKind?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Show one line about --state. The line replaces the subtitle.")
  var message: String?

  /// Checks that options which contradict each other aren't combined.
  mutating func validate() throws {
    if kind != nil, state != .blocked {
      throw ValidationError(localized: "--kind needs the state blocked; add --state blocked")
    }
    if message != nil, state == nil {
      throw ValidationError(localized: "--message needs --state; without a state, use --subtitle")
    }
    if message != nil, subtitle != nil {
      throw ValidationError(localized: "--message and --subtitle are the same line; leave one out")
    }
    if percent != nil, completed != nil || total != nil {
      throw ValidationError(localized: "give --percent, or --completed and --total, not both")
    }
  }

  /// Sends the report. A report for the script's own task never fails because of the hub.
  mutating func run() throws {
    let report = report
    if report == WorkerReport() {
      throw CommandFailure(
        "nothing to report; try --completed, --percent, --subtitle or --state", status: .usage)
    }
    if ProcessEnvironment.variable("HEADWAY") == "off" { return }
    let task = try target(ProcessEnvironment.variable("HEADWAY_TASK"))
    if self.task == nil { return Self.reportOwn(task, report) }
    try Hub.ask { client throws(LinkError) in
      try Self.send(report, of: task, by: client)
    }
  }

  /// Sends the report and waits until the hub has accepted it.
  private static func send(
    _ report: WorkerReport, of task: TaskReference, by client: CommandClient
  ) throws(LinkError) {
    let isKept = try client.ask(UpdateMessage(task: task, report, request: client.nextRequest())) {
      message -> Bool? in
      if case .ok(let ok) = message { ok.progressKept == true } else { nil }
    }
    if isKept {
      StandardStreams.complain(
        String(
          localized: "progress doesn't go back within a phase; to start from 0, add --phase NAME"))
    }
  }

  /// Reports for the script's own task. Never fails, because the script must go on whatever happens
  /// to the hub.
  ///
  /// A busy or stopped hub reads the report later, so the wait for its answer is as short as for a
  /// worker's end. If a hub is being started, the report is sent again until the hub accepts it:
  /// see ``ReportPatience``.
  private static func reportOwn(_ task: TaskReference, _ report: WorkerReport) {
    guard let paths = try? HeadwayPaths.resolve() else { return }
    var patience = ReportPatience(at: SystemClocks.awake)
    while true {
      do throws(LinkError) {
        let client = try CommandClient(paths, start: .never, patience: WorkerSession.endPatience)
        return try send(report, of: task, by: client)
      } catch {
        let isStarting = error == .noHub && HubStartFile.isStarting(paths)
        guard patience.allowsRetry(after: error, isStarting: isStarting, at: SystemClocks.awake)
        else { return }
        SystemClocks.rest(for: .milliseconds(10))
      }
    }
  }

  /// The task to report for: `--task`, otherwise the task in `HEADWAY_TASK`.
  private func target(_ variable: String?) throws(CommandFailure) -> TaskReference {
    if let task { return task }
    if let key = variable.flatMap({ TaskKey($0) }) { return .key(key) }
    throw CommandFailure(
      "not within a task; use --task N, or start the script with: headway run -- SCRIPT",
      status: .usage)
  }

  /// The options as a report.
  private var report: WorkerReport {
    var report = WorkerReport()
    report.title = title.map { SanitisedText($0) }
    report.programState = state.map { $0.programState(kind) }
    report.subtitle = (message ?? subtitle).map { SanitisedText($0, limit: .line) }
    report.reading =
      percent.flatMap { ProgressReading.percent($0.value) }
      ?? ProgressReading(completed: completed, total: total)
    report.reading.unit = unit.map { SanitisedText($0) } ?? report.reading.unit
    report.reading.phase = phase.map { SanitisedText($0) }
    return report
  }
}

/// The words of `--state`.
enum ToldState: String, CaseIterable, ExpressibleByArgument {
  case working, idle, blocked, done, error

  /// The state as the hub hears it. Only a block has a kind.
  func programState(_ kind: BlockKind?) -> ProgramState {
    switch self {
    case .working: .working
    case .idle: .idle
    case .blocked: kind?.programState ?? .blocked
    case .done: .done
    case .error: .error
    }
  }
}

/// The words of `--kind`, which are those of the Program Status Protocol.
enum BlockKind: String, CaseIterable, ExpressibleByArgument {
  case permission, question, auth

  var programState: ProgramState {
    switch self {
    case .permission: .permission
    case .question: .question
    case .auth: .signIn
    }
  }
}

/// The time for which `headway update` retries a report for its own task. A script may report
/// before its supervisor does, while a hub is being started for both.
///
/// ```swift
/// var patience = ReportPatience(at: SystemClocks.awake)
/// while patience.allowsRetry(after: error, isStarting: true, at: SystemClocks.awake) { … }
/// ```
struct ReportPatience {
  /// The time of the first attempt.
  private let start: AwakeTime
  /// The last time at which a process was starting a hub.
  private var lastStarting: AwakeTime

  /// The longest time for a hub to start, as for a command that waits for one.
  private static let startLimit: Duration = .seconds(5)

  init(at now: AwakeTime) { (start, lastStarting) = (now, now) }

  /// Whether another attempt can succeed.
  ///
  /// - Parameters:
  ///   - isStarting: whether a process is starting a hub.
  ///   - now: the current time on the awake clock (CLOCK_MONOTONIC).
  mutating func allowsRetry(after error: LinkError, isStarting: Bool, at now: AwakeTime) -> Bool {
    if isStarting { lastStarting = now }
    switch error {
    case .noHub, .connectionLost:
      return now < lastStarting + .milliseconds(200) && now < start + Self.startLimit
    case .refused(ErrorCode.unknownTask.rawValue, _):
      return now < lastStarting + .seconds(1)
    case .refused, .daemonMissing, .startTimedOut, .hubDied, .hubSilent, .foreignHub, .directory,
      .system, .malformed, .shortage, .otherHub, .hubElsewhere, .host, .config:
      return false
    }
  }
}
