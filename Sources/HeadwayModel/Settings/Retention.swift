/// The amount of ended tasks that the record keeps. Nil limits keep everything.
public struct Retention: Hashable, Sendable {
  /// The time for which a task is kept after its end.
  public var time: Duration?
  /// The newest so many.
  public var taskCount: Int?
  /// The size of all logs together, in bytes. The oldest logs go first.
  public var logBytes: Int?

  /// Makes the settings that keep everything.
  public init() {}

  /// Whether everything is kept.
  public var isEmpty: Bool { self == Retention() }

  /// The number of runs of a repeated task that keep their logs, unless the config says otherwise.
  public static let usualRunLimit = 100

  /// The number of runs of a repeated task that keep their logs.
  public var runLimit: Int { taskCount ?? Self.usualRunLimit }

  /// Whether the log of a run of a task that comes again is kept: the last one's place is 1, and
  /// this was written so long ago.
  public func keepsRun(inPlace place: Int, writtenAgo age: Duration) -> Bool {
    place <= runLimit && time.map { age <= $0 } ?? true
  }
}

/// The pace at which a hub with a limited record looks for tasks to forget: after enough ends,
/// never by a timer.
public struct RetentionPace: Hashable, Sendable {
  private var endCount = 0
  /// The instant of the last look (awake clock).
  private var lastLook: AwakeTime?

  /// Ends before it looks again, and the time after which one is enough.
  private static let endLimit = 100
  private static let pause: Duration = .seconds(3600)

  /// Makes the pace of a hub that hasn't looked yet.
  public init() {}

  /// Notes the ends of `count` tasks and returns whether it is time to look.
  public mutating func noteEnds(
    _ count: Int, _ retention: Retention, at now: AwakeTime
  ) -> Bool {
    guard !retention.isEmpty else { return false }
    endCount += min(count, Self.endLimit)
    let enough = min(Self.endLimit, max(1, (retention.taskCount ?? .max) / 10))
    return endCount >= enough || lastLook.map { now - $0 >= Self.pause } ?? true
  }

  /// Notes a look.
  public mutating func noteLook(at now: AwakeTime) { (endCount, lastLook) = (0, now) }
}

/// The jobs of Slurm that are shown as tasks although sbatch submitted them (`[slurm] watch`).
public enum SlurmWatch: String, Hashable, Sendable, CaseIterable {
  /// No jobs but those that `headway adopt` names.
  case none
  /// All jobs of the hub's user.
  case mine
}

/// The answer of the config (`[memory] policy`) to a system that is low on memory.
public enum MemoryPolicy: String, Hashable, Sendable, CaseIterable {
  /// The question stays until somebody answers, or until the system has memory again.
  case ask
  /// The question counts down. The task ends when nobody answers in time.
  case end
  /// The hub asks no question.
  case ignore
}
