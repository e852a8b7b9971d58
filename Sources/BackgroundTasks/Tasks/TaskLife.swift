import Headway

/// The state of a task's expiration and completion.
///
/// The value makes sure that the handler is called once and that the task ends once. ``BGTask``
/// keeps it under a lock and carries out what it returns.
struct TaskLife {
  private(set) var handler: (() -> Void)?
  private var isExpired = false
  private(set) var isCompleted = false
  /// Whether the handler was called, or must not be called any more.
  private var isTold = false

  /// The reaction to an expiry.
  enum Expiry {
    case call(() -> Void)
    /// End the task, because it has no handler.
    case end
    case ignore
  }

  /// Stores a handler.
  ///
  /// - Returns: the handler if it must be called immediately, because the task expired before.
  mutating func setHandler(_ new: (() -> Void)?) -> (() -> Void)? {
    if isExpired, !isTold {
      isTold = new != nil
      return new
    }
    handler = isExpired || isCompleted ? nil : new
    return nil
  }

  /// Notes an expiry. Returns what the task must do; the second expiry does nothing.
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

  /// Notes the completion.
  ///
  /// - Returns: the outcome for the card; nil if the task has ended before.
  mutating func complete(success: Bool) -> HeadwayOutcome? {
    handler = nil
    isTold = true
    guard !isCompleted else { return nil }
    isCompleted = true
    return success ? .completed : isExpired ? .cancelled : .failed
  }
}
