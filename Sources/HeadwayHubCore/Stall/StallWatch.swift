package import HeadwayModel

/// The stall clocks of one running task, and the question "continue or stop?" that a clock leads
/// to.
///
/// If the task doesn't name a time of its own, the clocks adapt to the gaps that were normal in
/// this run and in earlier ones. All times are of the awake clock: a suspended machine stalls no
/// task.
package struct StallWatch: Hashable, Sendable {
  private let policy: StallPolicy
  private let limits: StallLimits
  private var lastSign: AwakeTime
  private var lastAdvance: AwakeTime
  private var signGaps: GapTally
  private var advanceGaps: GapTally
  private var restored = StallAllowance()
  private var earlierRuns = StallAllowance()
  /// The length of the clock for silence. The length is stored because every report reads it, and
  /// it seldom changes.
  private var silentAfter: Duration = .zero
  /// The length of the clock for silence while nothing is known of the task.
  private var unmeasuredAfter: Duration = .zero
  /// The number of signs that came at least a second apart, up to ``rhythm``.
  private var spacedSigns = 0
  private var lastSpacedSign: AwakeTime
  /// Whether the task has completed units, or the record has earlier runs of it.
  private var isKnown = false
  /// The length of the clock for units that don't advance.
  private var advancingAfter: Duration = .zero
  private var pace = PaceWatch()
  private(set) var isHeld = false
  /// The start of the wait for input that the clock for input measures. Nil while that clock rests.
  private var inputSince: AwakeTime?
  /// The instant until which the hub doesn't ask about memory again, after a person's "continue".
  private var sparedUntil: AwakeTime = .origin
  /// The factor by which the clocks are lengthened. Every "continue" doubles it, up to 65,536.
  package private(set) var patience: Int
  package private(set) var question: Question?
  /// The stall question that a question about memory replaced. The stall question returns when
  /// memory is no longer short.
  private var setAside: Question?
  /// The start of the slowdown that an earlier hub asked about.
  private var slowBefore: AwakeTime?

  /// The question on the card: the clock that ran out, and the time of the question.
  package struct Question: Hashable, Sendable {
    package var kind: StallKind
    package var askedAt: AwakeTime
    /// The last instant at which memory was short. Only meaningful for a question about memory.
    package var pressedAt: AwakeTime = .origin
    /// The resident memory of the task at the time of the question, in bytes; nil for other
    /// questions.
    package var memoryBytes: Int64?
    /// Whether a question about memory counts down even if the task's own policy is to ask.
    package var endsTask = false
  }

  /// The result of a look at the clocks.
  package enum Finding: Hashable, Sendable {
    case asked(StallKind)
    case expired
    /// The question about memory is withdrawn, because memory is no longer short.
    case withdrawn
  }

  private static let patienceLimit = 1 << 16
  /// The number of spaced signs that make a rhythm. A task with a rhythm that falls silent is
  /// probably stalled, even if nothing else is known of it.
  private static let rhythm = 10

  package init(policy: StallPolicy, limits: StallLimits, patience: Int = 1, at now: AwakeTime) {
    self.policy = policy
    self.limits = limits
    self.patience = Self.clamped(patience)
    signGaps = GapTally(limit: limits.silentAfter)
    advanceGaps = GapTally(limit: limits.advancingAfter)
    (lastSign, lastAdvance, lastSpacedSign) = (now, now, now)
    stretchLimits()
  }

  /// Notes a sign of life: a message, output, CPU use, or traffic of files, disks or TCP.
  ///
  /// - Returns: whether this withdrew a question.
  package mutating func noteSign(at now: AwakeTime) -> Bool {
    if !isHeld {
      if signGaps.note(now - lastSign) { stretchLimits() }
      noteRhythm(at: now)
    }
    lastSign = max(lastSign, now)
    return withdraw(.silent)
  }

  private mutating func noteRhythm(at now: AwakeTime) {
    guard spacedSigns < Self.rhythm, now - lastSpacedSign >= .seconds(1) else { return }
    spacedSigns += 1
    lastSpacedSign = now
  }

  /// Notes that the task has completed more units.
  ///
  /// - Parameters:
  ///   - units: the completed units of the phase; nil if they aren't known.
  ///   - isNewPhase: whether a phase began, in which units count from its start.
  /// - Returns: whether this withdrew a question.
  package mutating func noteAdvance(
    to units: Int64? = nil, isNewPhase: Bool = false, at now: AwakeTime
  ) -> Bool {
    if isNewPhase { pace = PaceWatch() }
    isKnown = true
    if !isHeld {
      if advanceGaps.note(now - lastAdvance) { stretchLimits() }
      if let units { pace.note(units: units, at: now) }
    }
    (lastSign, lastAdvance) = (max(lastSign, now), max(lastAdvance, now))
    let hasRecovered = (isNewPhase || pace.isUsual) && withdraw(.slow)
    return withdraw(.silent) || withdraw(.notAdvancing) || hasRecovered
  }

  /// Stops all clocks and drops the question, while the task is queued, paused, suspended or
  /// waiting for input.
  package mutating func hold() {
    isHeld = true
    (question, setAside, inputSince) = (nil, nil, nil)
    pace.interrupt()
  }

  /// Stops all clocks but the one for input, which begins now unless it runs already. The clock for
  /// input runs only if an unanswered question ends the task. The hub tells of any other wait without
  /// a question.
  package mutating func holdForInput(at now: AwakeTime) {
    guard policy.action == .expire else { return hold() }
    guard inputSince == nil else { return }
    hold()
    inputSince = now
  }

  /// Starts the clocks again from zero after ``hold()``.
  package mutating func release(at now: AwakeTime) {
    guard isHeld else { return }
    isHeld = false
    if inputSince != nil { (question, inputSince) = (nil, nil) }
    (lastSign, lastAdvance) = (now, now)
  }

  /// Restores a question of an earlier hub.
  ///
  /// - Parameter since: the start of the stall.
  mutating func restore(_ question: Question, since: AwakeTime) {
    self.question = question
    switch question.kind {
    case .silent: lastSign = since
    case .slow: slowBefore = since
    case .notAdvancing, .input, .memory: lastAdvance = since
    }
  }

  /// The time from the question to the end, for tasks that expire.
  var countdown: Duration { limits.countdown }

  /// Applies a person's "continue": all clocks start again, with twice the patience.
  ///
  /// After a question about memory, the hub doesn't ask about memory again for ``sparedTime``. The
  /// clocks and the patience then stay as they are, unless the question had replaced a stall
  /// question.
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
    if inputSince != nil { inputSince = now }
  }

  /// Returns the time since the start of the stall that the question is about; nil without a
  /// question.
  package func stalledTime(at now: AwakeTime) -> Duration? {
    question.map { now - since($0.kind) }
  }

  /// The factor by which the task is slower than usual. Nil if the question isn't about slowness,
  /// or if the factor isn't known.
  package var slowdown: Double? { question?.kind == .slow ? pace.slowdown : nil }

  /// Returns the time until an unanswered question expires the task; nil without a countdown.
  package func expiresIn(at now: AwakeTime) -> Duration? {
    countdownEnd.map { max(.zero, $0 - now) }
  }

  /// Returns the instant at which to look at the clocks again; nil if no clock can run out.
  package func nextDeadline(hasMeasured: Bool) -> AwakeTime? {
    guard policy.action != .ignore else { return nil }
    if isHeld { return question == nil ? deadline(of: .input, hasMeasured) : countdownEnd }
    if let question, question.kind != .slow { return .earlier(countdownEnd, pressureEnd) }
    let silent = deadline(of: .silent, hasMeasured)
    guard hasMeasured else { return silent }
    // A slow task can hang later, so its other clocks run on.
    let slow = question == nil ? deadline(of: .slow, true) : nil
    return .earlier(silent, .earlier(deadline(of: .notAdvancing, true), slow))
  }

  /// Looks at the clocks and asks, expires or withdraws if one has run out.
  ///
  /// If several clocks have run out, the question is about the first of silence, no advance,
  /// slowness. Silence says the most about the task.
  ///
  /// - Returns: the result; nil if nothing is due.
  package mutating func check(hasMeasured: Bool, at now: AwakeTime) -> Finding? {
    guard let next = nextDeadline(hasMeasured: hasMeasured), now >= next else { return nil }
    if let pressureEnd, now >= pressureEnd {
      (question, setAside) = (setAside, nil)
      return .withdrawn
    }
    if let question, question.kind != .slow { return .expired }
    let kinds = isHeld ? [.input] : StallKind.allCases
    let kind = kinds.first { kind in
      kind != question?.kind && deadline(of: kind, hasMeasured).map { now >= $0 } ?? false
    }
    question = kind.map { Question(kind: $0, askedAt: now) }
    return kind.map { .asked($0) }
  }

  private func deadline(of kind: StallKind, _ hasMeasured: Bool) -> AwakeTime? {
    switch kind {
    case .silent: lastSign + silence(hasMeasured)
    case .notAdvancing: hasMeasured ? lastAdvance + advancingAfter : nil
    case .slow: hasMeasured ? pace.slowSince.map { $0 + advancingAfter } : nil
    case .input: inputSince.map { $0 + limits.inputAfter * patience }
    case .memory: nil
    }
  }

  /// The time without a sign of life after which the hub asks.
  private func silence(_ hasMeasured: Bool) -> Duration {
    hasMeasured || isKnown || spacedSigns >= Self.rhythm ? silentAfter : unmeasuredAfter
  }

  /// The end of the countdown; nil if the question has none. A question about slowness never has
  /// one: a task that still advances isn't ended without an answer.
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
    case .input: inputSince ?? lastSign
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
  /// The time after the last report of pressure after which memory counts as sufficient again.
  package static let pressureMemory: Duration = .seconds(10)
  /// The time for which a person's "continue" keeps the hub from asking about the memory of the
  /// task again.
  package static let sparedTime: Duration = .seconds(600)

  /// Whether the hub may ask about the memory of the task.
  ///
  /// A stall question doesn't prevent that, because the stalled task may hold the memory. A
  /// countdown does: the task will end anyway. So do a person's recent "continue" and the policy
  /// `ignore`.
  package func mayBeAskedForMemory(at now: AwakeTime) -> Bool {
    question?.kind != .memory && countdownEnd == nil && !isHeld && policy.action != .ignore
      && now >= sparedUntil
  }

  /// The kind of the question that the record keeps: the stall question, even while a question
  /// about memory has replaced it.
  var recordedKind: StallKind? { question?.kind == .memory ? setAside?.kind : question?.kind }

  /// Asks about the task because it uses `bytes` of memory and the system is low on memory.
  ///
  /// - Parameter endsTask: whether an unanswered question ends the task. If false, the policy of
  /// the task decides.
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

// The gaps that are normal for the task.
extension StallWatch {
  /// The gap lengths that were normal in this run. The record keeps them, also for the next run.
  package var allowance: StallAllowance {
    restored.union(
      StallAllowance(silent: signGaps.allowance, advancing: advanceGaps.allowance))
  }

  /// Adopts the gap lengths that an earlier hub saw in this run.
  package mutating func restore(_ allowance: StallAllowance) {
    restored = allowance
    stretchLimits()
  }

  /// Adopts the gap lengths that were normal in earlier runs of the task.
  package mutating func learn(_ allowance: StallAllowance) {
    earlierRuns = allowance
    isKnown = true
    stretchLimits()
  }

  private mutating func stretchLimits() {
    let usual = allowance.union(earlierRuns)
    silentAfter = (policy.after ?? max(limits.silentAfter, usual.silent)) * patience
    unmeasuredAfter = (policy.after ?? max(limits.unmeasuredAfter, usual.silent)) * patience
    advancingAfter = (policy.after ?? max(limits.advancingAfter, usual.advancing)) * patience
  }
}
