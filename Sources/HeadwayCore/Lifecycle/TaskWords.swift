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

  /// What it waits for at its terminal; nil while it doesn't. Where the terminal is gone and nobody
  /// can attach, nobody can give it.
  package var waitSentence: String? {
    let sentence: String
    switch waitingForInput {
    case .input: sentence = "waiting for your input"
    case .password: sentence = "waiting for a password"
    case nil: return nil
    }
    return foreground || isAttachable ? sentence : "\(sentence), but its terminal is gone"
  }
}
