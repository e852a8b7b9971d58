/// The numbers of a hub that monitoring systems collect.
///
/// Labels are identifiers and groups, which a person chose and which are few. Titles are never
/// labels. A sensitive task counts, but its identifier isn't a label.
///
/// ```swift
/// var metrics = HubMetrics()
/// metrics.add(task, at: now)
/// metrics.text(in: .prometheus)   // "# HELP headway_tasks …"
/// ```
public struct HubMetrics: Hashable, Sendable {
  /// The number of tasks that haven't ended, by group and state.
  public private(set) var tasks: [TaskKind: Int] = [:]
  /// The number of tasks that wait for a person.
  public private(set) var needingYou = 0
  /// The longest time for which a queued task has waited; nil if nothing is queued.
  public private(set) var longestWait: Duration?
  /// The number of ends since the hub started, by the word of the reason.
  public var ends: [EndWord: Int] = [:]
  /// The time at which the hub started; nil if it isn't known.
  public var startedAt: WallTime?
  /// Whether the hub goes on. False in the text that a leaving hub writes last.
  public var isUp = true
  /// The runs by identifier.
  public private(set) var runs: [String: RunMetrics] = [:]
  /// The number of identifiers and groups that the limits left out.
  public private(set) var leftOut = 0

  /// The greatest number of identifiers, and of pairs of a group and a state.
  public static var labelLimit: Int { 1_000 }

  /// A state of the tasks in a group.
  public struct TaskKind: Hashable, Sendable, Comparable {
    /// The name of the group; empty for tasks without a group.
    public let group: String
    /// The state.
    public let state: TaskState

    /// Makes a kind of tasks.
    public init(group: String, state: TaskState) { (self.group, self.state) = (group, state) }

    /// Returns whether `left` comes first: by the group, then by the state.
    public static func < (left: TaskKind, right: TaskKind) -> Bool {
      (left.group, left.state.rawValue) < (right.group, right.state.rawValue)
    }
  }

  /// Makes the numbers of a hub without tasks.
  public init() {}

  /// Counts a task. A task that has ended counts only as the last run of its identifier.
  public mutating func add(_ task: TaskSnapshot, at now: WallTime) {
    if task.state != .ended {
      count(task, at: now)
    }
    guard !task.sensitive, let identifier = task.identifier?.string else { return }
    guard runs[identifier] != nil || runs.count < Self.labelLimit else {
      leftOut += 1
      return
    }
    runs[identifier, default: RunMetrics()].add(task)
  }

  private mutating func count(_ task: TaskSnapshot, at now: WallTime) {
    let kind = TaskKind(group: task.group?.string ?? "", state: task.state)
    if tasks[kind] != nil || tasks.count < Self.labelLimit {
      tasks[kind, default: 0] += 1
    } else {
      leftOut += 1
    }
    if task.needsAnswer { needingYou += 1 }
    if task.state == .queued, let queuedAt = task.queuedAt {
      longestWait = max(longestWait ?? .zero, max(.zero, now.since(queuedAt)))
    }
  }

  /// Adds what the record knows of an identifier's ended runs.
  public mutating func add(_ recorded: RecordedRun) {
    guard runs[recorded.identifier] != nil || runs.count < Self.labelLimit else {
      leftOut += 1
      return
    }
    runs[recorded.identifier, default: RunMetrics()].add(recorded)
  }
}

/// The last ended run of an identifier, as the record has it.
public struct RecordedRun: Hashable, Sendable {
  /// The identifier.
  public let identifier: String
  /// The time of the last end.
  public let endedAt: WallTime
  /// The duration of that run; nil if it isn't known.
  public let elapsed: Duration?
  /// The exit status of that run as a shell reports it; nil if it isn't known.
  public let exitCode: Int32?
  /// The time of the last end that completed; nil if none did.
  public let succeededAt: WallTime?

  /// Makes a run of its values.
  public init(
    identifier: String, endedAt: WallTime, elapsed: Duration?, exitCode: Int32?,
    succeededAt: WallTime?
  ) {
    self.identifier = identifier
    (self.endedAt, self.elapsed) = (endedAt, elapsed)
    (self.exitCode, self.succeededAt) = (exitCode, succeededAt)
  }
}

/// The numbers of the runs of one identifier.
public struct RunMetrics: Hashable, Sendable {
  /// The number of its tasks that run now.
  public private(set) var running = 0
  /// The completed share of the newest task that runs, 0 to 1; nil if it isn't measured.
  public private(set) var fraction: Double?
  /// The remaining time of that task; nil if it isn't known.
  public private(set) var eta: Duration?
  /// The time of the last end; nil if none is known.
  public private(set) var endedAt: WallTime?
  /// The time of the last end that completed; nil if none is known.
  public private(set) var succeededAt: WallTime?
  /// The duration of the run that ended last; nil if it isn't known.
  public private(set) var elapsed: Duration?
  /// The exit status of the run that ended last, as a shell reports it; nil if it isn't known.
  public private(set) var exitCode: Int32?

  init() {}

  fileprivate mutating func add(_ task: TaskSnapshot) {
    switch task.state {
    case .queued: break
    case .starting, .running, .paused, .suspended, .cancelling:
      running += 1
      (fraction, eta) = (task.progress.fraction, task.progress.eta)
    case .ended:
      guard let ending = task.ending, let endedAt = task.endedAt else { return }
      let hasCompleted = ending.reason == .completed
      note(
        endedAt, elapsed: task.elapsed, ending.status?.shellCode ?? (hasCompleted ? 0 : nil),
        succeededAt: hasCompleted ? endedAt : nil)
    }
  }

  fileprivate mutating func add(_ run: RecordedRun) {
    note(run.endedAt, elapsed: run.elapsed, run.exitCode, succeededAt: run.succeededAt)
  }

  private mutating func note(
    _ endedAt: WallTime, elapsed: Duration?, _ exitCode: Int32?, succeededAt: WallTime?
  ) {
    if let succeededAt, self.succeededAt.map({ $0 < succeededAt }) ?? true {
      self.succeededAt = succeededAt
    }
    if let known = self.endedAt, endedAt < known { return }
    (self.endedAt, self.elapsed, self.exitCode) = (endedAt, elapsed, exitCode)
  }
}
