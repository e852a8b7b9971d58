import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySystem

/// The work of `headway logs --follow` for several tasks: prints their output side by side as it is
/// written, tells each end, and returns once none of the tasks is live.
///
/// One watch on the directory of the logs serves all tasks. A log is open from the start of its task
/// to the end. At most ``openLimit`` logs are open at once: of a task beyond that, a line says that
/// it is left out.
final class ManyLogs {
  /// The most logs that are open at once. Each takes up to two descriptors.
  static let openLimit = 256

  /// Whether the output of a task wasn't printed, because too many tasks ran at once.
  private(set) var hasLeftOut = false

  private let paths: HeadwayPaths
  private let link: MonitorLink
  private let watch: DirectoryWatch
  private var names: LogNames
  /// Whether a task that is new to this command is followed too.
  private let joins: (TaskSnapshot) -> Bool
  /// The number of lines to begin with; nil for all.
  private let lines: Int?
  private let isRaw: Bool
  private var prefixes = LinePrefixes(isColoured: ColorChoice.auto.isOn)
  private let output = LogOutput(.unchanged)
  private var followed: [TaskKey: FollowedLog] = [:]
  /// The logs with more to read.
  private var unread: Set<TaskKey> = []
  /// The live tasks of the snapshot that is arriving.
  private var listed: Set<TaskKey> = []
  private var isListed = false
  private var highest: Int32 = 0

  /// Follows `tasks`, and every task that `joins` later. Throws if the logs can't be watched.
  init(
    _ tasks: [TaskSnapshot], joins: @escaping (TaskSnapshot) -> Bool, lines: Int?, isRaw: Bool
  ) throws(CommandFailure) {
    paths = try Hub.paths()
    do throws(DirectoryError) {
      try PrivateDirectory.ensure(paths.logDirectory)
    } catch {
      throw CommandFailure(.directory(error))
    }
    guard let watch = DirectoryWatch(of: paths.logDirectory) else {
      throw CommandFailure(
        "the logs can't be watched; see: ls \(paths.logDirectory)", status: .failure)
    }
    self.watch = watch
    (self.joins, self.lines, self.isRaw) = (joins, lines, isRaw)
    names = LogNames(in: paths)
    link = MonitorLink(paths: paths, subject: .tasks, mayStartHub: true)
    for task in tasks { prefixes.makeRoom(for: task) }
    for task in tasks { add(task, isNew: false) }
  }

  /// Prints until no task is live, or until nobody reads standard output. Returns the highest exit
  /// status.
  func run() throws(CommandFailure) -> Int32 {
    var poller = Poller()
    while true {
      readChanges()
      for event in link.step(now: SystemClocks.awake) { try handle(event) }
      if isListed, followed.values.allSatisfy(\.hasEnded) { return highest }
      poller.begin()
      poller.watch(STDOUT_FILENO, [])
      poller.watch(watch.descriptor, .readable)
      if let descriptor = link.descriptor {
        poller.watch(descriptor, .readable(andWritable: link.wantsWrite))
      }
      poller.wait(until: deadline)
      if poller.readiness(of: STDOUT_FILENO).isGone { return highest }
    }
  }
}

// Jobs of a cluster that write elsewhere.
extension ManyLogs {
  /// The time between two looks at files that the watch on the directory of the logs doesn't cover.
  private static let elsewherePause: Duration = .seconds(1)

  /// The time of the next look.
  private var deadline: AwakeTime? {
    let now = SystemClocks.awake
    guard unread.isEmpty else { return now }
    let writesElsewhere = followed.values.contains { !$0.hasEnded && $0.outputElsewhere != nil }
    let look = writesElsewhere ? now + Self.elsewherePause : nil
    return [link.nextDeadline, look].compactMap(\.self).min()
  }

  /// Opens the file into which a job writes that somebody else submitted.
  private func openElsewhere(_ log: FollowedLog, from lines: Int?) {
    guard log.files == nil, let path = log.outputElsewhere else { return }
    log.files = LogFiles(file: path)
    log.files?.seek(toLast: lines)
  }
}

// Tasks.
extension ManyLogs {
  private func handle(_ event: MonitorLink.Event) throws(CommandFailure) {
    switch event {
    case .connected: (listed, isListed) = ([], false)
    case .changed(let task):
      if !isListed { listed.insert(task.key) }
      note(task)
    case .removed(let key):
      try followed[key].map(findEnd)
      followed[key] = nil
    case .snapshotEnded:
      isListed = true
      for (key, log) in followed where !log.hasEnded && !listed.contains(key) { try findEnd(log) }
    case .disconnected, .failing, .silenced, .unreachable, .greeted, .resumed, .stepped,
      .requestFailed, .summary, .told,
      .settingsChanged:
      break
    }
  }

