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
      A task that runs is cancelled, with its grace, and queued again when it has ended. On a \
      terminal, headway restart asks before that; elsewhere it needs --running. headway cancel takes \
      it back.
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

  @Flag(name: .long, help: "Cancel tasks that run, and queue them again when they have ended.")
  var running = false

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"),
    completion: TaskCompletion.restartableOrLast, transform: TaskName.parse)
  var tasks: [TaskName] = []

  @OptionGroup var machine: HostOptions

  mutating func validate() throws {
    if failed, tasks.isEmpty, !options.choosesByProperty { options.all = true }
    if running, hold || edit || asNew || failed {
      throw ValidationError(
        localized: """
          --running restarts tasks as they are; leave out --failed, --hold, --edit and --as-new
          """)
    }
    try options.validate(tasks, of: "restart")
  }

  /// Asks the hub for the next attempt of each task, or for a new task.
  mutating func run() throws {
    let action: TaskAction = failed ? .restartFailed : running ? .restartRunning : .restart
    let chosen = try options.resolve(tasks, for: action)
    let stops = try running || !hold && !edit && !asNew && Self.isToStop(chosen)
    if stops { try Self.checkHub(for: .liveRestarts) }
    if hold || edit || asNew { try Self.checkHub(for: .restarts) }
    guard !edit else { return try restartEdited(chosen) }
    // A request that is sent again after a lost connection has the same key.
    var generator = SystemRandomNumberGenerator()
    let keys = chosen.map { task in
      (task, asNew ? TaskKey.random(using: &generator) : nil)
    }
    let newKeys = Dictionary(keys, uniquingKeysWith: { first, _ in first })
    try forEachTask(chosen) { client, task throws(LinkError) in
      try Self.restart(
        task, holds: hold, asNew: newKeys[task] ?? nil, stops: stops, asking: client)
    }
  }

  /// Opens the editor for each task, and restarts the task with the changes. A task whose text the
  /// person empties stays as it was.
  private func restartEdited(_ chosen: [TaskReference]) throws(CommandFailure) {
    var generator = SystemRandomNumberGenerator()
    for task in chosen {
      let found = try TaskLookup.find(task)
      guard found.state == .ended else {
        throw CommandFailure(
          """
          task \(found.number) hasn't ended; a queued task is changed by: headway edit \
          \(found.number)
          """, status: .nothing)
      }
      let newKey = asNew ? TaskKey.random(using: &generator) : nil
      var isRestarted = false
      var isMade = false
      defer {
        if isRestarted, !isMade {
          StandardStreams.complain(
            asNew
              ? String(
                localized: "the new task is on hold, without the changes; see: headway list")
              : String(
                localized: """
                  task \(found.number) is on hold, without the changes; to let it go on: headway \
                  resume \(found.number)
                  """))
        }
      }
      isMade = try TaskEditor(found).run { change throws(CommandFailure) in
        if !isRestarted {
          try forEachTask([.key(found.key)]) { client, task throws(LinkError) in
            try Self.restart(task, holds: true, asNew: newKey, stops: false, asking: client)
          }
          isRestarted = true
        }
        let restarted = TaskReference.key(newKey ?? found.key)
        if !change.isEmpty { try change.make(to: restarted) }
        if !hold { try Self.resume(restarted) }
      }
      if !isMade, !isRestarted {
        StandardStreams.complain(
          String(localized: "the file is empty; task \(found.number) stays ended"))
      }
    }
  }

  /// Asks a person whether the chosen tasks that run may be cancelled. False without a terminal, and
  /// if none of them runs.
  private static func isToStop(_ tasks: [TaskReference]) throws(CommandFailure) -> Bool {
    guard Confirmation.isPossible else { return false }
    let running = try Hub.ask { client throws(LinkError) in try client.list(all: false) }
      .filter { task in
        task.state != .queued && task.state != .ended && tasks.contains { $0.names(task) }
      }
    guard let first = running.first else { return false }
    let question =
      running.count == 1
      ? String(localized: "Task \(first.number) runs. Cancel it, and start it again?")
      : String(localized: "\(running.count) tasks run. Cancel them, and start them again?")
    guard Confirmation.ask(question) else {
      throw CommandFailure("nothing was done", status: .nothing)
    }
    return true
  }

  /// Throws if the hub would ignore the options.
  private static func checkHub(for feature: HubFeature) throws(CommandFailure) {
    let isAble = try Hub.ask { client throws(LinkError) in
      try client.awaitHello().has(feature)
    }
    guard !isAble else { return }
    throw CommandFailure(
      "the running hub is of an older version and can't do this; restart it: headway hub stop",
      status: .failure)
  }

  /// Asks for the next attempt, or for a new task with the key `asNew`, whose number is printed.
  private static func restart(
    _ task: TaskReference, holds: Bool, asNew: TaskKey?, stops: Bool, asking client: CommandClient
  ) throws(LinkError) {
    let message = RestartMessage(
      task: task, hold: holds, asNew: asNew, running: stops, request: client.nextRequest())
    let number = try client.ask(message) { (answer: HubMessage) -> TaskNumber?? in
      if case .submitted(let submitted) = answer { return .some(submitted.number) }
      return answer.isOk ? .some(nil) : nil
    }
    if let number { StandardStreams.print(number) }
  }

  private static func resume(_ task: TaskReference) throws(CommandFailure) {
    try askForEachTask([task]) { ResumeMessage(task: $0, request: $1) }
  }
}

extension TaskAction {
  static let restartRunning = TaskAction(asking: restartQuestion) { task in
    task.state == .ended ? task.isRestartable : task.state != .queued
  }

  static let restartFailed = TaskAction(asking: restartQuestion, findsRecorded: true) { task in
    guard task.state == .ended, task.isRestartable else { return false }
    return switch task.ending?.reason {
    case .failed, .expired, .lost: true
    case .completed, .cancelled, nil: false
    }
  }
}
