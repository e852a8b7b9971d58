public import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwayWire

/// The command `headway cancel N…`: asks tasks to stop, and kills them after their grace period.
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Ask tasks to stop, and kill them after their grace period.",
    discussion: """
      If the end of one task also ends another task that you named, that is no error.
      A task that submit --every repeats ends for good when its waiting run is cancelled. A cancel \
      of a run that has begun ends only that run.
      """)

  @Flag(name: .long, help: "Kill at once, without a grace period.")
  var force = false

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "Ask by this signal instead of SIGTERM: INT, HUP, USR1. SIGKILL follows after the grace.",
      valueName: "signal"),
    completion: .list(["INT", "HUP", "QUIT", "USR1", "USR2"]), transform: StopSignal.parse)
  var signal: StopSignal?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Give a reason. The card and the record show it.", valueName: "text"))
  var reason: String?

  @OptionGroup var options: SelectionOptions

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"),
    completion: TaskCompletion.liveOrLast, transform: TaskName.parse)
  var tasks: [TaskName] = []

  @OptionGroup var machine: HostOptions

  mutating func validate() throws {
    if force, signal != nil {
      throw ValidationError(
        localized: "--force kills at once, without another signal; leave one out")
    }
    try options.validate(tasks, of: "cancel")
  }

  /// Cancels the tasks. A refusal because a task has ended is no error in two cases: the task was
  /// alive before the first cancel and ended with another one, or the request was repeated.
  mutating func run() throws {
    let (isForced, signal) = (force, signal)
    if signal != nil { try Self.checkHub() }
    let note = reason.map { SanitisedText($0, limit: .line) }
    let references = try options.resolve(tasks, for: .cancel)
    let live = references.count > 1 ? try Self.liveTasks() : []
    var asked: Set<TaskReference> = []
    var repeated: Set<TaskReference> = []
    try askForEachTask(references) { task, request in
      // A hub that left before it answered may have cancelled the task.
      if !asked.insert(task).inserted { repeated.insert(task) }
      return CancelMessage(
        task: task, force: isForced, signal: signal, note: note, request: request)
    } excusing: { task, code in
      code == .ended && (repeated.contains(task) || live.contains(where: task.names))
    } hearing: { answer in
      answer.showNotice()
    }
  }

  /// Throws if the hub would send SIGTERM all the same.
  private static func checkHub() throws(CommandFailure) {
    let isAble = try Hub.ask { client throws(LinkError) in
      try client.awaitHello().has(.stopSignals)
    }
    guard !isAble else { return }
    throw CommandFailure(
      "the running hub is of an older version and sends only SIGTERM; restart it: headway hub stop",
      status: .failure)
  }

  /// The tasks that are alive before the first cancel.
  private static func liveTasks() throws(CommandFailure) -> [TaskSnapshot] {
    try Hub.ask { client throws(LinkError) in try client.list(all: false) }
      .filter { $0.state != .ended }
  }
}

/// Signals on the command line: `INT`, `SIGINT` or `2`.
extension StopSignal: AllowedWords {
  init?(argument: String) { self.init(argument) }

  static var allowedWords: String {
    String(
      localized: """
        a signal that can end a command: INT, HUP, QUIT, USR1 (to kill at once: --force; to stop: \
        headway pause)
        """)
  }
}

/// The command `headway answer N continue|stop`: answers the question of a stalled task.
struct AnswerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Answer the question of a stalled task.")

  @Argument(
    help: ArgumentHelp("The task: its number, its identifier (--id), or last.", valueName: "task"),
    completion: TaskCompletion.liveOrLast, transform: OneTask.parse)
  var task: OneTask

  @Argument(help: "continue (the next question comes after twice the time) or stop.")
  var answer: StallAnswer

  @OptionGroup var machine: HostOptions

  /// Sends the answer. The hub refuses it if the task has no question.
  mutating func run() throws {
    let answer = answer
    try forEachTask([try task.resolve()]) { client, task throws(LinkError) in
      try client.ask(
        AnswerMessage(task: task, answer: answer, request: client.nextRequest())
      ) { $0.isOk ? () : nil }
    }
  }
}

/// Performs `body` for each task. A refusal for one task is reported at the end and doesn't stop
/// the others.
///
/// The exit status is the one of the last refusal. `body` may run twice for a task if the hub is
/// replaced, so its request must be idempotent.
///
/// ```swift
/// try forEachTask(tasks) { client, task throws(LinkError) in
///   try client.acknowledge([task])
/// }
/// ```
func forEachTask(
  _ tasks: [TaskReference],
  _ body: (CommandClient, TaskReference) throws(LinkError) -> Void
) throws(CommandFailure) {
  var refusals: [LinkError] = []
  try Hub.ask { client throws(LinkError) in
    refusals = []
    for task in tasks {
      do throws(LinkError) {
        try body(client, task)
      } catch {
        guard case .refused = error else { throw error }
        refusals.append(error)
      }
    }
  }
  let failures = refusals.map { CommandFailure($0) }
  failures.forEach { $0.report() }
  if let last = failures.last { throw CommandFailure(silently: last.status) }
}

/// Asks the hub once for each task. A refusal for one task is reported at the end and doesn't stop
/// the others.
///
/// Requests go ahead of their answers, so that the hub records many of them in one commit. The exit
/// status is the one of the last refusal. All requests are sent again if the hub is replaced, so
/// they must be idempotent.
///
/// - Parameters:
///   - request: makes the request for a task, with its number.
///   - isExcused: whether a refusal of a task with this code is no error.
///   - heard: takes each "ok".
///
/// ```swift
/// try askForEachTask(tasks) { PauseMessage(task: $0, request: $1) }
/// ```
func askForEachTask<Request: MessageBody>(
  _ tasks: [TaskReference], _ request: (TaskReference, _ number: Int) -> Request,
  excusing isExcused: (TaskReference, ErrorCode?) -> Bool = { _, _ in false },
  hearing heard: (OkMessage) -> Void = { _ in }
) throws(CommandFailure) {
  let refusals = try Hub.ask { client throws(LinkError) in
    try client.askEach(tasks.count, hearing: heard) { request(tasks[$0], $1) }
  }
  let failures = refusals.filter { !isExcused(tasks[$0.place], ErrorCode(rawValue: $0.code)) }
    .map { CommandFailure(LinkError.refused(code: $0.code, message: $0.message)) }
  failures.forEach { $0.report() }
  if let last = failures.last { throw CommandFailure(silently: last.status) }
}

extension OkMessage {
  /// Prints what the hub has to say besides, if anything.
  func showNotice() {
    if let notice { StandardStreams.complain(SanitisedText(notice, limit: .line).localized) }
  }
}

extension HubMessage {
  /// Whether the hub accepted a request.
  var isOk: Bool {
    if case .ok = self { return true }
    return false
  }
}

/// Tasks on the command line: a number, an identifier or a key.
extension TaskReference: ExpressibleByArgument, AllowedWords {
  package init?(argument: String) { self.init(argument) }

  static var allowedWords: String { String(localized: "a task's number, identifier or key") }

  static var defaultCompletionKind: CompletionKind { TaskCompletion.all }
}

/// The answers on the command line: `continue` and `stop`.
extension StallAnswer: ExpressibleByArgument {}
