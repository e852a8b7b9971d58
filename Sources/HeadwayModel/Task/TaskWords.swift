// A task's standing in words, the same on a card, in the list and in plain lines.
extension TaskSnapshot {
  /// Why it ended, with the words of whoever cancelled it: "cancelled by you: disk is full". Nil
  /// while it lives.
  public var endSentence: String? {
    guard state == .ended else { return nil }
    guard let ending else { return String(localized: "ended: outcome unknown") }
    guard let note = cancelNoteWords else { return ending.sentence }
    switch ending.reason {
    case .cancelled(.user), .expired: break
    case .cancelled(.dependency): return String(localized: "skipped: \(note)")
    case .cancelled, .completed, .failed, .lost: return ending.sentence
    }
    return "\(ending.sentence): \(note)"
  }

  /// The note on the cancel for a person. What a person wrote stays as it is; a note of the hub is a
  /// sentence of Headway's own.
  public var cancelNoteWords: String? {
    guard let cancelNote else { return nil }
    switch ending?.reason {
    case .cancelled(.dependency), .expired: return cancelNote.localized
    case .cancelled, .completed, .failed, .lost, nil:
      let beginnings = ["replaced by ", "each run has ", "simulated by "]
      let isOwn = beginnings.contains { cancelNote.string.hasPrefix($0) }
      return isOwn ? cancelNote.localized : cancelNote.string
    }
  }

  /// The reason why a queued task doesn't get its turn, with its position, or why a suspended one
  /// doesn't go on: "waits for a free slot of ml, position 2", "until 22:00".
  public var obstacleWords: String? {
    guard state == .queued || state == .suspended else { return nil }
    if state == .queued, let hindrance = job?.hindrance { return hindrance.localized }
    guard let position = terms.position else { return terms.blockedOn?.waitWords }
    guard let wait = terms.blockedOn?.waitWords else {
      return String(localized: "position \(position)")
    }
    return String(localized: "\(wait), position \(position)")
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
      let name = name ?? "\(number)"
      return terms.blockedOn == .rebootHold
        ? String(localized: "on hold since the restart (headway resume \(name))")
        : String(localized: "on hold (headway resume \(name))")
    }
    guard state == .queued || state == .suspended else { return nil }
    let lastRun = lastRunWords.map { " (\($0))" } ?? ""
    let words = [jobWords, obstacleWords].compactMap { $0 }
    guard !words.isEmpty else { return nil }
    return "\(state.words)\(separator)\(words.joined(separator: separator))\(lastRun)"
  }

  /// The job of a live task in its engine: "Slurm 17". Nil for a task without a job.
  public var jobWords: String? { state == .ended ? nil : job?.words }

  /// The end of the last run of a periodic task that waits for its next run: "last run failed with
  /// exit code 3". Nil for a completed run, and for any other task.
  public var lastRunWords: String? {
    guard state == .queued, terms.refresh != nil, let last = terms.earlierEnds.last?.ending,
      last.reason != .completed
    else { return nil }
    return String(localized: "last run \(last.sentence)")
  }

  /// The state of a stalled task in words: "stalled (silent)". Nil for any other task.
  public var stallWords: String? {
    stall.kind.map { String(localized: "stalled (\($0.words))") }
  }

  /// All that keeps a queued or a suspended task from going on, what tells most first.
  public var waits: [SanitisedText] {
    guard state == .queued || state == .suspended else { return [] }
    return terms.waitsFor.isEmpty ? [terms.blockedOn].compactMap { $0 } : terms.waitsFor
  }

  /// The condition that a running task lacks and can't be suspended for: "goes on without AC
  /// power".
  public var defianceWords: String? {
    guard state == .running, let condition = terms.blockedOn else { return nil }
    return String(localized: "goes on without \(localizing: condition)")
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
      ? sentence : String(localized: "\(sentence), but its terminal is gone")
  }

  /// The subtitle for a person. The words of the program stay as they are.
  public var subtitleWords: String? { subtitle.map { words(ofSubtitle: $0.string) } }

  /// The subtitle, or a part of it, for a person (see ``subtitleWords``).
  public func words(ofSubtitle text: String) -> String {
    hasOwnSubtitle || terms.refresh != nil ? String(localizing: text) : text
  }

  /// True if Headway wrote the subtitle, and not the program: before the task runs, if the command
  /// can't be executed (126 and 127, as a shell says it), if nobody told how the task ended, and after
  /// a job of a cluster.
  private var hasOwnSubtitle: Bool {
    guard startedAt != nil else { return true }
    guard let ending else { return false }
    if job != nil { return true }
    return switch ending.reason {
    case .completed: false
    case .failed: ending.status == .code(126) || ending.status == .code(127)
    case .cancelled, .expired, .lost: ending.status == nil
    }
  }
}

