package import HeadwayModel

/// The clocks of one running task, and the question they may lead to.
///
/// Where the task names no time of its own, the limits stretch to what is usual for it: its own
/// gaps, and those of its earlier runs. All times are the awake clock's: suspending the machine
/// stalls nobody.
package struct StallWatch: Hashable, Sendable {
  private let policy: StallPolicy
  private let limits: StallLimits
  private var lastSign: AwakeTime
  private var lastAdvance: AwakeTime
  private var signGaps: GapTally
  private var advanceGaps: GapTally
  private var restored = StallAllowance()
  private var earlierRuns = StallAllowance()
  /// The time that the clock may run, from all that is known of the task. Reports need it far more
  /// often than it changes.
  private var silentAfter: Duration = .zero
  private var advancingAfter: Duration = .zero
  private var pace = PaceWatch()
  private(set) var isHeld = false
  /// A person wants it to go on although memory is short.
  private var sparedUntil: AwakeTime = .origin
  /// Doubled by every "continue".
  package private(set) var patience: Int
  package private(set) var question: Question?
  /// The question of a stall in whose place the one about memory stands; asked again after that.
  private var setAside: Question?
  /// The instant at which the task became slow, from an earlier hub.
  private var slowBefore: AwakeTime?

  /// The question on the card: which clock ran out, and when it was asked.
  package struct Question: Hashable, Sendable {
    package var kind: StallKind
    package var askedAt: AwakeTime
    /// The instant at which memory was last found short. Only meaningful for a question about
    /// memory.
    package var pressedAt: AwakeTime = .origin
    /// The resident memory of the task when it was asked about, in bytes; nil for other questions.
    package var memoryBytes: Int64?
    /// Whether the question about memory counts down even where the task's own policy is to ask.
    package var endsTask = false
  }

  /// The result of a look at the clocks.
  package enum Finding: Hashable, Sendable {
    case asked(StallKind)
    case expired
    /// The reason for the question is gone.
    case withdrawn
  }

  private static let patienceLimit = 1 << 16

  package init(policy: StallPolicy, limits: StallLimits, patience: Int = 1, at now: AwakeTime) {
    self.policy = policy
    self.limits = limits
    self.patience = Self.clamped(patience)
    signGaps = GapTally(limit: limits.silentAfter)
    advanceGaps = GapTally(limit: limits.advancingAfter)
    (lastSign, lastAdvance) = (now, now)
    stretchLimits()
  }

  /// A message, output, CPU use or disk traffic: the task is alive. Whether a question was
  /// withdrawn by it.
  package mutating func noteSign(at now: AwakeTime) -> Bool {
    if !isHeld, signGaps.note(now - lastSign) { stretchLimits() }
    lastSign = max(lastSign, now)
    return withdraw(.silent)
  }

  /// Measured units went on to `units`, in this phase or a new one. Whether a question was
  /// withdrawn by it.
  package mutating func noteAdvance(
    to units: Int64? = nil, isNewPhase: Bool = false, at now: AwakeTime
  ) -> Bool {
    if isNewPhase { pace = PaceWatch() }
    if !isHeld {
      if advanceGaps.note(now - lastAdvance) { stretchLimits() }
      if let units { pace.note(units: units, at: now) }
    }
    (lastSign, lastAdvance) = (max(lastSign, now), max(lastAdvance, now))
    let hasRecovered = (isNewPhase || pace.isUsual) && withdraw(.slow)
    return withdraw(.silent) || withdraw(.notAdvancing) || hasRecovered
  }

  /// No clock runs while held: queued, paused, suspended, reading its terminal.
  package mutating func hold() {
    isHeld = true
    (question, setAside) = (nil, nil)
    pace.interrupt()
  }

  /// The clocks start again from zero.
  package mutating func release(at now: AwakeTime) {
    guard isHeld else { return }
    isHeld = false
    (lastSign, lastAdvance) = (now, now)
  }

  /// Restores a question of an earlier hub.
  ///
  /// - Parameter since: The instant at which the clock that ran out began to stand.
  mutating func restore(_ question: Question, since: AwakeTime) {
    self.question = question
    switch question.kind {
    case .silent: lastSign = since
    case .slow: slowBefore = since
    case .notAdvancing, .memory: lastAdvance = since
    }
  }

  /// The time from the question to the end, for tasks that expire.
  var countdown: Duration { limits.countdown }

  /// "Continue": twice the patience, and the clocks start again. After a question about memory the
  /// task is spared for a while, and its clocks go on unless they had led to a question too.
  package mutating func continueFurther(at now: AwakeTime) {
    if question?.kind == .memory {
      sparedUntil = now + Self.sparedTime
      question = nil
      if setAside == nil { return }
    }
    patience = Self.clamped(patience * 2)
    stretchLimits()
    (question, setAside) = (nil, nil)
    pace.interrupt()
    (lastSign, lastAdvance) = (now, now)
  }

  /// Returns the time for which the clock of the question has stood; nil without a question.
  package func stalledTime(at now: AwakeTime) -> Duration? {
    question.map { now - since($0.kind) }
  }

  /// The factor by which the task is slower than usual, if the question is about that; nil
  /// otherwise.
  package var slowdown: Double? { question?.kind == .slow ? pace.slowdown : nil }

  /// Returns the time until an unanswered question expires the task; nil without a countdown.
  package func expiresIn(at now: AwakeTime) -> Duration? {
    countdownEnd.map { max(.zero, $0 - now) }
  }

  /// Returns the instant of the next look; nil if no clock can run out.
  package func nextDeadline(hasMeasured: Bool) -> AwakeTime? {
    guard !isHeld, policy.action != .ignore else { return nil }
    if let question, question.kind != .slow { return .earlier(countdownEnd, pressureEnd) }
    let silent = deadline(of: .silent, hasMeasured)
    guard hasMeasured else { return silent }
    // A task that was asked about for being slow can hang later.
    let slow = question == nil ? deadline(of: .slow, true) : nil
    return .earlier(silent, .earlier(deadline(of: .notAdvancing, true), slow))
  }

  /// Looks at the clocks. The silent one is named first: it says most.
  package mutating func check(hasMeasured: Bool, at now: AwakeTime) -> Finding? {
    guard let next = nextDeadline(hasMeasured: hasMeasured), now >= next else { return nil }
    if let pressureEnd, now >= pressureEnd {
      (question, setAside) = (setAside, nil)
      return .withdrawn
    }
    if let question, question.kind != .slow { return .expired }
    let kind = StallKind.allCases.first { kind in
      kind != question?.kind && deadline(of: kind, hasMeasured).map { now >= $0 } ?? false
    }
    question = kind.map { Question(kind: $0, askedAt: now) }
    return kind.map { .asked($0) }
  }

  private func deadline(of kind: StallKind, _ hasMeasured: Bool) -> AwakeTime? {
    switch kind {
    case .silent: lastSign + silentAfter
    case .notAdvancing: hasMeasured ? lastAdvance + advancingAfter : nil
    case .slow: hasMeasured ? pace.slowSince.map { $0 + advancingAfter } : nil
    case .memory: nil
    }
  }

  /// The end of the countdown. A task that goes on, however slowly, is never ended unasked.
  private var countdownEnd: AwakeTime? {
    guard let question, policy.action == .expire || question.endsTask, question.kind != .slow
    else { return nil }
    return question.askedAt + limits.countdown
  }

  private func since(_ kind: StallKind) -> AwakeTime {
    switch kind {
    case .silent: lastSign
    case .notAdvancing: lastAdvance
    case .slow: pace.slowSince ?? slowBefore ?? lastAdvance
    case .memory: question?.askedAt ?? lastSign
    }
  }

  private mutating func withdraw(_ kind: StallKind) -> Bool {
    if setAside?.kind == kind { setAside = nil }
    guard question?.kind == kind else { return false }
    question = nil
    return true
  }

  private static func clamped(_ patience: Int) -> Int { min(max(patience, 1), patienceLimit) }
}

