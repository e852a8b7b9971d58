import Headway

/// What becomes of a task's expiration handler, and how the task ends: each once.
struct TaskLife {
  private(set) var handler: (() -> Void)?
  private var isExpired = false
  private(set) var isCompleted = false
  /// The handler was called, or is not to be called any more.
  private var isTold = false

  /// What an expiry comes to.
  enum Expiry {
    case call(() -> Void)
    /// Nobody is there to be told: the task ends.
    case end
    case ignore
  }

  /// Returns the handler where it is to be called at once: the task expired before it had one.
  mutating func setHandler(_ new: (() -> Void)?) -> (() -> Void)? {
    if isExpired, !isTold {
      isTold = new != nil
      return new
    }
    handler = isExpired || isCompleted ? nil : new
    return nil
  }

  mutating func expire() -> Expiry {
    guard !isExpired, !isCompleted else { return .ignore }
    isExpired = true
    guard let handler else {
      isCompleted = true
      return .end
    }
    self.handler = nil
    isTold = true
    return .call(handler)
  }

  /// How the task ends; nil where it has ended.
  mutating func complete(success: Bool) -> HeadwayOutcome? {
    handler = nil
    isTold = true
    guard !isCompleted else { return nil }
    isCompleted = true
    return success ? .completed : isExpired ? .cancelled : .failed
  }
}