extension TaskState {
  /// The state in words.
  public var words: String { phrase.text }

  private var phrase: Phrase {
    switch self {
    case .queued: Phrase("queued", context: "state")
    case .starting: Phrase("starting", context: "state")
    case .running: Phrase("running", context: "state")
    case .paused: Phrase("paused", context: "state")
    case .suspended: Phrase("suspended", context: "state")
    case .cancelling: Phrase("cancelling", context: "state")
    case .ended: Phrase("ended", context: "state")
    }
  }
}

extension EndWord {
  /// The reason of an end in words.
  public var words: String { phrase.text }

  private var phrase: Phrase {
    switch self {
    case .completed: Phrase("completed", context: "state")
    case .failed: Phrase("failed", context: "state")
    case .cancelled: Phrase("cancelled", context: "state")
    case .expired: Phrase("expired", context: "state")
    case .lost: Phrase("lost", context: "state")
    }
  }
}

extension InputWait {
  var words: String { phrase.text }

  /// The wait in words. Queries know the English ones.
  var phrase: Phrase {
    switch self {
    case .input: Phrase("waiting for your input")
    case .password: Phrase("waiting for a password")
    }
  }
}

extension StallKind {
  /// The stall in words.
  public var words: String { phrase.text }

  /// The stall in words. Queries know the English ones.
  var phrase: Phrase {
    switch self {
    case .silent: Phrase("silent", context: "state")
    case .notAdvancing: Phrase("not advancing", context: "state")
    case .slow: Phrase("slow", context: "state")
    case .input: Phrase("waiting for input", context: "state")
    case .memory: Phrase("memory is short", context: "state")
    }
  }
}

extension SanitisedText {
  /// The reason of a queued task that a person holds.
  public static let personalHold = SanitisedText(wire: "your word")
  /// The reason of a queued task that is held because the machine has restarted.
  public static let rebootHold = SanitisedText(wire: "your word after the restart")

  /// The words for a reason to wait: "waits for gpu", or for a time, "until 22:00".
  public var waitWords: String {
    isTime || isSeries ? localized : String(localized: "waits for \(localizing: self)")
  }

  /// The same for what isn't so yet: "would wait for gpu".
  public var wouldWaitWords: String {
    if isSeries { return String(localized: "would run \(localizing: self)") }
    if isTime { return String(localized: "would wait \(localizing: self)") }
    return String(localized: "would wait for \(localizing: self)")
  }

  /// The same after a subject: "waits for gpu", "waits until 22:00", "runs every 1h, next 22:00".
  public var waitsWords: String {
    if isSeries { return String(localized: "runs \(localizing: self)") }
    if isTime { return String(localized: "waits \(localizing: self)") }
    return String(localized: "waits for \(localizing: self)")
  }

  private var isTime: Bool { string.hasPrefix("until ") }
  private var isSeries: Bool { string.hasPrefix("every ") }
}

extension SanitisedText {
  /// A phase for a person. The names that a program gives to its phases stay as they are; those that
  /// Headway counts are sentences of its own.
  public var phaseWords: String {
    let isOwn =
      string == "in several parts"
      || string.hasPrefix("phase ") && string.dropFirst(6).allSatisfy { $0.isASCII && $0.isNumber }
    return isOwn ? localized : string
  }
}
