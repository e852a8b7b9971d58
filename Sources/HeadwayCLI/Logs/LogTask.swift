import HeadwayCore
import HeadwayLink
import HeadwaySystem

/// The task whose log is to be printed: of the live list, or else of the record.
struct LogTask {
  let key: TaskKey
  /// As people name it: its number.
  let name: String
  let isLive: Bool
  /// What it waits for where it has yet to start.
  private let obstacle: String?
  /// How it ended where it never started.
  private let earlyEnd: String?

  static func find(_ task: TaskReference) throws(CommandFailure) -> LogTask {
    let live = try Hub.ask { client throws(LinkError) in try client.list(all: false) }
    if let found = try AttachTarget.pick(task, among: live) { return LogTask(found) }
    let ended = try Hub.ask { client throws(LinkError) in try client.ended(task) }
    if let found = try AttachTarget.pick(task, among: ended) { return LogTask(found) }
    throw .noTask(task)
  }

  private init(_ task: TaskSnapshot) {
    key = task.key
    name = task.number.description
    isLive = task.state != .ended
    obstacle = task.state == .queued ? task.obstacleWords ?? "waits for its turn" : nil
    earlyEnd = task.startedAt == nil ? task.endSentence : nil
  }

  /// Of its last launch, as far as there is one.
  func log(in paths: HeadwayPaths) -> LogFiles? {
    paths.lastLaunch(of: key).flatMap { LogFiles(path: paths.log(ofKey: key, launch: $0)) }
  }

  /// Asleep while it is still in the queue, which is said: until its log is there, or it has ended
  /// without one.
  func awaitStart(in paths: HeadwayPaths) throws(CommandFailure) {
    guard let obstacle, log(in: paths) == nil else { return }
    StandardStreams.complain(
      "\(CommandFailure.notStartedWords(name, obstacle)); its output follows once it does")
    do throws(DirectoryError) {
      try PrivateDirectory.ensure(paths.logDirectory)
    } catch {
      throw CommandFailure(.directory(error))
    }
    try LogWatch(path: paths.log(ofKey: key), task: key, paths: paths).run {
      log(in: paths) != nil
    }
  }

  var nothingKept: CommandFailure {
    if let obstacle { return .notStarted(name, obstacle) }
    if let earlyEnd {
      return CommandFailure("task \(name) never started: \(earlyEnd)", status: .nothing)
    }
    return CommandFailure(
      "nothing is kept of the output of task \(name); only headway run and submit keep it",
      status: .nothing)
  }
}

extension HeadwayPaths {
  /// The last launch of which there is a log; nil where there is none.
  func lastLaunch(of key: TaskKey) -> Int? {
    directoryEntries(logDirectory).compactMap { launch(ofLog: $0, key) }.max()
  }
}

extension CommandFailure {
  /// There is no output, and no terminal, of a task that is still in the queue.
  static func notStarted(_ name: String, _ obstacle: String) -> CommandFailure {
    CommandFailure("\(notStartedWords(name, obstacle)); see: headway list", status: .nothing)
  }

  fileprivate static func notStartedWords(_ name: String, _ obstacle: String) -> String {
    "task \(name) hasn't started: it \(obstacle.hasPrefix("until") ? "waits " : "")\(obstacle)"
  }
}