// When memory is short.
extension StallWatch {
  /// Memory that wasn't found short for so long isn't any more.
  package static let pressureMemory: Duration = .seconds(10)
  /// The time for which a person's "continue" spares a task.
  package static let sparedTime: Duration = .seconds(600)

  /// Whether nobody wants the task to be left alone. A stall's question gives way, because a task
  /// that stands still may hold the memory; a countdown under way doesn't: the task will end
  /// anyway.
  package func mayBeAskedForMemory(at now: AwakeTime) -> Bool {
    question?.kind != .memory && countdownEnd == nil && !isHeld && policy.action != .ignore
      && now >= sparedUntil
  }

  /// The kind of the question as the record keeps it: of a stall, never of memory.
  var recordedKind: StallKind? { question?.kind == .memory ? setAside?.kind : question?.kind }

  /// Asks about the task because it uses `bytes` of a memory that is short. With `endsTask` an
  /// unanswered question ends the task; else its own policy decides.
  package mutating func askForMemory(bytes: Int64, endsTask: Bool, at now: AwakeTime) {
    setAside = question
    question = Question(
      kind: .memory, askedAt: now, pressedAt: now, memoryBytes: bytes, endsTask: endsTask)
  }

  /// Notes that memory is still short.
  package mutating func noteMemoryPressure(at now: AwakeTime) {
    if question?.kind == .memory { question?.pressedAt = now }
  }

  private var pressureEnd: AwakeTime? {
    guard let question, question.kind == .memory else { return nil }
    return question.pressedAt + Self.pressureMemory
  }
}

// What is usual for the task.
extension StallWatch {
  /// The patience that this run has shown to be needed. The record keeps it, also for the next run.
  package var allowance: StallAllowance {
    restored.union(
      StallAllowance(silent: signGaps.allowance, advancing: advanceGaps.allowance))
  }

  /// Adopts the patience that this run had shown to an earlier hub.
  package mutating func restore(_ allowance: StallAllowance) {
    restored = allowance
    stretchLimits()
  }

  /// Adopts the patience that earlier runs of the task have shown.
  package mutating func learn(_ allowance: StallAllowance) {
    earlierRuns = allowance
    stretchLimits()
  }

  private mutating func stretchLimits() {
    let usual = allowance.union(earlierRuns)
    silentAfter = (policy.after ?? max(limits.silentAfter, usual.silent)) * patience
    advancingAfter = (policy.after ?? max(limits.advancingAfter, usual.advancing)) * patience
  }
}
