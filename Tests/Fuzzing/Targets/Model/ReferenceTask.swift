import HeadwayHubCore
import HeadwayModel
import TestClocks

/// A task as the reference has it: nothing but what a list shows, and what it takes to know that.
struct ReferenceTask {
  var number: Int
  var state = TaskState.running
  var ending: EndReason?
  var ordered: EndReason?
  private var isForced = false
  /// A supervisor that an earlier hub has told to stop isn't told again before, unless by force.
  private var returnsUntil: AwakeTime?
  private var heldBackUntil: AwakeTime?
  var completed: Int64?
  var total: Int64?
  var isGrowing = false
  var fraction: Double?
  /// Of this phase, since the total last rose: the percent never falls below it.
  var highest: Double = 0
  var reportsItself = false
  var process: ProcessIdentity
  var connection: ConnectionID?
  var isSupervised: Bool
  let policy: StallAction
  let startedAt: AwakeTime
  var lastSign: AwakeTime
  var lastAdvance: AwakeTime
  var patience = 1
  private var habits: ReferenceHabits
  var question: StallKind?
  var askedAt: AwakeTime = .zero
  var endedAt: AwakeTime?
  var leavesAt: AwakeTime?

  init(
    number: Int, process: ProcessIdentity, connection: ConnectionID?, isSupervised: Bool,
    policy: StallAction, startedAt: AwakeTime, at now: AwakeTime
  ) {
    self.number = number
    self.process = process
    self.connection = connection
    self.isSupervised = isSupervised
    self.policy = policy
    self.startedAt = startedAt
    (lastSign, lastAdvance) = (now, now)
    habits = ReferenceHabits(at: now)
  }

  var isLive: Bool { state != .ended }

  /// What is said again is no sign of life, nor is what says only whether it is paused.
  mutating func take(
    _ report: WorkerReport, isRecognised: Bool, isResent: Bool = false, at now: AwakeTime
  ) {
    if let isPaused = report.isPaused, state == .running || state == .paused {
      if (state == .paused) != isPaused { (lastSign, lastAdvance) = (now, now) }
      state = isPaused ? .paused : .running
      if isPaused {
        question = nil
        habits.interrupt()
      }
    }
    if !isResent, !report.tellsOnlyOfPause {
      if state == .running { habits.noteSign(after: now - lastSign, at: now) }
      lastSign = now
      if question == .silent { question = nil }
    }
    if !(isRecognised && reportsItself) { measure(report.reading, at: now) }
  }

  private mutating func measure(_ reading: ProgressReading, at now: AwakeTime) {
    let before = completed ?? -1
    if let total = reading.total {
      if let old = self.total, total > old { (isGrowing, highest) = (true, 0) }
      self.total = total > 0 ? total : nil
      if let limit = self.total, let done = completed { completed = min(done, limit) }
    }
    if let new = reading.completed.map({ min($0, total ?? $0) }), new >= completed ?? 0 {
      completed = new
    }
    if let completed, let total {
      fraction = max(highest, min(1, Double(completed) / Double(total)))
      highest = fraction ?? 0
    } else {
      fraction = nil
    }
    if let completed, completed > before { advance(to: completed, at: now) }
  }

  private mutating func advance(to units: Int64, at now: AwakeTime) {
    habits.noteProgress()
    if state == .running {
      habits.noteAdvance(after: now - lastAdvance, to: units, at: now)
    }
    (lastSign, lastAdvance) = (now, now)
    if question != .slow || habits.slowSince == nil { question = nil }
  }

  /// The question, or after the question the end, when a clock ran out.
  mutating func lookAtClocks(at now: AwakeTime) {
    if let until = heldBackUntil, until <= now { heldBackUntil = nil }
    guard state == .running, policy != .ignore else { return }
    if question != nil {
      let isCounting = policy == .expire && question != .slow
      if isCounting, now >= askedAt + .seconds(30) { order(.expired(.stall), at: now) }
      return
    }
    let advanceLimit = habits.advanceLimit * patience
    if now >= lastSign + habits.signLimit(isMeasured: completed != nil) * patience {
      (question, askedAt) = (.silent, now)
    } else if completed != nil, now >= lastAdvance + advanceLimit {
      (question, askedAt) = (.notAdvancing, now)
    } else if let since = habits.slowSince, now >= since + advanceLimit {
      (question, askedAt) = (.slow, now)
    }
  }

  mutating func order(_ reason: EndReason, isForced: Bool = false, at now: AwakeTime) {
    let isNews = ordered == nil || isForced && !self.isForced
    ordered = ordered ?? reason
    self.isForced = self.isForced || isForced
    (state, question) = (.cancelling, nil)
    habits.interrupt()
    if isNews { deliverOrder(at: now) }
  }

  mutating func deliverOrder(at now: AwakeTime) {
    guard ordered != nil else { return }
    heldBackUntil = isForced ? nil : returnsUntil.flatMap { $0 > now ? $0 : nil }
  }

  /// One that fails before it is told again has done as it was told.
  func asOrdered(_ reason: EndReason) -> EndReason {
    heldBackUntil != nil && reason == .failed ? ordered ?? reason : reason
  }

  /// Its process is gone and it said nothing more: it did as it was told, if it was.
  var endWhereLost: EndReason { heldBackUntil == nil ? ordered ?? .lost : .lost }

  mutating func goOn(at now: AwakeTime) {
    patience = min(patience * 2, 1 << 16)
    (question, lastSign, lastAdvance) = (nil, now, now)
    habits.interrupt()
  }

  mutating func finish(_ reason: EndReason, endedAt: AwakeTime, at now: AwakeTime) {
    guard isLive else { return }
    (state, ending, question, ordered, heldBackUntil) = (.ended, reason, nil, nil, nil)
    self.endedAt = max(endedAt, startedAt)
    leavesAt = now + ModelHub.settings.keepEnded
  }

  /// As a later hub has it: nobody is connected, and the clocks start again, but for the one that led
  /// to a question.
  func reloaded(at now: AwakeTime) -> ReferenceTask {
    var task = self
    (task.connection, task.heldBackUntil) = (nil, nil)
    task.returnsUntil = state == .cancelling && isSupervised ? now + .seconds(2) : nil
    task.lastSign = question == .silent ? lastSign : now
    task.lastAdvance =
      question == .slow ? habits.slowSince ?? now : question == .notAdvancing ? lastAdvance : now
    task.askedAt = max(askedAt, now - .seconds(28))
    task.habits = habits.reloaded(at: now)
    task.leavesAt = endedAt.map { $0 + ModelHub.settings.keepEnded }
    return task
  }

  /// A list shows this.
  func check(_ task: TaskSnapshot) throws(BrokenPromise) {
    try promise(task.number.value == number, "number \(task.number) for \(number)")
    try promise(task.state == state, "task \(number) is \(task.state), not \(state)")
    try promise(
      task.ending?.reason == ending, "task \(number) ended as \(String(describing: task.ending))")
    let progress = task.progress
    try promise(
      progress.completed == completed && progress.total == total
        && progress.isGrowing == isGrowing,
      "task \(number) is at \(progress), not \(String(describing: completed))")
    try promise(
      progress.fraction == fraction,
      "task \(number) is at \(progress.fraction ?? -1), not at \(fraction ?? -1)")
    try promise(
      task.stall.kind == question, "task \(number): \(String(describing: task.stall.kind))")
  }
}

extension WorkerReport {
  fileprivate var tellsOnlyOfPause: Bool { isPaused != nil && reading == ProgressReading() }
}
