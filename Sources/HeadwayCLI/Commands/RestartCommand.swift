import ArgumentParser
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The command `headway restart N…`: queues ended tasks again, under their numbers or as new tasks.
///
/// ```sh
/// headway restart --failed --group ml
/// ```
struct RestartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restart",
    abstract: "Queue ended tasks again, with the same number, as the next attempt.",
    discussion: """
      Restarted tasks keep their remaining retries. With --as-new the hub makes a new task with the \
      same command, environment and terms, and headway restart prints its number; the old task \
      stays as it is. The new task doesn't wait for the tasks and the time of the old one.
      """)

  @OptionGroup var options: SelectionOptions

  @Flag(
    name: .long,
    help: "Choose the tasks that failed, expired or were lost; of all, or of --group and --filter.")
  var failed = false

  @Flag(name: .long, help: "Queue on hold, until headway resume or headway start.")
  var hold = false

  @Flag(name: .long, help: "Change the task in an editor first, as headway edit does.")
  var edit = false

  @Flag(name: .long, help: "Queue a new task, and leave the old one as it is.")
  var asNew = false

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"),
    completion: TaskCompletion.restartableOrLast)
  var tasks: [TaskName] = []

  mutating func validate() throws {
    if failed, tasks.isEmpty, !options.choosesByProperty { options.all = true }
    try options.validate(tasks, of: "restart")
  }

  /// Asks the hub for the next attempt of each task, or for a new task.
  mutating func run() throws {
    let chosen = try options.resolve(tasks, for: failed ? .restartFailed : .restart)
    if hold || edit || asNew { try Self.checkHub() }
    let holds = hold || edit
    // A request that is sent again after a lost connection has the same key.
    var generator = SystemRandomNumberGenerator()
    let keys = chosen.map { task in
      (task, asNew ? TaskKey.random(using: &generator) : nil)
    }
    let newKeys = Dictionary(keys, uniquingKeysWith: { first, _ in first })
    try forEachTask(chosen) { client, task throws(LinkError) in
      try Self.restart(task, holds: holds, asNew: newKeys[task] ?? nil, asking: client)
    }
    guard edit else { return }
    for task in chosen.map({ (newKeys[$0] ?? nil).map(TaskReference.key) ?? $0 }) {
      try TaskEditor(task: task).run()
      if !hold { try Self.resume(task) }
    }
  }

  /// Throws if the hub would ignore the options.
  private static func checkHub() throws(CommandFailure) {
    let isAble = try Hub.ask { client throws(LinkError) in
      try client.awaitHello().has(.restarts)
    }
    guard !isAble else { return }
    throw CommandFailure(
      "the running hub is of an older version and can't do this; restart it: headway hub stop",
      status: .failure)
  }

  /// Asks for the next attempt, or for a new task with the key `asNew`, whose number is printed.
  private static func restart(
    _ task: TaskReference, holds: Bool, asNew: TaskKey?, asking client: CommandClient
  ) throws(LinkError) {
    let message = RestartMessage(
      task: task, hold: holds, asNew: asNew, request: client.nextRequest())
    let number = try client.ask(message) { (answer: HubMessage) -> TaskNumber?? in
      if case .submitted(let submitted) = answer { return .some(submitted.number) }
      return answer.isOk ? .some(nil) : nil
    }
    if let number { StandardStreams.print(number.description) }
  }

  private static func resume(_ task: TaskReference) throws(CommandFailure) {
    try askForEachTask([task]) { ResumeMessage(task: $0, request: $1) }
  }
}

extension TaskAction {
  static let restartFailed = TaskAction(verb: "Restart") { task in
    guard task.state == .ended, task.isRestartable else { return false }
    return switch task.ending?.reason {
    case .failed, .expired, .lost: true
    case .completed, .cancelled, nil: false
    }
  }
}