  /// Applies the new state of a task.
  private func note(_ task: TaskSnapshot) {
    guard let log = followed[task.key] else {
      if joins(task) {
        prefixes.makeRoom(for: task)
        add(task, isNew: true)
      }
      return
    }
    log.task = task
    if task.state == .ended { end(log) } else { log.hasEnded = false }
  }

  private func add(_ task: TaskSnapshot, isNew: Bool) {
    let form = LogOutput.Form(of: task, isRaw: isRaw)
    let log = FollowedLog(task, PrefixedLines(form))
    followed[task.key] = log
    if task.state == .queued, !isNew {
      // The log of an earlier attempt isn't what is to come.
      log.launch = names.launch(of: task.key) ?? 0
    } else {
      read(log, from: isNew ? nil : lines)
    }
    if task.state == .ended { end(log) }
  }

  /// Prints the rest of a task's output, and tells its end once.
  private func end(_ log: FollowedLog) {
    guard !log.hasEnded else { return }
    readChanges()
    repeat { read(log) } while unread.contains(log.task.key)
    output.write(log.lines.finish(prefix: prefixes.prefix(of: log.task)))
    log.close()
    log.hasEnded = true
    highest = max(highest, log.task.ending?.waitStatus ?? 0)
    let (number, title) = (log.task.number, log.task.title)
    let end = log.task.endSentence ?? String(localized: "unknown", context: "state")
    StandardStreams.complain(String(localized: "task \(number) \(title) has ended: \(end)"))
  }

  /// Looks for the end of a task that has left the list while this command wasn't connected.
  private func findEnd(_ log: FollowedLog) throws(CommandFailure) {
    guard !log.hasEnded else { return }
    let reference = TaskReference.number(log.task.number)
    let ended = try Hub.ask { client throws(LinkError) in try client.ended(reference) }
    if let task = ended.last(where: { $0.key == log.task.key }) { log.task = task }
    end(log)
  }
}

// Output.
extension ManyLogs {
  /// Prints what has been written since the last call.
  private func readChanges() {
    let (changed, isIncomplete) = watch.changes()
    if isIncomplete {
      names = LogNames(in: paths)
      unread.formUnion(followed.keys)
    }
    for name in changed {
      if let key = names.note(name) { unread.insert(key) }
    }
    for (key, log) in followed where log.outputElsewhere != nil { unread.insert(key) }
    for key in unread {
      unread.remove(key)
      if let log = followed[key], !log.hasEnded { read(log) }
    }
  }

  /// Prints a part of what is new in a log. Goes on with the log of the next attempt if there is
  /// one.
  private func read(_ log: FollowedLog, from lines: Int? = nil) {
    let key = log.task.key
    if let launch = names.launch(of: key), launch > log.launch {
      log.files?.readAll { print($0, of: log) }
      output.write(log.lines.finish(prefix: prefixes.prefix(of: log.task)))
      open(log, launch, from: lines)
    }
    openElsewhere(log, from: lines)
    guard let files = log.files else { return }
    if !files.read(atMost: Self.portion, { print($0, of: log) }) {
      unread.insert(key)
    } else if files.turnOver() {
      StandardStreams.complain(
        String(
          localized: """
            task \(log.task.number) writes faster than headway logs reads: a part of its output is \
            left out here
            """))
    } else if files.unreadByteCount > 0 {
      unread.insert(key)
    }
  }

  private func open(_ log: FollowedLog, _ launch: Int, from lines: Int?) {
    log.close()
    log.launch = launch
    guard followed.values.count(where: { $0.files != nil }) < Self.openLimit else {
      hasLeftOut = true
      let number = log.task.number
      return StandardStreams.complain(
        String(
          localized: """
            more than \(Self.openLimit) tasks write at once: task \(number) is left out; \
            see: headway logs \(number)
            """))
    }
    log.files = LogFiles(path: paths.log(ofKey: log.task.key, launch: launch))
    log.files?.seek(toLast: lines)
  }

  private func print(_ bytes: UnsafeRawBufferPointer, of log: FollowedLog) {
    output.write(log.lines.pass(bytes, prefix: prefixes.prefix(of: log.task)))
  }

  /// The number of bytes of one log that are read before the other logs have their turn.
  private static let portion = 1 << 18
}

/// A task whose output is followed.
private final class FollowedLog {
  var task: TaskSnapshot
  var lines: PrefixedLines
  /// The open log. Nil before the start, after the end, and if too many logs are open.
  var files: LogFiles?
  /// The path of the file into which a job writes that somebody else submitted; nil for another task.
  var outputElsewhere: String? { task.job?.output }
  /// The number of the launch whose log was opened last; 0 for none.
  var launch = 0
  var hasEnded = false

  init(_ task: TaskSnapshot, _ lines: PrefixedLines) { (self.task, self.lines) = (task, lines) }

  func close() { files = nil }
}

extension LogOutput {
  /// Writes bytes. Exits if standard output can't be written.
  fileprivate func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBytes { write($0) }
  }
}
