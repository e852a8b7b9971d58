/// The clocks of one running task, and the question they may lead to.
///
/// Where the task names no time of its own, the limits stretch to what is usual for it: its own
/// gaps, and those of its earlier runs. All times are the awake clock's: suspending the machine
/// stalls nobody.
package struct StallWatch: Hashable, Sendable {
  private let policy: StallPolicy
  private let limits: StallLimits
  private var lastSign: Duration
  private var lastAdvance: Duration
  private var signGaps: GapTally
  private var advanceGaps: GapTally
  private var restored = StallAllowance()
  private var earlierRuns = StallAllowance()
  private var pace = PaceWatch()
  private var isHeld = false
  /// Doubled by every "continue".
  package private(set) var patience: Int
  package private(set) var question: Question?

  /// The question on the card: which clock ran out, and when it was asked.
  package struct Question: Hashable, Sendable {
    package var kind: StallKind
    package var askedAt: Duration
  }

  /// What a look at the clocks found.
  package enum Finding: Hashable, Sendable {
    case asked(StallKind)
    case expired
  }

  private static let patienceLimit = 1 << 16

  package init(policy: StallPolicy, limits: StallLimits, patience: Int = 1, at now: Duration) {
    self.policy = policy
    self.limits = limits
    self.patience = Self.clamped(patience)
    signGaps = GapTally(limit: limits.silentAfter)
    advanceGaps = GapTally(limit: limits.advancingAfter)
    (lastSign, lastAdvance) = (now, now)
  }

  /// A message, output or CPU use: the task is alive. Whether a question was withdrawn by it.
  package mutating func noteSign(at now: Duration) -> Bool {
    if !isHeld { signGaps.note(now - lastSign) }
    lastSign = max(lastSign, now)
    return withdraw(.silent)
  }

  /// Measured units went on to `units`, in this phase or a new one. Whether a question was
  /// withdrawn by it.
  package mutating func noteAdvance(
    to units: Int64? = nil, isNewPhase: Bool = false, at now: Duration
  ) -> Bool {
    if isNewPhase { pace = PaceWatch() }
    if !isHeld {
      advanceGaps.note(now - lastAdvance)
      if let units { pace.note(units: units, at: now) }
    }
    (lastSign, lastAdvance) = (max(lastSign, now), max(lastAdvance, now))
    let hasRecovered = pace.slowSince == nil && withdraw(.slow)
    return withdraw(.silent) || withdraw(.notAdvancing) || hasRecovered
  }

  /// No clock runs while held: queued, paused, suspended, reading its terminal.
  package mutating func hold() {
    isHeld = true
    question = nil
    pace.interrupt()
  }

  /// The clocks start again from zero.
  package mutating func release(at now: Duration) {
    guard isHeld else { return }
    isHeld = false
    (lastSign, lastAdvance) = (now, now)
  }

  /// "Continue": twice the patience, and the clocks start again.
  package mutating func continueFurther(at now: Duration) {
    patience = Self.clamped(patience * 2)
    question = nil
    pace.interrupt()
    (lastSign, lastAdvance) = (now, now)
  }

  /// How long the clock of the question has stood; nil without one.
  package func standstill(at now: Duration) -> Duration? {
    question.map { now - since($0.kind) }
  }

  /// How many times slower than usual a task is that is asked about for that.
  package var slowdown: Double? { question?.kind == .slow ? pace.slowdown : nil }

  /// Until an unanswered question expires the task; nil without a countdown.
  package func expiresIn(at now: Duration) -> Duration? {
    countdownEnd.map { max(.zero, $0 - now) }
  }

  /// When to look again; nil when nothing can run out.
  package func nextDeadline(hasMeasured: Bool) -> Duration? {
    guard !isHeld, policy.action != .ignore else { return nil }
    guard question == nil else { return countdownEnd }
    return StallKind.allCases.compactMap { deadline(of: $0, hasMeasured) }.min()
  }

  /// Looks at the clocks. The silent one is named first: it says most.
  package mutating func check(hasMeasured: Bool, at now: Duration) -> Finding? {
    guard let next = nextDeadline(hasMeasured: hasMeasured), now >= next else { return nil }
    if question != nil { return .expired }
    let kind = StallKind.allCases.first { kind in
      deadline(of: kind, hasMeasured).map { now >= $0 } ?? false
    }
    question = kind.map { Question(kind: $0, askedAt: now) }
    return kind.map { .asked($0) }
  }

  private func deadline(of kind: StallKind, _ hasMeasured: Bool) -> Duration? {
    switch kind {
    case .silent: lastSign + silentAfter
    case .notAdvancing: hasMeasured ? lastAdvance + advancingAfter : nil
    case .slow: hasMeasured ? pace.slowSince.map { $0 + advancingAfter } : nil
    }
  }

  /// What goes on, however slowly, is never ended unasked.
  private var countdownEnd: Duration? {
    guard let question, question.kind != .slow, policy.action == .expire else { return nil }
    return question.askedAt + limits.countdown
  }

  private func since(_ kind: StallKind) -> Duration {
    switch kind {
    case .silent: lastSign
    case .notAdvancing: lastAdvance
    case .slow: pace.slowSince ?? lastAdvance
    }
  }

  private mutating func withdraw(_ kind: StallKind) -> Bool {
    guard question?.kind == kind else { return false }
    question = nil
    return true
  }

  private static func clamped(_ patience: Int) -> Int { min(max(patience, 1), patienceLimit) }
}

// What is usual for the task.
extension StallWatch {
  /// What this run has shown so far: for the record, and from there for the next run.
  package var allowance: StallAllowance {
    restored.union(
      StallAllowance(silent: signGaps.allowance, advancing: advanceGaps.allowance))
  }

  /// What the record knows of this run, from an earlier hub.
  package mutating func restore(_ allowance: StallAllowance) { restored = allowance }

  /// What earlier runs of the same have shown.
  package mutating func learn(_ allowance: StallAllowance) { earlierRuns = allowance }

  private var silentAfter: Duration {
    let usual = max(allowance.silent, earlierRuns.silent)
    return (policy.after ?? max(limits.silentAfter, usual)) * patience
  }

  private var advancingAfter: Duration {
    let usual = max(allowance.advancing, earlierRuns.advancing)
    return (policy.after ?? max(limits.advancingAfter, usual)) * patience
  }
}
