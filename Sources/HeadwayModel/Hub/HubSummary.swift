/// The hub in a few numbers: all that a status line needs.
public struct HubSummary: Hashable, Sendable {
  /// The number of tasks that run or start.
  public var running = 0
  /// The number of tasks in the queue.
  public var queued = 0
  /// The number of tasks that are paused or suspended.
  public var paused = 0
  /// The number of tasks that are being cancelled.
  public var cancelling = 0
  /// Asking "continue or stop?", or waiting at their terminals.
  public var needsYou = 0
  /// Ended of late, and not well.
  public var failed = 0
  /// The number of tasks that have ended.
  public var ended = 0
  /// The mean of the measured fractions of what runs; nil while nothing running is measured.
  public var fraction: Double?
  /// The one task to show where there is room for one.
  public var top: Top?

  private var fractionSum: Double = 0
  private var measuredCount = 0

  /// The task that matters most right now.
  public struct Top: Hashable, Sendable {
    /// The number of the task.
    public var number: TaskNumber
    /// The title of the task.
    public var title: SanitisedText
    /// The state of the task.
    public var state: TaskState
    /// The completed fraction, 0 to 1; nil if it isn't known.
    public var fraction: Double?
    /// Whether the task waits for a person.
    public var needsAnswer: Bool
    /// Whether the task's title is only for its user.
    public var sensitive: Bool
    /// Whether the task waits at its terminal. Tasks that ask whether to go on come after it.
    fileprivate var waitsForInput = false
    fileprivate var hasFailed = false

    /// Makes the task of its values.
    public init(
      number: TaskNumber, title: SanitisedText, state: TaskState, fraction: Double?,
      needsAnswer: Bool, sensitive: Bool, waitsForInput: Bool = false, hasFailed: Bool = false
    ) {
      self.number = number
      self.title = title
      self.state = state
      self.fraction = fraction
      self.needsAnswer = needsAnswer
      self.sensitive = sensitive
      self.waitsForInput = waitsForInput
      self.hasFailed = hasFailed
    }

    /// Makes the task of a snapshot.
    public init(_ task: TaskSnapshot) {
      number = task.number
      title = task.title
      state = task.state
      fraction = task.progress.fraction
      needsAnswer = task.needsAnswer
      sensitive = task.sensitive
      waitsForInput = task.state != .ended && task.waitsForUser
      hasFailed = task.ending?.reason.isFailure == true
    }
  }

  /// Makes the summary of a hub without tasks.
  public init() {}

  /// Counts a task. The task is shown if it matters more than those counted before.
  public mutating func add(_ task: TaskSnapshot) { add(Top(task), task.ending) }

  /// Counts a task. `task` is shown if it matters more than those counted before.
  public mutating func add(_ task: Top, _ ending: TaskEnding?) {
    count(task.state, ending)
    if task.needsAnswer { needsYou += 1 }
    if task.state == .running, let fraction = task.fraction {
      fractionSum += fraction
      measuredCount += 1
      self.fraction = fractionSum / Double(measuredCount)
    }
    if task.rank > 0, task.outranks(top) { top = task }
  }

  private mutating func count(_ state: TaskState, _ ending: TaskEnding?) {
    switch state {
    case .queued: queued += 1
    case .starting, .running: running += 1
    case .paused, .suspended: paused += 1
    case .cancelling: cancelling += 1
    case .ended:
      ended += 1
      if ending?.reason.isFailure == true { failed += 1 }
    }
  }

  /// Whether a status line has nothing to show.
  public var isEmpty: Bool {
    running + queued + paused + cancelling + needsYou + failed == 0
  }
}

extension HubSummary.Top {
  fileprivate func outranks(_ other: HubSummary.Top?) -> Bool {
    guard let other else { return true }
    if rank != other.rank { return rank > other.rank }
    if hasFailed { return number > other.number }
    let (mine, theirs) = (fraction ?? -1, other.fraction ?? -1)
    return mine != theirs ? mine > theirs : number < other.number
  }

  /// Waits for a person, then stalled, failed of late, cancelling, running, paused, queued; 0 for
  /// what isn't shown.
  fileprivate var rank: Int {
    if needsAnswer { return waitsForInput ? 7 : 6 }
    return switch state {
    case .ended: hasFailed ? 5 : 0
    case .cancelling: 4
    case .running, .starting: 3
    case .paused, .suspended: 2
    case .queued: 1
    }
  }
}
