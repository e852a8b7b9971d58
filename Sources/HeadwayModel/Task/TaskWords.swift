// A task's standing in words, the same on a card, in the list and in plain lines.
extension TaskSnapshot {
  /// Why it ended, with the words of whoever cancelled it: "cancelled by you: disk is full". Nil
  /// while it lives.
  package var endSentence: String? {
    guard state == .ended else { return nil }
    guard let ending else { return "ended: outcome unknown" }
    guard let cancelNote else { return ending.sentence }
    switch ending.reason {
    case .cancelled(.user), .expired: break
    case .cancelled, .completed, .failed, .lost: return ending.sentence
    }
    return "\(ending.sentence): \(cancelNote)"
  }

  /// What keeps a queued task from its turn, with its place among those that could have theirs, or a
  /// suspended one from going on: "waits for a free slot of ml, position 2", "until 22:00".
  package var obstacleWords: String? {
    guard state == .queued || state == .suspended else { return nil }
    let parts = [blockedOn.map(\.waitWords), position.map { "position \($0)" }]
    return parts.contains { $0 != nil } ? parts.compactMap { $0 }.joined(separator: ", ") : nil
  }

  /// All that keeps a queued or a suspended task from going on, what tells most first.
  package var waits: [SanitisedText] {
    guard state == .queued || state == .suspended else { return [] }
    return terms.waitsFor.isEmpty ? [blockedOn].compactMap { $0 } : terms.waitsFor
  }

  /// What a running task should stand still without, and can't: "goes on without AC power".
  package var defianceWords: String? {
    state == .running ? blockedOn.map { "goes on without \($0)" } : nil
  }

  /// How far it is, or how far it came. Of one that completed only the whole: where it reported less,
  /// that isn't where it stopped.
  package var percentWords: String? {
    guard let fraction = progress.fraction else { return nil }
    if ending?.reason == .completed, fraction < 1 { return nil }
    return "\(wholePercent(fraction))%"
  }

  /// What it waits for at its terminal; nil while it doesn't. Where the terminal is gone and nobody
  /// can attach, nobody can give it.
  package var waitSentence: String? {
    guard let sentence = waitingForInput?.words else { return nil }
    return foreground || isAttachable ? sentence : "\(sentence), but its terminal is gone"
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
  package var words: String {
    switch self {
    case .silent: "silent"
    case .notAdvancing: "not advancing"
    case .slow: "slow"
    case .memory: "memory is short"
    }
  }
}

extension SanitisedText {
  /// Of something that is waited for: "waits for gpu"; of a time, "until 22:00".
  package var waitWords: String { isTime ? string : "waits for \(string)" }

  /// The same for what isn't so yet: "would wait for gpu".
  package var wouldWaitWords: String { "would wait \(isTime ? "" : "for ")\(string)" }

  private var isTime: Bool { string.hasPrefix("until ") }
}
