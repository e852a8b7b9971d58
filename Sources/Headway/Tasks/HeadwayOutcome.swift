/// The outcome that a program reports for a task.
public enum HeadwayOutcome: Hashable, Sendable {
  /// The work was done.
  case completed
  /// The work ended with an error.
  case failed
  /// The work stopped early, on an order or on its own.
  ///
  /// The record keeps the reason of the order. Without an order it says that the user cancelled the
  /// task.
  case cancelled
}
