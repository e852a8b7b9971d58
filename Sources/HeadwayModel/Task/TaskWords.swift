// A task's standing in words, the same on a card, in the list and in plain lines.
extension TaskSnapshot {
  /// Why it ended, with the words of whoever cancelled it: "cancelled by you: disk is full". Nil
  /// while it lives.
  public var endSentence: String? {
    guard state == .ended else { return nil }
    guard let ending else { return "ended: outcome unknown" }
    guard let cancelNote else { return ending.sentence }
    switch ending.reason {
    case .cancelled(.user), .expired: break
    case .cancelled(.dependency): return "skipped: \(cancelNote)"
    case .cancelled, .completed, .failed, .lost: return ending.sentence
    }
    return "\(ending.sentence): \(cancelNote)"
  }

  /// The reason why a queued task doesn't get its turn, with its position, or why a suspended one
  /// doesn't go on: "waits for a free slot of ml, position 2", "until 22:00".
  public var obstacleWords: String? {
    guard state == .queued || state == .suspended else { return nil }
    if state == .queued, let hindrance = job?.hindrance { return hindrance.string }
    let parts = [terms.blockedOn.map(\.waitWords), terms.position.map { "position \($0)" }]
    return parts.contains { $0 != nil } ? parts.compactMap { $0 }.joined(separator: ", ") : nil
  }

  /// Whether the task waits until a person resumes it.
  public var isOnHold: Bool {
    state == .queued && (terms.blockedOn == .personalHold || terms.blockedOn == .rebootHold)
  }

  /// Whether a person put the queued task on hold.
  public var isHeldByPerson: Bool { isOnHold && terms.blockedOn == .personalHold }

  /// The state of a queued or suspended task in words, with the reason: "queued, waits for gpu",
  /// "on hold (headway resume 7)". Nil for any other task.
  ///
  /// - Parameters:
  ///   - separator: the text between state and reason.
  ///   - name: the name of the task for a command; its number by default.
  public func waitingWords(separator: String, name: String? = nil) -> String? {
    if isOnHold {
      let cause = terms.blockedOn == .rebootHold ? " since the restart" : ""
      return "on hold\(cause) (headway resume \(name ?? "\(number)"))"
    }
    guard state == .queued || state == .suspended else { return nil }
    let lastRun = lastRunWords.map { " (\($0))" } ?? ""
    let words = [jobWords, obstacleWords].compactMap { $0 }
    guard !words.isEmpty else { return nil }
    return "\(state.rawValue)\(separator)\(words.joined(separator: separator))\(lastRun)"
  }

  /// The job of a live task in its engine: "Slurm 17". Nil for a task without a job.
  public var jobWords: String? { state == .ended ? nil : job?.words }

  /// The end of the last run of a periodic task that waits for its next run: "last run failed with
  /// exit code 3". Nil for a completed run, and for any other task.
  public var lastRunWords: String? {
    guard state == .queued, terms.refresh != nil, let last = terms.earlierEnds.last?.ending,
      last.reason != .completed
    else { return nil }
    return "last run \(last.sentence)"
  }

  /// The state of a stalled task in words: "stalled (silent)". Nil for any other task.
  public var stallWords: String? { stall.kind.map { "stalled (\($0.words))" } }

  /// All that keeps a queued or a suspended task from going on, what tells most first.
  public var waits: [SanitisedText] {
    guard state == .queued || state == .suspended else { return [] }
    return terms.waitsFor.isEmpty ? [terms.blockedOn].compactMap { $0 } : terms.waitsFor
  }

  /// The condition that a running task lacks and can't be suspended for: "goes on without AC
  /// power".
  public var defianceWords: String? {
    state == .running ? terms.blockedOn.map { "goes on without \($0)" } : nil
  }

  /// The percent that the task has reached; nil if it isn't known. Nil too for a completed task
  /// whose last report was below 100 %, because it didn't stop there.
  public var percentWords: String? {
    guard let fraction = progress.fraction else { return nil }
    if ending?.reason == .completed, fraction < 1 { return nil }
    return "\(wholePercent(fraction))%"
  }

  /// The wait of the task, in words; nil if it doesn't wait. What the program says goes before
  /// what its terminal shows. The words add that nobody can answer if the terminal is gone and
  /// nobody can attach.
  public var waitSentence: String? {
    guard waitsForUser,
      let sentence = isBlocked ? programState?.words : waitingForInput?.words
    else { return nil }
    return worker.foreground || worker.isAttachable
      ? sentence : "\(sentence), but its terminal is gone"
  }
}

extension InputWait {
  var words: String {
    switch self {
    case .input: "waiting for your input"
    case .password: "waiting for a password"
    }
  }
}

extension StallKind {
  /// The stall in words.
  public var words: String {
    switch self {
    case .silent: "silent"
    case .notAdvancing: "not advancing"
    case .slow: "slow"
    case .input: "waiting for input"
    case .memory: "memory is short"
    }
  }
}

extension SanitisedText {
  /// The reason of a queued task that a person holds.
  public static let personalHold: SanitisedText = "your word"
  /// The reason of a queued task that is held because the machine has restarted.
  public static let rebootHold: SanitisedText = "your word after the restart"

  /// The words for a reason to wait: "waits for gpu", or for a time, "until 22:00".
  public var waitWords: String { isTime || isSeries ? string : "waits for \(string)" }

  /// The same for what isn't so yet: "would wait for gpu".
  public var wouldWaitWords: String {
    "would \(isSeries ? "run" : isTime ? "wait" : "wait for") \(string)"
  }

  /// The same after a subject: "waits for gpu", "waits until 22:00", "runs every 1h, next 22:00".
  public var waitsWords: String {
    "\(isSeries ? "runs" : isTime ? "waits" : "waits for") \(string)"
  }

  private var isTime: Bool { string.hasPrefix("until ") }
  private var isSeries: Bool { string.hasPrefix("every ") }
}
