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

    package init(
      number: TaskNumber, title: SanitisedText, state: TaskState, fraction: Double?,
      needsAnswer: Bool, sensitive: Bool
    ) {
      self.number = number
      self.title = title
      self.state = state
      self.fraction = fraction
      self.needsAnswer = needsAnswer
      self.sensitive = sensitive
    }

    package init(_ task: TaskSnapshot) {
      number = task.number
      title = task.title
      state = task.state
      fraction = task.progress.fraction
      needsAnswer = task.needsAnswer
      sensitive = task.sensitive
    }

    init(_ task: borrowing TrackedTask) {
      number = task.number
      title = task.description.title
      state = task.state
      fraction = task.progress.fraction
      needsAnswer = task.needsAnswer
      sensitive = task.description.sensitive
    }
  }

  package init() {}

  package mutating func add(_ task: TaskSnapshot) { add(Top(task), task.ending) }

  /// As its snapshot, without making one: there may be ten thousand.
  mutating func add(_ task: borrowing TrackedTask) { add(Top(task), task.ending) }

  private mutating func add(_ task: Top, _ ending: TaskEnding?) {
    count(task.state, ending)
    if task.needsAnswer { needsYou += 1 }
    if task.state == .running, let fraction = task.fraction {
      fractionSum += fraction
      measuredCount += 1
      self.fraction = fractionSum / Double(measuredCount)
    }
    if task.state != .ended, task.outranks(top) { top = task }
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

  /// Nothing that a status line would show.
  package var isEmpty: Bool {
    running + queued + paused + cancelling + needsYou + failed == 0
  }
}

extension HubSummary.Top {
  fileprivate func outranks(_ other: HubSummary.Top?) -> Bool {
    guard let other else { return true }
    if rank != other.rank { return rank > other.rank }
    let (mine, theirs) = (fraction ?? -1, other.fraction ?? -1)
    return mine != theirs ? mine > theirs : number < other.number
  }

  /// Needs you, then cancelling, running, paused, queued.
  private var rank: Int {
    if needsAnswer { return 5 }
    return switch state {
    case .cancelling: 4
    case .running, .starting: 3
    case .paused, .suspended: 2
    case .queued: 1
    case .ended: 0
    }
  }
}
