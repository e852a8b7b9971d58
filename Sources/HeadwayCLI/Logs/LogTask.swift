import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// The task whose log `headway logs` prints.
struct LogTask {
  let key: TaskKey
  /// The task's name in messages, which is its number.
  let name: String
  let title: SanitisedText
  let isLive: Bool
  /// Whether the command's standard error has a log of its own.
  private let separatesErrors: Bool
  /// The task as the hub described it.
  let snapshot: TaskSnapshot
  /// The number of the last attempt.
  private let attempt: Int
  /// The reason why a queued task waits. Nil for a task that isn't queued.
  private let obstacle: String?
  /// Whether the hub is starting the command, which has no log yet.
  private let isStarting: Bool
  /// The end of a task that never started. Nil for any other task.
  private let earlyEnd: String?

  /// Looks for the task in the list, then in the record. Throws if it doesn't exist.
  static func find(_ task: TaskReference) throws(CommandFailure) -> LogTask {
    LogTask(try TaskLookup.find(task))
  }

  init(_ task: TaskSnapshot) {
    snapshot = task
    key = task.key
    name = task.number.description
    title = task.title
    attempt = task.attempt
    isLive = task.state != .ended
    separatesErrors = task.terms.streams == .pipes
    obstacle = task.state == .queued ? task.reasonOfWaiting : nil
    isStarting = task.state == .starting
    earlyEnd = task.startedAt == nil ? task.endSentence : nil
  }

  /// The streams that may have a log each.
  enum Stream {
    case output
    case errors
  }

  /// The log of the last launch, or of the attempt with that number. Nil if there is none.
  ///
  /// - Parameter names: the names of all logs, for a command that prints many. The directory is read
  ///   without them.
  func log(
    _ stream: Stream = .output, ofAttempt attempt: Int? = nil, in paths: HeadwayPaths,
    among names: LogNames? = nil
  ) -> LogFiles? {
    if let elsewhere = snapshot.job?.output {
      return stream == .output ? LogFiles(file: elsewhere) : nil
    }
    guard let last = names.map({ $0.launch(of: key) }) ?? paths.lastLaunch(of: key) else {
      return nil
    }
    // Attempts under one identifier count on, also from one task to the next.
    let launch = attempt.map { last - (self.attempt - $0) } ?? last
    guard launch >= 1 else { return nil }
    return switch stream {
    case .output: LogFiles(path: paths.log(ofKey: key, launch: launch))
    case .errors: LogFiles(path: paths.errorLog(ofKey: key, launch: launch))
    }
  }

  /// The failure for an attempt without a log. `attempt` is nil for the last attempt.
  func nothingKept(_ stream: Stream, of attempt: Int? = nil) -> CommandFailure {
    if stream == .errors, !separatesErrors {
      return CommandFailure(
        "task \(name) has one log for output and errors; see: headway logs \(name)",
        status: .nothing)
    }
    guard let attempt else { return nothingKept }
    return CommandFailure(
      "no output of attempt \(attempt) of task \(name) is kept; see: headway show \(name)",
      status: .nothing)
  }

  /// Sleeps until a task that hasn't begun has a log or has ended without one. Prints a line before
  /// if the task is queued. Returns immediately for any other task, and for one with a log.
  func awaitStart(in paths: HeadwayPaths) throws(CommandFailure) {
    guard obstacle != nil || isStarting, log(in: paths) == nil else { return }
    if let obstacle {
      let words = CommandFailure.notStartedWords(name, obstacle)
      StandardStreams.complain(
        String(localized: "\(words); its output follows once it does"))
    }
    do throws(DirectoryError) {
      try PrivateDirectory.ensure(paths.logDirectory)
    } catch {
      throw CommandFailure(.directory(error))
    }
    try LogWatch(path: paths.log(ofKey: key), task: key, paths: paths).run {
      log(in: paths) != nil
    }
  }

  /// The failure for a task without a log, with the reason.
  private var nothingKept: CommandFailure {
    if let obstacle { return .notStarted(name, obstacle) }
    if let earlyEnd {
      return CommandFailure("task \(name) never started: \(earlyEnd)", status: .nothing)
    }
    if let job = snapshot.job, !job.hasSupervisor {
      return CommandFailure(
        "the output file of \(job.words) isn't known here; see: scontrol show job \(job.id)",
        status: .nothing)
    }
    if snapshot.isRestartable {
      return CommandFailure(
        "the log of task \(name) is gone: a person or a hook removed it", status: .nothing)
    }
    return CommandFailure(
      "no output of task \(name) is kept: only headway run and headway submit keep output",
      status: .nothing)
  }
}

extension HeadwayPaths {
  /// The number of the last launch with a log. Nil if there is none.
  func lastLaunch(of key: TaskKey) -> Int? {
    directoryEntries(logDirectory).compactMap { launch(ofLog: $0, key) }.max()
  }
}

extension CommandFailure {
  /// The failure for a queued task, which has no output and no terminal yet.
  static func notStarted(_ name: String, _ obstacle: String) -> CommandFailure {
    CommandFailure("\(notStartedWords(name, obstacle)); see: headway list", status: .nothing)
  }

  /// The first half of a message.
  static func notStartedWords(_ name: String, _ obstacle: String) -> String {
    String(localized: "task \(name) hasn't started: it \(obstacle)")
  }
}

extension TaskSnapshot {
  /// The reason why a queued task hasn't started, for ``CommandFailure/notStarted(_:_:)``. Obstacles
  /// such as "until 22:00" have no verb, so the reason adds one.
  var reasonOfWaiting: String {
    if isOnHold { return String(localized: "is on hold (headway resume \(number))") }
    guard let words = obstacleWords else { return String(localized: "waits for its turn") }
    let isTime = MessageCatalog.inEnglish { obstacleWords?.hasPrefix("until") ?? false }
    return isTime ? String(localized: "waits \(words)") : words
  }
}
