import HeadwayModel
import HeadwaySystem

/// The names of all output logs, read from the directory once. A lookup for each of many tasks would
/// read the directory as many times.
struct LogNames {
  private let paths: HeadwayPaths
  /// The number of the last launch with a log, by task.
  private var launches: [TaskKey: Int] = [:]

  /// Reads the directory of the logs.
  init(in paths: HeadwayPaths) {
    self.paths = paths
    for name in directoryEntries(paths.logDirectory) { note(name) }
  }

  /// Takes account of a file that has appeared. Returns its task; nil if the name isn't that of a
  /// log.
  @discardableResult
  mutating func note(_ name: some StringProtocol) -> TaskKey? {
    guard let (key, launch) = Self.parts(of: name) else { return nil }
    launches[key] = max(launch, launches[key] ?? 0)
    return key
  }

  /// The number of the last launch with a log. Nil if there is none.
  func launch(of key: TaskKey) -> Int? { launches[key] }

  /// The path of the log of the last launch. Nil if there is none.
  func path(of key: TaskKey) -> String? {
    launches[key].map { paths.log(ofKey: key, launch: $0) }
  }

  /// The tasks with the paths of their logs. The tasks of another machine have none here.
  func added(to tasks: [TaskSnapshot]) -> [TaskSnapshot] {
    if HostChoice.chosen != nil { return tasks }
    return tasks.map { task in
      var task = task
      task.log = path(of: task.key) ?? task.job?.output
      return task
    }
  }

  /// The key and the launch in `KEY.log` or `KEY-2.log`.
  private static func parts(of name: some StringProtocol) -> (TaskKey, Int)? {
    guard name.hasSuffix(".log") else { return nil }
    let words = name.dropLast(4).split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let key = words.first.flatMap({ TaskKey(String($0)) }) else { return nil }
    guard words.count == 2 else { return (key, 1) }
    guard let launch = Int(words[1]), launch > 1 else { return nil }
    return (key, launch)
  }
}
