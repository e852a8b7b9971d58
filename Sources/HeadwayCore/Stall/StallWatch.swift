/// The two clocks of one running task, and the question they may lead to.
///
/// All times are the awake clock's: suspending the machine stalls nobody.
package struct StallWatch: Hashable, Sendable {
  private let policy: StallPolicy
  private let limits: StallLimits
  private var silentAfter: Duration
  private var advancingAfter: Duration
  private var lastSign: Duration
  private var lastAdvance: Duration
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
    let patience = min(max(patience, 1), Self.patienceLimit)
    self.patience = patience
    silentAfter = (policy.after ?? limits.silentAfter) * patience
    advancingAfter = (policy.after ?? limits.advancingAfter) * patience
    (lastSign, lastAdvance) = (now, now)
  }

  /// A message, output or CPU use: the task is alive. Whether a question was withdrawn by it.
  package mutating func noteSign(at now: Duration) -> Bool {
    lastSign = max(lastSign, now)
    return withdraw(.silent)
  }

  /// Measured units went on. Whether a question was withdrawn by it.
  package mutating func noteAdvance(at now: Duration) -> Bool {
    (lastSign, lastAdvance) = (max(lastSign, now), max(lastAdvance, now))
    return withdraw(.silent) || withdraw(.notAdvancing)
  }

  /// Neither clock runs while held: queued, paused, suspended, reading its terminal.
  package mutating func hold() {
    isHeld = true
    question = nil
  }

  /// The clocks start again from zero.
  package mutating func release(at now: Duration) {
    guard isHeld else { return }
    isHeld = false
    (lastSign, lastAdvance) = (now, now)
  }

  /// "Continue": twice the patience, and the clocks start again.
  package mutating func continueFurther(at now: Duration) {
    self = StallWatch(policy: policy, limits: limits, patience: patience * 2, at: now)
  }

  /// How long the clock of the question has stood; nil without one.
  package func standstill(at now: Duration) -> Duration? {
    question.map { now - since($0.kind) }
  }

  /// Until an unanswered question expires the task; nil without a countdown.
  package func expiresIn(at now: Duration) -> Duration? {
    guard let question, policy.action == .expire else { return nil }
    return max(.zero, question.askedAt + limits.countdown - now)
  }

  /// When to look again; nil when nothing can run out.
  package func nextDeadline(hasMeasured: Bool) -> Duration? {
    guard !isHeld, policy.action != .ignore else { return nil }
    if let question {
      return policy.action == .expire ? question.askedAt + limits.countdown : nil
    }
    let silent = lastSign + silentAfter
    return hasMeasured ? min(silent, lastAdvance + advancingAfter) : silent
  }

  /// Looks at the clocks. The silent one is named first: it says more.
  package mutating func check(hasMeasured: Bool, at now: Duration) -> Finding? {
    guard let deadline = nextDeadline(hasMeasured: hasMeasured), now >= deadline else { return nil }
    if question != nil { return .expired }
    let kind: StallKind = now >= lastSign + silentAfter ? .silent : .notAdvancing
    question = Question(kind: kind, askedAt: now)
    return .asked(kind)
  }

  private func since(_ kind: StallKind) -> Duration {
    switch kind {
    case .silent: lastSign
    case .notAdvancing: lastAdvance
    }
  }

  private mutating func withdraw(_ kind: StallKind) -> Bool {
    guard question?.kind == kind else { return false }
    question = nil
    return true
  }
}

/// How long the clocks may stand where a task doesn't say.
package struct StallLimits: Hashable, Sendable {
  package var silentAfter: Duration
  package var advancingAfter: Duration
  /// From the question to the end, for tasks that expire.
  package var countdown: Duration

  package init(
    silentAfter: Duration = .seconds(30), advancingAfter: Duration = .seconds(120),
    countdown: Duration = .seconds(30)
  ) {
    self.silentAfter = silentAfter
    self.advancingAfter = advancingAfter
    self.countdown = countdown
  }
}

/// What a person says to the question.
package enum StallAnswer: String, Hashable, Sendable, Codable {
  case `continue`, stop
}
