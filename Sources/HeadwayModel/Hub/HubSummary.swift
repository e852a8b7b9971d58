/// The hub in a few numbers: all that a status line needs.
package struct HubSummary: Hashable, Sendable {
  package var running = 0
  package var queued = 0
  package var paused = 0
  package var cancelling = 0
  /// Asking "continue or stop?", or waiting at their terminals.
  package var needsYou = 0
  /// Ended of late, and not well.
  package var failed = 0
  package var ended = 0
  /// The mean of the measured fractions of what runs; nil while nothing running is measured.
  package var fraction: Double?
  /// The one task to show where there is room for one.
  package var top: Top?

  private var fractionSum: Double = 0
  private var measuredCount = 0

  /// The task that matters most right now.
  package struct Top: Hashable, Sendable {
    package var number: TaskNumber
    package var title: SanitisedText
    package var state: TaskState
    package var fraction: Double?
    package var needsAnswer: Bool
    package var sensitive: Bool
    /// Whether the task waits at its terminal. Tasks that ask whether to go on come after it.
    fileprivate var waitsForInput = false
    fileprivate var hasFailed = false

    package init(
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

    package init(_ task: TaskSnapshot) {
      number = task.number
      title = task.title
      state = task.state
      fraction = task.progress.fraction
      needsAnswer = task.needsAnswer
      sensitive = task.sensitive
      waitsForInput = task.state != .ended && task.waitingForInput != nil
      hasFailed = task.ending?.reason.isFailure == true
    }
  }

  package init() {}

  package mutating func add(_ task: TaskSnapshot) { add(Top(task), task.ending) }

  /// Counts a task. `task` is shown if it matters more than those counted before.
  package mutating func add(_ task: Top, _ ending: TaskEnding?) {
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
  package var isEmpty: Bool {
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
